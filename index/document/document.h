// The data that an import keeps of one capture.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "index/text/link.h"

namespace wax::index {

// Text fields are well-formed UTF-8. `url`, `urlkey` and `filename` are bytes
// as the archive has them.
struct Document {
  std::string url;          // as captured
  std::string urlkey;       // of the segment's key kind
  std::string digest;       // normal spelling, "sha1:..."
  std::string date;         // 14 digits, UTC
  std::string type;         // media type, lower case, without parameters
  std::string charset;      // encoding of the text: "utf-8", ...; empty
                            // when nothing was decoded
  std::string title;        // white space collapsed
  std::string description;  // of <meta name=description>
  std::string content;      // the visible text; words separated by spaces,
                            // blocks by "\n"
  std::string collection;   // empty: none
  std::string filename;     // of the archive, without its folders
  uint64_t offset = 0;      // of the record in it, as CDX has it
  uint64_t length = 0;      // bytes of the record's block as stored, an HTTP
                            // head included, as NutchWAX counts
  int status = 0;           // HTTP; 0: the record has none
  bool noindex = false;     // the page asked robots not to index it
  bool nofollow = false;    // ... or not to follow its links
  bool truncated = false;   // the archive or the body limit cut the text short
  std::vector<Link> links;

  friend bool operator==(const Document&, const Document&) = default;
};

// The stored form: every field in the order above, numbers as LEB128, strings
// after their length.
void append_document(const Document& document, std::string& out);

// Reads what append_document() wrote, reusing the strings' memory. False when
// the bytes are not exactly one document.
[[nodiscard]] bool parse_document(std::string_view bytes, Document& document);

}  // namespace wax::index
