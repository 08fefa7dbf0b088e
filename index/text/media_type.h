// What a body can be read as.
#pragma once

#include <string>
#include <string_view>

namespace wax::index {

enum class TextKind {
  kNone,  // no text that can be read here
  kHtml,
  kXml,
  kPlain,
};

// Lower case, without parameters and white space.
[[nodiscard]] std::string bare_type(std::string_view content_type);

// Of a bare type. All of text/* is text, and so are scripts, JSON and XML.
[[nodiscard]] TextKind text_kind(std::string_view type);

// Whether a type says nothing: empty, "unk", "no-type", "*/*",
// application/octet-stream, ...
[[nodiscard]] bool is_vague(std::string_view type);

// Whether bytes that claim to be text are none: they begin like a known binary
// format, or hold control characters that no text has in their first 1445 bytes
// (the "binary data bytes" of the WHATWG MIME Sniffing standard).
[[nodiscard]] bool looks_binary(std::string_view bytes);

// A type for bytes whose own says nothing: text/html, text/xml, text/plain, or
// application/octet-stream.
[[nodiscard]] std::string_view sniff_type(std::string_view bytes);

}  // namespace wax::index
