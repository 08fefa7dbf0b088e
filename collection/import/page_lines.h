// Lists of pages in a WACZ, which its crawler wrote.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "cdx/profile/identity.h"
#include "collection/import/capture_batch.h"
#include "collection/segment/page_text.h"
#include "document/maker/document_maker.h"
#include "document/text/document.h"
#include "io/problem.h"

namespace wax::collection {

// A line of a list: what the browser said of a capture.
struct PageLine {
  std::string url;
  std::string date;  // 14 digits
  std::string title;
  std::string text;     // any bytes
  uint64_t offset = 0;  // of the line in its list
};

// The WACZ that an archive is in; empty for others.
[[nodiscard]] std::string wacz_of(std::string_view archive);

// Reads pages/pages.jsonl and pages/extraPages.jsonl of a WACZ, which may be
// missing, and hands on the lines with a title or a text. Lines longer than
// `most`, and those without a URL and a date but for the first one, are passed
// over and counted in a problem for each list ("bad-page-line"). A list that is
// damaged is reported, too ("bad-zip"). Throws what `take` throws. Source:
// WACZ 1.1.1, section 5.3. Memory: one line.
void read_page_lines(const std::string& wacz, uint64_t most,
                     const std::function<void(const PageLine&)>& take,
                     ProblemSink& problems);

// Makes the document of a line for a segment (kPageLine).
[[nodiscard]] document::Document page_document(
    const PageLine& line, const Archive& archive,
    const cdx::IdentityOptions& identity, document::DocumentMaker& maker);

}  // namespace wax::collection
