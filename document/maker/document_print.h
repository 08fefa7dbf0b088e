// Documents as other programs read them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "document/text/document.h"

namespace wax::document {

enum class DocumentForm : uint8_t {
  kJson,   // one line: an object with chosen fields
  kMain,   // what the document is about, or all text if that is not known
  kText,   // all text
  kLinks,  // lines of URL or file, URL of the link, rel, text; TABs between
  kWet,  // a WARC conversion record of text/plain, as Common Crawl writes them
};

// Appends the document. Appends nothing if the document has nothing of that
// kind, or, for kWet, has no URL or no date. `record_id` is the id of the
// document's record, as written; empty if the record has no id. `fields` are
// for kJson.
//
// A conversion record has the title and the text of the document. Its own id
// follows from that of the record, or from the record's place, so that the same
// record always gives the same bytes. The two blank lines after the record are
// left to the writer of the file.
void print_document(const Document& document, DocumentForm form,
                    std::string_view record_id,
                    std::span<const DocumentField> fields, std::string& out);

// Appends the warcinfo record that comes before `first`, which is the first
// conversion record of a file and gives the date.
void print_wet_info(std::string_view first, std::string_view software,
                    std::string& out);

}  // namespace wax::document
