// Media types as header fields state them.
#pragma once

#include <string>
#include <string_view>

namespace wax::warc {

// "type/subtype" with any parameters, as RFC 9110, 8.3.1, writes them:
// "text/html; charset=utf-8". White space around ";" may be there.
[[nodiscard]] bool is_media_type(std::string_view text);

// A token of RFC 9110, 5.6.2: names of fields, types and parameters.
[[nodiscard]] bool is_token(std::string_view text);

// What a Content-Type has up to the first of `ends`, without white space around
// it.
[[nodiscard]] std::string_view media_type(std::string_view content_type,
                                          std::string_view ends);

// What a body of a type can be read as.
enum class TextKind {
  kNone,  // no text that can be read here
  kHtml,
  kXml,
  kPlain,
};

// Lower case, without parameters and white space.
[[nodiscard]] std::string bare_type(std::string_view content_type);

// Takes a bare type. All of text/* is text, and so are scripts, JSON and XML.
[[nodiscard]] TextKind text_kind(std::string_view type);

// Whether bodies of a bare type are for readers and viewers: pages, text, PDF
// and office documents, images, audio and video; no style sheets, scripts,
// JSON, fonts and packages.
[[nodiscard]] bool is_document(std::string_view type);

// Whether a type says nothing: empty, "unk", "no-type", "*/*",
// application/octet-stream, application/http (of a message without a head), ...
[[nodiscard]] bool is_vague(std::string_view type);

}  // namespace wax::warc
