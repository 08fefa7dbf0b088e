#include <algorithm>
#include <cstring>
#include <utility>

#include "cdx/filter/expression_set.h"

namespace wax::cdx {
namespace {

template <typename Word>
uint64_t window_at(const char* bytes) {
  Word word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

uint64_t window_at(const char* bytes, size_t size) {
  return size == 8 ? window_at<uint64_t>(bytes) : window_at<uint32_t>(bytes);
}

uint32_t bucket_of(uint64_t window, int bits) {
  return static_cast<uint32_t>((window * 0x9e3779b97f4a7c15) >> (64 - bits));
}

// Some sixteen buckets a literal, so that few bytes look like a window; the
// bits of the largest table still fit into a core's cache.
constexpr int kLeastBits = 12;
constexpr int kMostBits = 21;

}  // namespace

LiteralSet::LiteralSet(std::vector<std::string> literals)
    : literals_(std::move(literals)) {
  std::vector<int> fours;
  std::vector<int> eights;
  for (size_t n = 0; n < literals_.size(); ++n) {
    size_t size = literals_[n].size();
    std::vector<int>& members = size >= 8 ? eights : size >= 4 ? fours : short_;
    members.push_back(static_cast<int>(n));
  }
  fill(fours_, fours);
  fill(eights_, eights);
}

void LiteralSet::fill(Table& table, const std::vector<int>& members) {
  if (members.empty()) return;
  table.bits = kLeastBits;
  while (table.bits < kMostBits && (members.size() * 16) >> table.bits != 0) {
    ++table.bits;
  }
  const size_t buckets = size_t{1} << table.bits;
  std::vector<uint32_t> uses(buckets);
  for (int n : members) {
    const std::string& literal = literals_[static_cast<size_t>(n)];
    for (size_t i = 0; i + table.size <= literal.size(); ++i) {
      ++uses[bucket_of(window_at(literal.data() + i, table.size), table.bits)];
    }
  }
  table.used.resize(buckets / 64);
  table.begin.resize(buckets + 1);
  for (int n : members) {
    const std::string& literal = literals_[static_cast<size_t>(n)];
    Entry best{};
    for (size_t i = 0; i + table.size <= literal.size(); ++i) {
      uint64_t window = window_at(literal.data() + i, table.size);
      uint32_t bucket = bucket_of(window, table.bits);
      if (i > 0 && uses[bucket] >= uses[best.bucket]) continue;
      best = {window, bucket, static_cast<uint32_t>(i), n};
    }
    table.entries.push_back(best);
    table.used[best.bucket / 64] |= uint64_t{1} << (best.bucket % 64);
    ++table.begin[best.bucket + 1];
  }
  for (size_t i = 1; i < table.begin.size(); ++i) {
    table.begin[i] += table.begin[i - 1];
  }
  std::sort(table.entries.begin(), table.entries.end(),
            [](const Entry& a, const Entry& b) {
              return std::pair(a.bucket, a.literal) <
                     std::pair(b.bucket, b.literal);
            });
}

template <typename Word, typename Found>
bool LiteralSet::scan(const Table& table, std::string_view text,
                      Found found) const {
  if (table.entries.empty()) return true;
  for (size_t i = 0; i + sizeof(Word) <= text.size(); ++i) {
    uint64_t window = window_at<Word>(text.data() + i);
    uint32_t bucket = bucket_of(window, table.bits);
    if ((table.used[bucket / 64] >> (bucket % 64) & 1) == 0) continue;
    for (uint32_t p = table.begin[bucket]; p < table.begin[bucket + 1]; ++p) {
      const Entry& entry = table.entries[p];
      if (entry.window == window && entry.offset <= i &&
          text.substr(i - entry.offset)
              .starts_with(literals_[static_cast<size_t>(entry.literal)]) &&
          !found(entry.literal)) {
        return false;
      }
    }
  }
  return true;
}

template <typename Found>
void LiteralSet::scan_all(std::string_view text, Found found) const {
  for (int n : short_) {
    if (text.find(literals_[static_cast<size_t>(n)]) != text.npos &&
        !found(n)) {
      return;
    }
  }
  if (scan<uint32_t>(fours_, text, found)) {
    (void)scan<uint64_t>(eights_, text, found);
  }
}

void LiteralSet::find(std::string_view text, std::vector<int>& found) const {
  found.clear();
  scan_all(text, [&](int literal) {
    found.push_back(literal);
    return true;
  });
  if (found.size() < 2) return;
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
}

bool LiteralSet::any(std::string_view text) const {
  bool occurs = false;
  scan_all(text, [&](int) {
    occurs = true;
    return false;
  });
  return occurs;
}

}  // namespace wax::cdx
