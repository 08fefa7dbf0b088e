// Fields of a record's header that only some crawlers write, those with a
// browser (Browsertrix, ArchiveWeb.page) or with words for TLS (wget-at).
#pragma once

#include <array>
#include <string>

#include "document/text/document.h"
#include "warc/record/record.h"

namespace wax::collection {

inline constexpr size_t kCrawlerFields = 5;

// A value of each field; empty: the record has none.
using CrawlerValues = std::array<std::string, kCrawlerFields>;

// Reads them all, reusing the memory of `values`.
void read_crawler_fields(const warc::Record& record, CrawlerValues& values);

// Gives the document these values, as Document has them.
void set_crawler_fields(const CrawlerValues& values,
                        document::Document& document);

}  // namespace wax::collection
