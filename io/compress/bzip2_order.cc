#include "io/compress/bzip2_order.h"

#include <algorithm>
#include <cstring>

namespace wax::io {
namespace {

constexpr size_t kBzip2Cuts = 64;
constexpr size_t kLeastStretch = 1024;
constexpr size_t kBzip2Piece = 2048;

// An entry for a place has its byte and the place that follows.
constexpr uint32_t kStopsBefore = uint32_t{1} << 31;  // what follows is a begin
constexpr uint32_t entry_of(uint32_t place, uint8_t byte) {
  return place << 8 | byte;
}
constexpr uint32_t place_of(uint32_t entry) { return entry >> 8 & 0xFFFFF; }

}  // namespace

void Bzip2Order::restore(std::vector<uint8_t>& last, size_t size,
                         uint32_t origin,
                         const std::array<uint32_t, 256>& counts) {
  size_ = size;
  cut(origin);
  link(last.data(), counts);
  follow();
  join(last.data(), origin);
}

void Bzip2Order::cut(uint32_t origin) {
  begins_.assign(1, origin);
  const size_t step = std::max(size_ / kBzip2Cuts, kLeastStretch);
  for (size_t at = step / 2; at < size_; at += step) {
    begins_.push_back(static_cast<uint32_t>(at));
  }
  std::sort(begins_.begin(), begins_.end());
  begins_.erase(std::unique(begins_.begin(), begins_.end()), begins_.end());
  stretches_.resize(std::max(stretches_.size(), begins_.size()));
}

void Bzip2Order::link(const uint8_t* last,
                      const std::array<uint32_t, 256>& counts) {
  next_.resize(std::max(next_.size(), size_));
  std::array<uint32_t, 256> to;
  uint32_t sum = 0;
  for (unsigned i = 0; i < to.size(); ++i) {
    to[i] = sum;
    sum += counts[i];
  }
  uint32_t at = 0;
  auto link_to = [&](uint32_t end) {
    for (; at < end; ++at) next_[to[last[at]]++] = entry_of(at, last[at]);
  };
  for (uint32_t begin : begins_) {
    link_to(begin);
    next_[to[last[at]]++] = kStopsBefore | entry_of(at, last[at]);
    ++at;
  }
  link_to(static_cast<uint32_t>(size_));
}

void Bzip2Order::add_piece(Lane& lane) {
  if (pieces_used_ * kBzip2Piece == pieces_.size()) {
    pieces_.resize(pieces_.size() + 64 * kBzip2Piece);
    // All lanes point into it.
    for (Lane& other : lanes_) {
      if (other.stretch == nullptr || other.stretch->pieces.empty()) continue;
      const size_t room = static_cast<size_t>(other.limit - other.out);
      other.limit =
          pieces_.data() + (other.stretch->pieces.back() + 1) * kBzip2Piece;
      other.out = other.limit - room;
    }
  }
  lane.stretch->pieces.push_back(static_cast<uint32_t>(pieces_used_));
  lane.out = pieces_.data() + pieces_used_ * kBzip2Piece;
  lane.limit = lane.out + kBzip2Piece;
  ++pieces_used_;
}

// False when no stretch is left.
bool Bzip2Order::begin_next(Lane& lane) {
  lane.stretch = nullptr;
  if (begun_ == begins_.size()) return false;
  Stretch& stretch = stretches_[begun_];
  stretch.begin = begins_[begun_++];
  stretch.pieces.clear();
  lane.stretch = &stretch;
  lane.place = stretch.begin;
  add_piece(lane);
  return true;
}

void Bzip2Order::end_stretch(Lane& lane, uint32_t entry) {
  Stretch& stretch = *lane.stretch;
  stretch.end = place_of(entry);
  stretch.length =
      static_cast<uint32_t>(stretch.pieces.size() * kBzip2Piece -
                            static_cast<size_t>(lane.limit - lane.out));
}

void Bzip2Order::follow() {
  begun_ = 0;
  pieces_used_ = 0;
  for (Lane& lane : lanes_) lane = {};
  size_t active = 0;
  while (active < kLanes && begin_next(lanes_[active])) ++active;
  while (active == kLanes) {
    follow_all();
    for (size_t i = 0; i < active;) {
      Lane& lane = lanes_[i];
      const uint32_t entry = last_entries_[i];
      if ((entry & kStopsBefore) != 0) {
        end_stretch(lane, entry);
        if (!begin_next(lane)) {
          --active;
          lane = lanes_[active];
          last_entries_[i] = last_entries_[active];
          lanes_[active] = {};
          continue;
        }
      } else if (lane.out == lane.limit) {
        add_piece(lane);
      }
      ++i;
    }
  }
  // The last few, one after the other.
  for (size_t i = 0; i < active; ++i) follow_one(lanes_[i]);
}

// Follows all lanes until one of them ends or has no room.
void Bzip2Order::follow_all() {
  size_t steps = kBzip2Piece;
  for (const Lane& lane : lanes_) {
    steps = std::min(steps, static_cast<size_t>(lane.limit - lane.out));
  }
  std::array<uint32_t, kLanes> places;
  std::array<uint8_t*, kLanes> outs;
  for (size_t i = 0; i < kLanes; ++i) {
    places[i] = lanes_[i].place;
    outs[i] = lanes_[i].out;
  }
  const uint32_t* next = next_.data();
  size_t done = 0;
  uint32_t stops = 0;
  while (done < steps && (stops & kStopsBefore) == 0) {
    for (size_t i = 0; i < kLanes; ++i) {
      const uint32_t entry = next[places[i]];
      outs[i][done] = static_cast<uint8_t>(entry);
      places[i] = place_of(entry);
      last_entries_[i] = entry;
      stops |= entry;
    }
    ++done;
  }
  for (size_t i = 0; i < kLanes; ++i) {
    lanes_[i].place = places[i];
    lanes_[i].out += done;
  }
}

void Bzip2Order::follow_one(Lane& lane) {
  for (;;) {
    if (lane.out == lane.limit) add_piece(lane);
    const uint32_t entry = next_[lane.place];
    *lane.out++ = static_cast<uint8_t>(entry);
    lane.place = place_of(entry);
    if ((entry & kStopsBefore) != 0) {
      end_stretch(lane, entry);
      lane.stretch = nullptr;
      return;
    }
  }
}

// Writes the stretches in the order of the text. A text that repeats itself
// comes back to its origin before its end.
void Bzip2Order::join(uint8_t* text, uint32_t origin) const {
  size_t at = 0;
  uint32_t place = origin;
  while (at < size_) {
    const auto index = static_cast<size_t>(
        std::lower_bound(begins_.begin(), begins_.end(), place) -
        begins_.begin());
    const Stretch& stretch = stretches_[index];
    size_t left = std::min<size_t>(stretch.length, size_ - at);
    for (uint32_t piece : stretch.pieces) {
      const size_t part = std::min(left, kBzip2Piece);
      std::memcpy(text + at, pieces_.data() + piece * kBzip2Piece, part);
      at += part;
      left -= part;
    }
    place = stretch.end;
  }
}

}  // namespace wax::io
