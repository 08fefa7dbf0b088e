// Kinds of media types that people search for.
#pragma once

#include <string_view>

namespace wax::document {

// The family of a bare media type in lower case: html, pdf, image, text,
// office, audio or video; empty for other types.
[[nodiscard]] std::string_view type_family(std::string_view type);

}  // namespace wax::document
