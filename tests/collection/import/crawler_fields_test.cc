#include "collection/import/crawler_fields.h"

#include <gtest/gtest.h>

#include <string>

#include "collection/versions/document_fields.h"
#include "tests/support/archives.h"
#include "warc/reader/reader.h"

namespace wax::collection {
namespace {

document::Document document_of(const std::string& more) {
  tests::WarcFields fields;
  fields.more = more;
  tests::Problems problems;
  auto reader = warc::open_archive(
      tests::memory_file(tests::warc_record("block", fields)), problems);
  warc::Record record;
  EXPECT_TRUE(reader->next(record));
  CrawlerValues values;
  values.fill("of the record before");
  read_crawler_fields(record, values);
  document::Document document;
  set_crawler_fields(values, document);
  return document;
}

// "field=value " of each value that the index has of these fields.
std::string indexed(const document::Document& document) {
  std::string all;
  DocumentFields fields;
  for (const index::FieldValue& value : fields.values(document, {}, {})) {
    if (value.field == "page_id" || value.field == "resource_type" ||
        value.field == "protocol" || value.field == "cipher_suite" ||
        value.field == "json_metadata") {
      all.append(value.field).append("=").append(value.value) += ' ';
    }
  }
  return all;
}

TEST(CrawlerFields, AreThoseOfTheRecord) {
  const document::Document document = document_of(
      "WARC-Page-ID: 4b1c\r\nWARC-Resource-Type: XHR\r\n"
      "WARC-JSON-Metadata: {\"ipType\":\"Public\"}\r\n");
  EXPECT_EQ(indexed(document),
            "page_id=4b1c resource_type=xhr "
            "json_metadata={\"ipType\":\"Public\"} ");
}

TEST(CrawlerFields, RepeatedOnesAreValuesOfTheirOwn) {
  const document::Document document = document_of(
      "WARC-Protocol: h2\r\nWARC-Protocol: TLS/1.3\r\n"
      "WARC-Cipher-Suite: TLS_AES_128_GCM_SHA256\r\n"
      "WARC-Cipher-Suite: TLS_AES_256_GCM_SHA384\r\n");
  EXPECT_EQ(document.protocol, "h2, tls/1.3");
  EXPECT_EQ(indexed(document),
            "protocol=h2 protocol=tls/1.3 cipher_suite=TLS_AES_128_GCM_SHA256 "
            "cipher_suite=TLS_AES_256_GCM_SHA384 ");
}

TEST(CrawlerFields, AreNotThereWithoutThem) {
  EXPECT_EQ(document_of(""), document::Document());
  EXPECT_EQ(indexed(document_of("")), "");
}

TEST(CrawlerFields, AreWellFormed) {
  EXPECT_EQ(document_of("WARC-Page-ID: a\xFF\r\n").page_id, "a\uFFFD");
}

}  // namespace
}  // namespace wax::collection
