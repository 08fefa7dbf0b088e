// Finds very many regular expressions in a text.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/filter/literal_set.h"

namespace re2 {
class FilteredRE2;
class RE2;
}  // namespace re2

namespace wax::cdx {

// Expressions of RE2, over bytes. A plain expression (required_text.h) is kept
// as text, and is compiled only when a text contains all texts that it
// requires: a hundred thousand of them take 35 MB and cost hardly more than as
// many strings. Any other is compiled at once (some 25 microseconds and 2.7 KB
// each). It is tried where the text contains its fixed parts, or always when it
// has no fixed part of four bytes.
class ExpressionSet {
 public:
  ExpressionSet();
  ~ExpressionSet();

  // Throws UsageError for an invalid expression.
  void add(std::string_view expression);
  // Call once, after the last add() and before any().
  void finish();

  [[nodiscard]] bool empty() const {
    return exact_.all.empty() && any_case_.all.empty() && !any_other_;
  }
  // Whether one of them is found in the text. For one thread at a time.
  [[nodiscard]] bool any(std::string_view text);

 private:
  struct Plain {
    std::string expression;
    std::vector<std::string> texts;  // that it requires; but for the key
    std::unique_ptr<re2::RE2> compiled;
  };
  // Plain expressions that all heed case, or all ignore it.
  struct PlainOnes {
    std::vector<Plain> all;
    LiteralSet keys;               // one text of each
    std::vector<uint32_t> listed;  // places in `all`, by key
    std::vector<uint32_t> lists;   // begin of each key's in `listed`

    void finish();
    // `text` is `as_it_is`, in lower case where required texts are.
    bool any(std::string_view text, std::string_view as_it_is,
             std::vector<int>& found);
  };

  PlainOnes exact_;
  PlainOnes any_case_;
  std::unique_ptr<re2::FilteredRE2> others_;
  bool any_other_ = false;
  LiteralSet atoms_;  // in lower case
  std::string lower_;
  std::vector<int> found_;
};

}  // namespace wax::cdx
