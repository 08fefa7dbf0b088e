// Numbers in lines that are sorted as bytes: no byte ends a line, and the order
// of the bytes is that of the numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace wax::graph {

inline constexpr size_t kIdBytes = 5;    // 35 bits
inline constexpr size_t kDateBytes = 7;  // 49 bits
inline constexpr size_t kHashBytes = 10;

// Appends the lowest 7 * `bytes` bits.
inline void append_sortable(uint64_t number, size_t bytes, std::string& out) {
  for (size_t i = bytes; i-- > 0;) {
    uint64_t bits = 7 * i < 64 ? number >> (7 * i) : 0;
    out += static_cast<char>(0x80 | (bits & 0x7f));
  }
}

// Removes the number from the beginning of `rest`, which has it.
inline uint64_t take_sortable(std::string_view& rest, size_t bytes) {
  uint64_t number = 0;
  for (size_t i = 0; i < bytes; ++i) {
    number = number << 7 | (static_cast<unsigned char>(rest[i]) & 0x7f);
  }
  rest.remove_prefix(bytes);
  return number;
}

}  // namespace wax::graph
