// Kinds of media types that people search for.
#pragma once

#include <span>
#include <string_view>

namespace wax::document {

// html, pdf, image, text, office, audio, video.
[[nodiscard]] std::span<const std::string_view> type_families();

// The family of a bare media type in lower case; empty for other types.
[[nodiscard]] std::string_view type_family(std::string_view type);

}  // namespace wax::document
