// Which of very many strings occur in a text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wax::cdx {

// Looks a text through once, in a time that hardly depends on how many strings
// there are: each is listed under those four of its bytes that are rarest among
// all of them, and only where such four bytes stand it is compared.
class LiteralSet {
 public:
  // Strings of fewer than four bytes are compared one by one.
  static constexpr size_t kWindow = 4;

  LiteralSet() : LiteralSet(std::vector<std::string>{}) {}
  explicit LiteralSet(std::vector<std::string> literals);

  // Replaces `found` by the indexes of those that occur in `text`, each once,
  // in order.
  void find(std::string_view text, std::vector<int>& found) const;
  [[nodiscard]] bool any(std::string_view text) const;

 private:
  struct Place {
    uint32_t bucket;
    uint32_t offset;  // of the window in the literal
    int literal;
  };
  static constexpr int kBits = 18;

  // Calls `found` for each occurrence until it says false.
  template <typename Found>
  void scan(std::string_view text, Found found) const;

  std::vector<std::string> literals_;
  std::vector<int> short_;
  std::vector<uint64_t> used_;   // a bit a bucket
  std::vector<uint32_t> begin_;  // of each bucket in places_
  std::vector<Place> places_;
};

}  // namespace wax::cdx
