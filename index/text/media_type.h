// What a body is, by its bytes.
#pragma once

#include <string_view>

namespace wax::index {

// Whether bytes that claim to be text are none: they begin like a known binary
// format, or hold control characters that no text has in their first 1445 bytes
// (the "binary data bytes" of the WHATWG MIME Sniffing standard).
[[nodiscard]] bool looks_binary(std::string_view bytes);

// A type for bytes whose own says nothing: text/html, text/xml, text/plain, or
// application/octet-stream.
[[nodiscard]] std::string_view sniff_type(std::string_view bytes);

}  // namespace wax::index
