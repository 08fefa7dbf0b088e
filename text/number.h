// Numbers in text.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace wax::text {

// What the digits of `text` say; nothing when it has anything else in it, is
// empty, or says more than the type holds. A sign is a "-" of a signed type.
template <typename Number = uint64_t>
[[nodiscard]] std::optional<Number> whole_number(std::string_view text,
                                                 int base = 10) {
  Number value{};
  const char* end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, value, base);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

// "12,345"
[[nodiscard]] inline std::string grouped(uint64_t number) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

}  // namespace wax::text
