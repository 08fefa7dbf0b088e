// What a body is, by its bytes.
#pragma once

#include <cstddef>
#include <string_view>

namespace wax::document {

// How many first bytes of a body tell what it is (WHATWG MIME Sniffing, 5.2).
inline constexpr size_t kSniffed = 1445;

// Whether bytes that are declared as text are binary: they begin like a known
// binary format, or have many control characters in their first kSniffed bytes
// (one in 32) that no text has (the "binary data bytes" of the WHATWG MIME
// Sniffing standard), NULs at the front apart. UTF-16 is text.
[[nodiscard]] bool looks_binary(std::string_view bytes);

// A type for bytes whose declared type says nothing: text/html, text/xml,
// text/plain, that of a known binary format such as image/png, or
// application/octet-stream: one such control character is enough, but for NULs
// after a page.
[[nodiscard]] std::string_view sniff_type(std::string_view bytes);

// Whether a stated type is one of XHTML, in which any element may be empty, as
// "<script/>".
[[nodiscard]] bool is_xhtml(std::string_view content_type);

}  // namespace wax::document
