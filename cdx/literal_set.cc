#include "cdx/literal_set.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace wax::cdx {
namespace {

uint32_t bucket_of(const char* window, int bits) {
  uint32_t bytes;
  std::memcpy(&bytes, window, sizeof bytes);
  return (bytes * 0x9e3779b1u) >> (32 - bits);
}

}  // namespace

LiteralSet::LiteralSet(std::vector<std::string> literals)
    : literals_(std::move(literals)),
      used_((size_t{1} << kBits) / 64),
      begin_((size_t{1} << kBits) + 1) {
  std::vector<uint32_t> uses(size_t{1} << kBits);
  for (const std::string& literal : literals_) {
    for (size_t i = 0; i + kWindow <= literal.size(); ++i) {
      ++uses[bucket_of(literal.data() + i, kBits)];
    }
  }
  for (size_t n = 0; n < literals_.size(); ++n) {
    const std::string& literal = literals_[n];
    if (literal.size() < kWindow) {
      short_.push_back(static_cast<int>(n));
      continue;
    }
    Place best{bucket_of(literal.data(), kBits), 0, static_cast<int>(n)};
    for (size_t i = 1; i + kWindow <= literal.size(); ++i) {
      uint32_t bucket = bucket_of(literal.data() + i, kBits);
      if (uses[bucket] >= uses[best.bucket]) continue;
      best.bucket = bucket;
      best.offset = static_cast<uint32_t>(i);
    }
    places_.push_back(best);
    used_[best.bucket / 64] |= uint64_t{1} << (best.bucket % 64);
    ++begin_[best.bucket + 1];
  }
  for (size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
  std::sort(places_.begin(), places_.end(), [](const Place& a, const Place& b) {
    return std::pair(a.bucket, a.literal) < std::pair(b.bucket, b.literal);
  });
}

template <typename Found>
void LiteralSet::scan(std::string_view text, Found found) const {
  for (int n : short_) {
    if (text.find(literals_[static_cast<size_t>(n)]) != text.npos &&
        !found(n)) {
      return;
    }
  }
  if (places_.empty()) return;
  for (size_t i = 0; i + kWindow <= text.size(); ++i) {
    uint32_t bucket = bucket_of(text.data() + i, kBits);
    if ((used_[bucket / 64] >> (bucket % 64) & 1) == 0) continue;
    for (uint32_t p = begin_[bucket]; p < begin_[bucket + 1]; ++p) {
      const Place& place = places_[p];
      const std::string& literal =
          literals_[static_cast<size_t>(place.literal)];
      if (place.offset <= i &&
          text.substr(i - place.offset).starts_with(literal) &&
          !found(place.literal)) {
        return;
      }
    }
  }
}

void LiteralSet::find(std::string_view text, std::vector<int>& found) const {
  found.clear();
  scan(text, [&](int literal) {
    found.push_back(literal);
    return true;
  });
  if (found.size() < 2) return;
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
}

bool LiteralSet::any(std::string_view text) const {
  bool occurs = false;
  scan(text, [&](int) {
    occurs = true;
    return false;
  });
  return occurs;
}

}  // namespace wax::cdx
