// Reads XML as object stores answer with: elements, and texts in them.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace wax::io {

// Calls `use` at the end of each element with its path, such as
// "ListBucketResult/Contents/Key", and its own text. Attributes are passed
// over. False when the text is not well-formed, is nested deeper than 32
// elements, or has a document type: what was told until then is not to be used.
[[nodiscard]] bool read_plain_xml(
    std::string_view xml,
    const std::function<void(std::string_view path, std::string& text)>& use);

}  // namespace wax::io
