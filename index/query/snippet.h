// The part of a text that shows why the text was found.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "index/query/query.h"

namespace wax::index {

struct Snippet {
  std::string text;  // one line; "..." where something was left out
  std::vector<std::pair<size_t, size_t>> marks;  // bytes, begin and end, sorted
};

// The beginning of a text, valid until more of it is asked for.
struct TextSoFar {
  std::string_view text;
  bool whole = true;
};
// A text that is read as far as it is needed: each call gives more of it.
using GrowingText = std::function<TextSoFar()>;

// The part of about `length` bytes with a phrase of the words, rather one
// without the end of a sentence in it; then with the most of the different
// `words`, or else the beginning. Only the first `limit` bytes are read, and a
// text that grows not much further than to a part with all words and a phrase.
[[nodiscard]] Snippet make_snippet(const GrowingText& text,
                                   const std::vector<Query::Word>& words,
                                   size_t length = 240, size_t limit = 1 << 20);
// The same of a text that is all there, and all read.
[[nodiscard]] Snippet make_snippet(std::string_view text,
                                   const std::vector<Query::Word>& words,
                                   size_t length = 240, size_t limit = 1 << 20);

// The text with `before` and `after` around each mark.
[[nodiscard]] std::string marked(const Snippet& snippet,
                                 std::string_view before,
                                 std::string_view after);

}  // namespace wax::index
