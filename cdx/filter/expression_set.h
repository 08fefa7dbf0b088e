// Finds very many regular expressions, or fixed texts, in a text.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace re2 {
class FilteredRE2;
class RE2;
}  // namespace re2

namespace wax::cdx {

// Reads a text once, in a time that hardly depends on the number of strings:
// each string is listed under eight of its bytes (four, if it is short), those
// that are rarest in all strings, and is compared only where these bytes occur.
class LiteralSet {
 public:
  // Strings of fewer than four bytes are compared one by one.
  static constexpr size_t kWindow = 4;

  LiteralSet() : LiteralSet(std::vector<std::string>{}) {}
  explicit LiteralSet(std::vector<std::string> literals);

  // Sets `found` to the indexes of the strings that occur in `text`, each once,
  // in order.
  void find(std::string_view text, std::vector<int>& found) const;
  [[nodiscard]] bool any(std::string_view text) const;

 private:
  struct Entry {
    uint64_t window;  // its bytes
    uint32_t bucket;
    uint32_t offset;  // of the window in the literal
    int literal;
  };
  // Literals under windows of one size.
  struct Table {
    size_t size;
    int bits = 0;                 // of a bucket's number
    std::vector<uint64_t> used;   // one bit per bucket
    std::vector<uint32_t> begin;  // of each bucket in entries
    std::vector<Entry> entries;
  };

  void fill(Table& table, const std::vector<int>& members);
  // Calls `found` for each occurrence; false when `found` returned false.
  template <typename Word, typename Found>
  bool scan(const Table& table, std::string_view text, Found found) const;
  template <typename Found>
  void scan_all(std::string_view text, Found found) const;

  std::vector<std::string> literals_;
  std::vector<int> short_;
  Table fours_{4, 0, {}, {}, {}};
  Table eights_{8, 0, {}, {}, {}};
};

// Expressions of RE2, over bytes. A plain expression (required_texts()) is kept
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

struct RequiredTexts {
  std::vector<std::string> texts;
  bool any_case = false;  // texts are in lower case and found in any case
};

// The runs of literal bytes that occur in every match of a plain expression,
// each at least `least` bytes long; there may be none. A plain expression
// consists of literal bytes, escaped punctuation, ".", \d \w \s and their
// opposites, \b, classes of characters and ranges, groups, alternatives, "^"
// and "$", and * + ? {n,m} after a single thing; it may begin with "(?i)". It
// is always a valid and small expression of RE2 (by bytes: Latin-1), so it need
// not be compiled to check it. Empty for any other expression, which may be
// invalid.
[[nodiscard]] std::optional<RequiredTexts> required_texts(
    std::string_view expression, size_t least);

}  // namespace wax::cdx
