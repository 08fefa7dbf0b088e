#include "posts/stream/likeness.h"

#include <unicode/uchar.h>

#include <algorithm>

#include "text/utf8.h"

namespace wax::posts {

LetterPairs::LetterPairs(std::string_view text) {
  uint64_t before = 0;  // 0: none, or white space
  while (!text.empty()) {
    char32_t point = 0;
    size_t size = text::decode_utf8(text, point);
    if (size == 0) {
      size = text::ill_formed_length(text);
      point = 0xFFFD;
    }
    text.remove_prefix(size);
    const auto code = static_cast<UChar32>(point);
    const uint64_t letter =
        u_isUWhiteSpace(code) ? 0 : static_cast<uint64_t>(u_tolower(code));
    if (before != 0 && letter != 0) pairs_.push_back(before << 32 | letter);
    before = letter;
  }
  std::sort(pairs_.begin(), pairs_.end());
}

double likeness(const LetterPairs& a, const LetterPairs& b) {
  const size_t all = a.pairs_.size() + b.pairs_.size();
  if (all == 0) return 0;
  size_t common = 0;
  auto left = a.pairs_.begin();
  auto right = b.pairs_.begin();
  while (left != a.pairs_.end() && right != b.pairs_.end()) {
    if (*left == *right) {
      ++common;
      ++left;
      ++right;
    } else if (*left < *right) {
      ++left;
    } else {
      ++right;
    }
  }
  return 2 * static_cast<double>(common) / static_cast<double>(all);
}

double most_likeness(const LetterPairs& a, const LetterPairs& b) {
  const size_t all = a.size() + b.size();
  if (all == 0) return 0;
  return 2 * static_cast<double>(std::min(a.size(), b.size())) /
         static_cast<double>(all);
}

}  // namespace wax::posts
