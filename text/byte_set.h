// Sets of bytes that texts are searched for.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace wax::text {

// One look-up a byte, where std::string_view::find_first_of calls a function.
class ByteSet {
 public:
  constexpr explicit ByteSet(std::string_view bytes) {
    for (char c : bytes) has_[static_cast<unsigned char>(c)] = true;
  }

  [[nodiscard]] constexpr bool has(char c) const {
    return has_[static_cast<unsigned char>(c)];
  }
  // Where the first of them is at or after `at`; npos: nowhere.
  [[nodiscard]] constexpr size_t find_in(std::string_view text,
                                         size_t at = 0) const {
    while (at < text.size() && !has(text[at])) ++at;
    return at < text.size() ? at : std::string_view::npos;
  }

 private:
  std::array<bool, 256> has_{};
};

}  // namespace wax::text
