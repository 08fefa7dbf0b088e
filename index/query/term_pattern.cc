#include "index/query/term_pattern.h"

#include <algorithm>

#include "text/utf8.h"

namespace wax::index {
namespace {

// The first character, and its bytes.
size_t take_character(std::string_view text, char32_t& point) {
  point = 0xFFFD;
  return std::max<size_t>(text::decode_utf8(text, point), 1);
}

}  // namespace

bool is_like(std::string_view pattern, std::string_view text) {
  size_t p = 0;
  size_t t = 0;
  size_t star = std::string_view::npos;  // behind the last "*"
  size_t tried = 0;                      // where the rest was tried
  while (t < text.size()) {
    char32_t character;
    size_t size = take_character(text.substr(t), character);
    if (p < pattern.size() && pattern[p] == '*') {
      star = ++p;
      tried = t;
    } else if (p < pattern.size() && pattern[p] == '?') {
      ++p;
      t += size;
    } else if (p < pattern.size() &&
               pattern.substr(p).starts_with(text.substr(t, size))) {
      p += size;
      t += size;
    } else if (star != std::string_view::npos) {
      tried += take_character(text.substr(tried), character);
      p = star;
      t = tried;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

std::string_view fixed_beginning(std::string_view pattern) {
  return pattern.substr(0, pattern.find_first_of("*?"));
}

NearWords::NearWords(std::string_view word, uint32_t edits) : most_(edits) {
  while (!word.empty()) {
    char32_t point;
    word.remove_prefix(take_character(word, point));
    word_ += point;
  }
  rows_.emplace_back();
  for (uint32_t i = 0; i <= word_.size(); ++i) rows_[0].push_back(i);
}

NearWords::Answer NearWords::compare(std::string_view word) {
  size_t same = 0;
  size_t at = 0;
  bool shares = true;
  while (at < word.size()) {
    char32_t point;
    at += take_character(word.substr(at), point);
    if (shares && same < last_.size() && last_[same] == point) {
      ++same;
    } else {
      if (shares) {
        last_.resize(same);
        ends_.resize(same);
        shares = false;
      }
      last_ += point;
      ends_.push_back(at);
    }
    // Further characters of a hopeless word need no rows.
    if ((shares ? same : last_.size()) > word_.size() + most_ + 1) break;
  }
  if (shares) {
    last_.resize(same);
    ends_.resize(same);
  }
  rows_.resize(std::max(rows_.size(), last_.size() + 1));
  valid_ = std::min(valid_, same);
  for (size_t i = 1; i <= last_.size(); ++i) {
    std::vector<uint32_t>& row = rows_[i];
    if (i > valid_) {
      const std::vector<uint32_t>& above = rows_[i - 1];
      row.resize(word_.size() + 1);
      row[0] = static_cast<uint32_t>(i);
      for (size_t k = 1; k <= word_.size(); ++k) {
        bool equal = last_[i - 1] == word_[k - 1];
        row[k] = std::min(
            {above[k - 1] + (equal ? 0U : 1U), above[k] + 1, row[k - 1] + 1});
        if (i > 1 && k > 1 && last_[i - 1] == word_[k - 2] &&
            last_[i - 2] == word_[k - 1]) {
          row[k] = std::min(row[k], rows_[i - 2][k - 2] + 1);
        }
      }
      valid_ = i;
    }
    // Two neighbours in the other order may still save one.
    uint32_t least = *std::min_element(row.begin(), row.end());
    uint32_t before =
        *std::min_element(rows_[i - 1].begin(), rows_[i - 1].end());
    if (least > most_ && before + 1 > most_) return {0, false, ends_[i - 1]};
  }
  uint32_t edits = rows_[last_.size()].back();
  return {edits, edits <= most_, 0};
}

}  // namespace wax::index
