#include "cdx/filter/line_sample.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace wax::cdx {
namespace {

// FNV-1a with the finish of MurmurHash3: all bits depend on all bytes.
uint64_t sample_hash(std::string_view text, uint64_t seed) {
  uint64_t hash = 0xcbf29ce484222325 ^ (seed * 0x9e3779b97f4a7c15);
  for (char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  hash = (hash ^ hash >> 33) * 0xff51afd7ed558ccd;
  hash = (hash ^ hash >> 33) * 0xc4ceb9fe1a85ec53;
  return hash ^ hash >> 33;
}

}  // namespace

KeySample::KeySample(double share, uint64_t seed)
    : below_(
          static_cast<uint64_t>(std::ldexp(std::clamp(share, 0.0, 1.0), 63))),
      seed_(seed) {}

bool KeySample::has(std::string_view key) const {
  return sample_hash(key, seed_) >> 1 < below_;
}

bool LineSample::Entry::operator<(const Entry& other) const {
  return std::pair(hash, number) < std::pair(other.hash, other.number);
}

bool LineSample::add(std::string_view line) {
  uint64_t hash = sample_hash(line, seed_);
  uint64_t number = lines_++;
  bool full = sample_.size() == most_;
  if (full) {
    if (hash >= sample_.front().hash) return false;
    std::pop_heap(sample_.begin(), sample_.end());
    sample_.pop_back();
  }
  sample_.push_back({hash, number, std::string(line)});
  std::push_heap(sample_.begin(), sample_.end());
  return !full;
}

void LineSample::add_metadata(std::string_view line) {
  metadata_.push_back({0, lines_++, std::string(line)});
}

void LineSample::put_in_order() {
  in_order_ = std::move(metadata_);
  std::move(sample_.begin(), sample_.end(), std::back_inserter(in_order_));
  std::sort(in_order_.begin(), in_order_.end(),
            [](const Entry& a, const Entry& b) { return a.number < b.number; });
}

bool LineSample::take(std::string& line) {
  if (!std::exchange(is_in_order_, true)) put_in_order();
  if (next_ == in_order_.size()) return false;
  line = std::move(in_order_[next_++].line);
  return true;
}

}  // namespace wax::cdx
