// Which of very many regular expressions are found in a text.
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

  [[nodiscard]] bool empty() const {
    return exact_.all.empty() && any_case_.all.empty() && !any_other_;
  }
  // Whether one of them is found in the text. Not in several threads at once.
  [[nodiscard]] bool any(std::string_view text);

 private:
  struct Plain {
    std::string expression;
    std::vector<std::string> texts;  // that it requires; but for the key
    std::unique_ptr<re2::RE2> compiled;
  };
  // Plain expressions that all are of one case, or all of any.
  struct PlainOnes {
    std::vector<Plain> all;
    LiteralSet keys;               // one text of each
    std::vector<uint32_t> listed;  // places in `all`, by key
    std::vector<uint32_t> lists;   // where each key's begin in `listed`

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
