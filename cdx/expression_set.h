// Which of very many regular expressions are found in a text.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/literal_set.h"

namespace re2 {
class FilteredRE2;
class RE2;
}  // namespace re2

namespace wax::cdx {

// Expressions of RE2, of bytes. An expression of the plain kind
// (required_text.h) is kept as text, and compiled when all texts that it
// requires have been found in one text: a hundred thousand of them take 35 MB
// and cost hardly more than as many strings. Any other is compiled at once
// (some 25 microseconds and 2.7 KB each) and tried where fixed parts of it
// stand in the text, or always when it has none of four bytes.
class ExpressionSet {
 public:
  ExpressionSet();
  ~ExpressionSet();

  // Throws UsageError for one that is none.
  void add(std::string_view expression);
  // Call once, when all are added and before any().
  void finish();

  [[nodiscard]] bool empty() const { return plain_.empty() && !any_other_; }
  // Whether one of them is found in the text. Not in several threads at once.
  [[nodiscard]] bool any(std::string_view text);

 private:
  struct Plain {
    std::string expression;
    std::vector<std::string> texts;  // that it requires; but for the key
    std::unique_ptr<re2::RE2> compiled;
  };

  [[nodiscard]] bool any_plain(std::string_view text);
  [[nodiscard]] bool any_other(std::string_view text);
  [[nodiscard]] bool matches(Plain& plain, std::string_view text);

  std::vector<Plain> plain_;
  LiteralSet keys_;               // one text of each
  std::vector<uint32_t> listed_;  // places in plain_, by key
  std::vector<uint32_t> lists_;   // where each key's begin in listed_

  std::unique_ptr<re2::FilteredRE2> others_;
  bool any_other_ = false;
  LiteralSet atoms_;  // in lower case
  std::string lower_;
  std::vector<int> found_;
};

}  // namespace wax::cdx
