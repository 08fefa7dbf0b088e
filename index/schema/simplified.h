// Simplified Chinese characters for traditional ones: the table that ICU 72 has
// as "Traditional-Simplified". Later versions have another, so that words of an
// index would depend on the system.
#pragma once

namespace wax::index {

// Another character stays as it is.
[[nodiscard]] char32_t simplified(char32_t c);

}  // namespace wax::index
