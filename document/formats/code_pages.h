// Code pages of Windows, which RTF and old office documents name by number.
#pragma once

#include <string_view>

namespace wax::document {

// The name of the encoding of bytes, as charset.h has it; empty when there is
// none.
[[nodiscard]] std::string_view encoding_of_code_page(int number);

}  // namespace wax::document
