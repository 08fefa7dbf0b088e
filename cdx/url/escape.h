// Percent-escapes of URLs, over any bytes, in place and in linear time.
#pragma once

#include <string>
#include <string_view>

namespace wax::cdx {

// Undoes escapes until none is left: "%2525" becomes "%". An escape is a "%"
// and two hexadecimal digits; any other "%" stays.
void unescape_repeatedly(std::string& text);

// Escapes what is not printable ASCII, and "%" and "#", with upper-case digits.
void escape(std::string& text);
// The same for the bytes that `unsafe` names, and not for "%" and "#".
void escape_with(std::string_view unsafe, std::string& text);

// Appends `text` with its spaces, controls and DEL escaped, so that it can
// stand in a line as one field. Other bytes are kept as they are.
void append_as_field(std::string_view text, std::string& line);

}  // namespace wax::cdx
