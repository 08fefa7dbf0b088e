// Finds very many strings in a text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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

}  // namespace wax::cdx
