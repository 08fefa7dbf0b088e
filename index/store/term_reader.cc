#include "index/store/term_reader.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

namespace wax::index {
namespace {

constexpr uint32_t kTermFormat = static_cast<uint32_t>(-4);
constexpr uint64_t kTermHeader = 24;
// Entries of .tii for each one in memory.
constexpr uint64_t kPerSample = 1;

constexpr std::string_view kDisorder =
    "this index file is damaged: it has an impossible term";

}  // namespace

uint32_t TermWalk::decode() {
  uint32_t shared = in_.vint();
  uint32_t size = in_.vint();
  if (shared > term_.size()) in_.fail(kDisorder);
  std::string_view rest = in_.bytes(size);
  term_.resize(shared);
  term_.append(rest);
  field_ = in_.vint();
  if (field_ >= reader_->ranks_.size() && field_ != UINT32_MAX) {
    in_.fail(kDisorder);
  }
  place_.documents = in_.vint();
  place_.postings += in_.vlong();
  place_.positions += in_.vlong();
  place_.skip = 0;
  if (place_.documents >= reader_->skip_interval_) place_.skip = in_.vint();
  return shared;
}

size_t TermWalk::pass_less(std::string_view term, size_t common) {
  constexpr size_t kMostBytes = 127;  // of a term; one byte says how many
  constexpr size_t kCopied = 16;      // at once
  // Two sizes, the text, the field, four numbers.
  constexpr ptrdiff_t kLongestEntry = 2 + kMostBytes + 1 + 4 * 10;
  if (term_.size() > kMostBytes) return common;
  std::array<char, kMostBytes + kCopied> text;
  std::copy(term_.begin(), term_.end(), text.begin());
  size_t size = term_.size();
  TermPlace place = place_;
  const uint8_t* at = in_.next();
  while (left_ > 0 && in_.ready() - at >= kLongestEntry) {
    const size_t shared = at[0];
    const size_t own = at[1];
    const auto* rest = reinterpret_cast<const char*>(at + 2);
    if (shared > size || shared + own > kMostBytes || at[2 + own] != field_) {
      break;
    }
    if (shared <= common) {
      std::string_view wanted = term.substr(shared);
      auto [a, b] =
          std::mismatch(rest, rest + own, wanted.begin(), wanted.end());
      if (std::string_view(a, static_cast<size_t>(rest + own - a)) >=
          wanted.substr(static_cast<size_t>(b - wanted.begin()))) {
        break;
      }
      common = shared + static_cast<size_t>(a - rest);
    }
    std::memcpy(text.data() + shared, rest, kCopied);
    if (own > kCopied) std::memcpy(text.data() + shared, rest, own);
    size = shared + own;
    at += 2 + own + 1;
    auto number = [&at] {
      uint64_t value = *at & 0x7F;
      for (unsigned shift = 7; *at++ >= 0x80 && shift < 70; shift += 7) {
        value |= uint64_t{*at & 0x7FU} << shift;
      }
      return value;
    };
    place.documents = static_cast<uint32_t>(number());
    place.postings += number();
    place.positions += number();
    place.skip = place.documents >= reader_->skip_interval_
                     ? static_cast<uint32_t>(number())
                     : 0;
    --left_;
  }
  in_.set_next(at);
  term_.assign(text.data(), size);
  place_ = place;
  return common;
}

uint32_t TermWalk::go_on() {
  ended_ = left_ == 0;
  if (ended_) return 0;
  uint32_t shared = decode();
  if (field_ == UINT32_MAX) in_.fail(kDisorder);
  --left_;
  return shared;
}

void TermWalk::next() { static_cast<void>(go_on()); }

TermReader::TermReader(const io::FileSlice& terms, const io::FileSlice& index,
                       const std::vector<std::string>& fields)
    : tis_(terms), tii_(index), ranks_(fields.size()) {
  std::vector<uint32_t> order(fields.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [&](uint32_t a, uint32_t b) { return fields[a] < fields[b]; });
  for (uint32_t i = 0; i < order.size(); ++i) ranks_[order[i]] = i + 1;
  io::ByteCursor in(tis_);
  io::ByteCursor index_in(tii_);
  if (in.fixed_int() != kTermFormat || index_in.fixed_int() != kTermFormat) {
    tis_.fail(0,
              "this index file has a format that is not read; those of "
              "Lucene 2.4 to 3.6 are");
  }
  count_ = in.fixed_long();
  interval_ = in.fixed_int();
  skip_interval_ = in.fixed_int();
  skip_levels_ = in.fixed_int();
  index_count_ = index_in.fixed_long();
  // An entry has five bytes and more.
  if (count_ > tis_.size() / 5 || index_count_ > tii_.size() / 5 ||
      interval_ == 0 || skip_interval_ < 2 || skip_levels_ > 64 ||
      index_count_ != (count_ + interval_ - 1) / interval_) {
    tis_.fail(4, "this index file is damaged: it has an impossible number");
  }
}

int TermReader::compare(uint32_t field_a, std::string_view a, uint32_t field_b,
                        std::string_view b) const {
  if (field_a == field_b) return a.compare(b);
  return rank(field_a) < rank(field_b) ? -1 : 1;
}

void TermReader::take_samples() const {
  std::vector<Sample> samples;
  std::string texts;
  samples.reserve(index_count_ / kPerSample + 1);
  TermWalk walk(*this, tii_, kTermHeader);
  uint64_t tis = 0;
  for (uint64_t i = 0; i < index_count_; ++i) {
    walk.decode();
    tis += walk.in_.vlong();
    if (i > 0 && walk.field_ == UINT32_MAX) walk.in_.fail(kDisorder);
    if (i % kPerSample != 0) continue;
    samples.push_back({walk.in_.at(), i, tis, walk.place_, walk.field_,
                       static_cast<uint32_t>(texts.size()),
                       static_cast<uint32_t>(walk.term_.size())});
    texts += walk.term_;
    if (texts.size() > UINT32_MAX) walk.in_.fail(kDisorder);
  }
  samples_ = std::move(samples);
  texts_ = std::move(texts);
}

TermWalk TermReader::start() const {
  TermWalk walk(*this, tis_, count_ == 0 ? tis_.size() : kTermHeader);
  walk.left_ = count_;
  return walk;
}

TermWalk TermReader::near(uint32_t field, std::string_view term) const {
  std::call_once(sampled_, [this] { take_samples(); });
  std::string_view texts = texts_;
  auto after = std::partition_point(
      samples_.begin(), samples_.end(), [&](const Sample& sample) {
        return compare(sample.field,
                       texts.substr(sample.text, sample.text_size), field,
                       term) <= 0;
      });
  TermWalk found = start();
  if (after == samples_.begin()) return found;
  const Sample& sample = *std::prev(after);
  TermWalk walk(*this, tii_, sample.at);
  walk.term_ = texts.substr(sample.text, sample.text_size);
  walk.field_ = sample.field;
  walk.place_ = sample.place;
  uint64_t tis = sample.tis;
  uint64_t number = sample.number;
  while (true) {
    found.term_ = walk.term_;
    found.field_ = walk.field_;
    found.place_ = walk.place_;
    found.left_ = count_ - number * interval_;
    found.in_ = io::ByteCursor(tis_, tis);
    if (++number == index_count_ || number % kPerSample == 0) break;
    walk.decode();
    tis += walk.in_.vlong();
    if (compare(walk.field_, walk.term_, field, term) > 0) break;
  }
  return found;
}

TermPlace TermReader::find(uint32_t field, std::string_view term) const {
  TermWalk walk = from(field, term);
  bool is_it = !walk.ended() && walk.field() == field && walk.term() == term;
  return is_it ? walk.place() : TermPlace{};
}

TermWalk TermReader::from(uint32_t field, std::string_view term) const {
  TermWalk walk = near(field, term);
  // How many bytes the wanted term has in common with one of its field that is
  // less. A next one that shares more with that is less too.
  size_t common = SIZE_MAX;
  uint32_t shared = 0;
  while (!walk.ended()) {
    if (walk.field_ != field || common == SIZE_MAX || shared <= common) {
      if (compare(walk.field_, walk.term_, field, term) >= 0) break;
      common = SIZE_MAX;
      if (walk.field_ == field) {
        auto [a, b] = std::mismatch(walk.term_.begin(), walk.term_.end(),
                                    term.begin(), term.end());
        common =
            walk.pass_less(term, static_cast<size_t>(a - walk.term_.begin()));
      }
    }
    shared = walk.go_on();
  }
  return walk;
}

TermWalk TermReader::all() const {
  TermWalk walk = start();
  walk.next();
  return walk;
}

}  // namespace wax::index
