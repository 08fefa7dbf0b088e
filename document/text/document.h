// A document: what is known of one capture, and what its body says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "document/text/no_text.h"
#include "text/ranges.h"

namespace wax::document {

// Together they bound what a page of links of a few bytes each, on a base of
// thousands, can come to.
inline constexpr size_t kMostLinks = 50'000;
inline constexpr size_t kMostLinkBytes = 16 * 1024 * 1024;
inline constexpr size_t kLongestAnchor = 1024;

struct Link {
  std::string url;   // absolute, without fragment
  std::string text;  // of the anchor, white space collapsed, UTF-8
  // The rel attribute in lower case: "nofollow", "author"; of feeds, "item" or
  // "enclosure", as IANA's registry of link relations has them.
  std::string rel = {};
  friend bool operator==(const Link&, const Link&) = default;
};

struct Image {
  std::string url;      // absolute, without fragment
  std::string alt;      // white space collapsed, UTF-8
  std::string caption;  // in the same form
  friend bool operator==(const Image&, const Image&) = default;
};

// Text fields are well-formed UTF-8. `url`, `urlkey` and `filename` are bytes
// as the archive has them. If a field is empty, 0 or false, its value is not
// known, or the document has no such value.
struct Document {
  std::string url;          // as captured
  std::string urlkey;       // of the segment's key kind
  std::string digest;       // normal spelling, "sha1:..."
  std::string date;         // 14 digits, UTC
  std::string type;         // media type, lower case, without parameters
  std::string charset;      // encoding of the text: "utf-8", ...; empty
                            // when nothing was decoded
  std::string title;        // white space collapsed
  std::string description;  // what the page says of itself
  std::string keywords;
  std::string author;
  std::string published;             // as YYYY-MM-DD, or with a time after it
  std::string modified;              // in the same form
  std::string section;               // of the site, which the page belongs to
  std::string lead_image;            // URL
  std::string canonical;             // URL that the page gives itself
  std::string language;              // BCP 47: "en", "zh-Hant"
  uint64_t language_confidence = 0;  // percent
  std::string headings;              // one on each line: "## Second level"
  std::string robots;                // directives, as the page has them
  std::string generator;
  std::string content;  // the visible text; words separated by spaces,
                        // blocks by "\n"
  // The ranges of `content` that a page is about, in order. Other documents
  // have none.
  std::vector<text::TextRange> main;
  // Text that it is about and does not show: of hidden elements, structured
  // data, its description. A "\n" between two blocks.
  std::string main_unseen;
  NoText no_text = NoText::kNone;
  uint64_t pages = 0;      // pages, slides or sheets
  uint64_t words = 0;      // of `content`
  std::string simhash;     // of main_text(): 64 bits in hex
  std::string collection;  // empty: none
  std::string filename;    // of the archive, without its folders
  uint64_t offset = 0;     // of the record in it, as CDX has it
  uint64_t length = 0;     // bytes of the record's block as stored, an HTTP
                           // head included, as NutchWAX counts
  int status = 0;          // HTTP; 0: the record has none
  bool noindex = false;    // the page asked robots not to index it
  bool nofollow = false;   // ... or not to follow its links
  bool truncated = false;  // the archive or the body limit cut the text short
  bool revisit = false;    // the record has no body, but that of an original
  bool date_only = false;  // a revisit of what is not imported
  std::string revisit_of;  // URL of the original, if it is another as stated
  std::string revisit_of_date;  // 14 digits, of the original as stated
  // Fields of the record's header that crawlers with a browser or TLS write.
  std::string page_id;        // WARC-Page-ID: of the visit that asked for it
  std::string resource_type;  // WARC-Resource-Type in lower case: "document"
  std::string protocol;       // WARC-Protocol, in lower case; ", " between two
  std::string cipher_suite;   // WARC-Cipher-Suite, likewise but as written
  std::string json_metadata;  // WARC-JSON-Metadata
  std::vector<Link> links;
  std::vector<Image> images;

  friend bool operator==(const Document&, const Document&) = default;
};

// The text of main content, one block on a line; empty for documents that are
// no pages, and for pages without any, such as one that a server has refused.
[[nodiscard]] std::string main_text(const Document& document);

// Who fills a field: the import, from the record and its place; or the reader
// of the body, from the body and the HTTP head.
enum class FieldSource : uint8_t { kCapture, kBody };

// A field by its name in segments. A new field is a member of Document and a
// row in the table of document.cc. A name is for one meaning and one type, for
// ever.
struct DocumentField {
  std::string_view name;  // empty: not stored, only printed
  std::variant<std::string Document::*, uint64_t Document::*, int Document::*,
               bool Document::*, NoText Document::*,
               std::vector<text::TextRange> Document::*,
               std::vector<Link> Document::*, std::vector<Image> Document::*,
               std::string (*)(const Document&)>
      member;
  std::string_view printed;  // its name for readers of text; empty: not shown
  FieldSource source = FieldSource::kCapture;
};

// All fields that are stored but those below, in the order in which they are
// stored and shown.
[[nodiscard]] std::span<const DocumentField> document_fields();
// Fields that are stored apart, each by itself.
[[nodiscard]] std::span<const DocumentField> link_fields();
[[nodiscard]] std::span<const DocumentField> image_fields();
// All stored fields that the reader of the body fills, with links and images.
[[nodiscard]] std::span<const DocumentField> body_fields();
// Fields that wax-text prints, by the names that they have there: without what
// only indexes need, but "file" for filename, "text" for content, and "main"
// for main_text().
[[nodiscard]] std::span<const DocumentField> printed_fields();

// Empties the fields of the body, and keeps their memory.
void clear_body(Document& document);
// Makes all texts of the body well-formed UTF-8, but not URLs of links.
void make_body_well_formed(Document& document);
void make_well_formed(std::string& text);
// Gives a document the body fields of another, and that one its own.
void swap_body(Document& a, Document& b);

// The fields of a table, and what the numbers of stored fields stand for.
class StoredFields {
 public:
  // Numbers are those of the table.
  explicit StoredFields(std::span<const DocumentField> fields);
  // `names` has the names in the order of their numbers, separated by spaces.
  // Unknown ones are passed over in documents.
  StoredFields(std::span<const DocumentField> fields, std::string_view names);

  [[nodiscard]] std::span<const DocumentField> fields() const {
    return fields_;
  }
  [[nodiscard]] size_t size() const { return by_number_.size(); }
  // Null when it is not known.
  [[nodiscard]] const DocumentField* find(uint64_t number) const {
    return by_number_[number];
  }

 private:
  std::span<const DocumentField> fields_;
  std::vector<const DocumentField*> by_number_;
};

// The stored form: for each field that is not empty, 0 or false, its number in
// the table, the size of its value, and the value. Numbers are LEB128. A value
// is the bytes of a text, a number in LEB128, nothing for true, for ranges the
// bytes between each and the one before it and its size, or for links and
// images each text after its length.
void append_document(const Document& document,
                     std::span<const DocumentField> fields, std::string& out);

// Reads what append_document() wrote into the fields of the table, reusing the
// strings' memory; other fields stay. False when the bytes are not exactly one
// document.
[[nodiscard]] bool parse_document(std::string_view bytes,
                                  const StoredFields& fields,
                                  Document& document);

// Appends a JSON object with the given fields of those that are not empty, 0 or
// false. Links and images are lists of objects, ranges lists of two offsets.
void append_json(const Document& document,
                 std::span<const DocumentField> fields, std::string& out);

}  // namespace wax::document
