// Media types: as header fields state them, and what they mean. A new format of
// documents is a row of the table in media_type.cc, and its reader
// (document/formats).
#pragma once

#include <cstdint>
#include <span>
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

// The formats of documents that are not HTML.
enum class DocumentFormat : uint8_t {
  kNone,       // no format that is read here
  kPdf,        // Portable Document Format
  kPackage,    // Office Open XML, OpenDocument or EPUB: a zip file
  kRtf,        // Rich Text Format
  kMail,       // one message (RFC 5322)
  kMailbox,    // many of them (mbox)
  kFeed,       // RSS or Atom
  kOldOffice,  // Word, Excel or PowerPoint 97 to 2003: a compound file
};
inline constexpr DocumentFormat kLastFormat = DocumentFormat::kOldOffice;

struct MediaType {
  std::string_view type;  // bare, in lower case
  TextKind text = TextKind::kNone;
  // Whether bodies are for readers and viewers, and so imported: pages, text,
  // PDF and office documents, images, audio and video; no style sheets,
  // scripts, JSON, fonts and packages.
  bool is_document = false;
  // What people search for: html, pdf, image, text, office, audio or video.
  std::string_view family = {};
  DocumentFormat format = DocumentFormat::kNone;
  std::string_view extension = {};  // of the files of a format: "pdf"
  std::string_view label = {};  // what people are shown; empty: the type itself
};

// All types that the table names, those of a format in the order of their use.
[[nodiscard]] std::span<const MediaType> media_types();

// What a bare type means, also one that the table does not name (`type` is
// empty then): all of text/* is text, and so are JSON and XML.
[[nodiscard]] MediaType meaning_of(std::string_view type);

[[nodiscard]] inline TextKind text_kind(std::string_view type) {
  return meaning_of(type).text;
}
[[nodiscard]] inline bool is_document(std::string_view type) {
  return meaning_of(type).is_document;
}
[[nodiscard]] inline std::string_view type_family(std::string_view type) {
  return meaning_of(type).family;
}

// Whether a type says nothing: empty, "unk", "no-type", "*/*",
// application/octet-stream, application/http (of a message without a head), ...
[[nodiscard]] bool is_vague(std::string_view type);

}  // namespace wax::warc
