// The languages that a page is likely to be in.
#pragma once

#include <string_view>
#include <vector>

namespace wax::document {

// The languages of language_pairs.h that are usual under the top-level domain
// of a URL; none for "com" and its like.
[[nodiscard]] std::vector<std::string_view> languages_of_domain(
    std::string_view url);

// The language of a tag, such as "pt-BR", by its name in language_pairs.h;
// empty for another one.
[[nodiscard]] std::string_view language_of_tag(std::string_view tag);

}  // namespace wax::document
