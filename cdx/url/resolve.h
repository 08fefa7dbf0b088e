// References against the page that holds them.
#pragma once

#include <string>
#include <string_view>

namespace wax::cdx {

// Appends the absolute form of `reference` (RFC 3986, section 5.2, over any
// bytes; white space around it is dropped) to `url`. A reference that is
// absolute already is appended as it is.
void append_resolved(std::string_view base, std::string_view reference,
                     std::string& url);

}  // namespace wax::cdx
