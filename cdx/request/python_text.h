// Values as Python writes them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace wax::cdx {

// A whole number in all its digits.
[[nodiscard]] std::string python_integer(double number);
// A finite float.
[[nodiscard]] std::string python_float(double number);
// datetime.datetime, of milliseconds since 1970 in the years 1 to 9999.
[[nodiscard]] std::string python_date(double milliseconds);
// uuid.UUID, of 16 bytes.
[[nodiscard]] std::string python_uuid(std::string_view bytes);

// The number that int() reads in a text, in plain digits; nothing when int()
// fails.
[[nodiscard]] std::optional<std::string> python_int(std::string_view text);
// Whether such a number is less than another.
[[nodiscard]] bool less_as_int(const std::string& a, const std::string& b);

}  // namespace wax::cdx
