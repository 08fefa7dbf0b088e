// The formats of documents that are not HTML, and how they are told apart.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace wax::document {

enum class Format : uint8_t {
  kNone,     // no format that is read here
  kPdf,      // Portable Document Format
  kPackage,  // Office Open XML, OpenDocument or EPUB: a zip file
  kRtf,      // Rich Text Format
  kMail,     // one message (RFC 5322)
  kMailbox,  // many of them (mbox)
  kFeed,     // RSS or Atom
};
inline constexpr Format kLastFormat = Format::kFeed;

// A media type, and the extension of the files that have it ("pdf").
struct FormatType {
  std::string_view type;
  std::string_view extension;
  Format format;
};

// All types of the formats above.
[[nodiscard]] std::span<const FormatType> format_types();

// The format of a bare media type.
[[nodiscard]] Format format_of_type(std::string_view type);

// The format of a document's bytes. `type` is the bare media type that is
// declared, `url` where the document was. What the bytes begin with counts
// first. Mail begins with nothing of its own: it is mail where the type or the
// URL's extension says so and the first line is one of mail. A zip file is a
// package where the type, the extension or the names of its first files say so.
[[nodiscard]] Format format_of(std::string_view bytes, std::string_view type,
                               std::string_view url);

}  // namespace wax::document
