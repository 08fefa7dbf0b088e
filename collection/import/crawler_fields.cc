#include "collection/import/crawler_fields.h"

#include <string_view>

#include "text/ascii.h"
#include "warc/extract/record_fields.h"

namespace wax::collection {
namespace {

struct CrawlerField {
  std::string_view header;
  std::string document::Document::*member;
  bool lower = false;
};

constexpr std::array<CrawlerField, kCrawlerFields> kFields = {{
    {"warc-page-id", &document::Document::page_id},
    {"warc-resource-type", &document::Document::resource_type, true},
    {"warc-protocol", &document::Document::protocol, true},
    {"warc-cipher-suite", &document::Document::cipher_suite},
    {"warc-json-metadata", &document::Document::json_metadata},
}};

}  // namespace

void read_crawler_fields(const warc::Record& record, CrawlerValues& values) {
  std::string made;
  for (size_t i = 0; i < kFields.size(); ++i) {
    values[i].assign(
        warc::warc_field(record, kFields[i].header, made).value_or(""));
  }
}

void set_crawler_fields(const CrawlerValues& values,
                        document::Document& document) {
  for (size_t i = 0; i < kFields.size(); ++i) {
    std::string& value = document.*kFields[i].member;
    value.assign(values[i]);
    if (kFields[i].lower) text::lower_case(value);
    document::make_well_formed(value);
  }
}

}  // namespace wax::collection
