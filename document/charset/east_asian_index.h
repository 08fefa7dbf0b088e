// The indexes of East Asian encodings.
#pragma once

#include <cstddef>
#include <vector>

namespace wax::document {

// The characters of an index of the WHATWG Encoding standard by their pointers;
// 0 where it has none.
using EastAsianIndex = std::vector<char32_t>;

// Each is made of ICU's converter when it is first asked for, with the
// characters put right that ICU has otherwise. Any number of threads may call
// them.
[[nodiscard]] const EastAsianIndex& jis0208();  // by 188 in a row
[[nodiscard]] const EastAsianIndex& jis0212();
[[nodiscard]] const EastAsianIndex& big5();
[[nodiscard]] const EastAsianIndex& euc_kr();
[[nodiscard]] const EastAsianIndex& gb18030();
// What the forms of four bytes mean within the basic plane.
[[nodiscard]] const EastAsianIndex& gb18030_fours();

}  // namespace wax::document
