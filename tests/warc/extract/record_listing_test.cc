#include "warc/extract/record_listing.h"

#include <gtest/gtest.h>

#include "io/error.h"
#include "tests/support/archives.h"
#include "warc/reader/reader.h"

namespace wax::warc {
namespace {

std::string list(const ListingOptions& options,
                 const std::vector<std::string>& paths,
                 const std::string& archive) {
  std::string text;
  auto output = io::open_memory(text);
  RecordListing listing(options, paths, *output);
  NoProblems problems;
  auto reader = open_archive(tests::memory_file(archive), problems);
  Record record;
  while (reader->next(record)) {
    listing.read(record);
    listing.write(record, reader->finish(), "a.warc");
  }
  return text;
}

const std::string kRecord = tests::warc_record(
    "text",
    {.type = "resource", .uri = "http://a/\tb", .content_type = "text/plain"});

TEST(RecordListing, IsATable) {
  EXPECT_EQ(list({.header = true}, {"a.warc"}, kRecord),
            "    offset    length  type        date            status  mime"
            "                      content-length  url\n"
            "         0       " +
                std::to_string(kRecord.size() - 4) +
                "  resource    20140103030321  -       text/plain"
                "                         4  http://a/ b\n");
}

TEST(RecordListing, NamesTheFileWhenThereAreSeveral) {
  EXPECT_TRUE(list({}, {"x/a.warc", "x/longer.warc"}, kRecord)
                  .starts_with("a.warc                0  "));
}

TEST(RecordListing, HasTheRequestedFields) {
  EXPECT_EQ(list({.fields = {"type", "http:status", "url"}, .header = true}, {},
                 kRecord),
            "type\thttp:status\turl\nresource\t-\thttp://a/ b\n");
}

TEST(RecordListing, IsJson) {
  EXPECT_EQ(list({.fields = {"type", "http:status", "url"}, .json = true}, {},
                 kRecord),
            "{\"type\": \"resource\", \"url\": \"http://a/\\tb\"}\n");
  EXPECT_EQ(list({.fields = {"http:status"}, .json = true}, {}, kRecord),
            "{}\n");
}

TEST(RecordListing, RefusesAFieldWithoutAName) {
  EXPECT_THROW(list({.fields = {""}}, {}, kRecord), UsageError);
}

}  // namespace
}  // namespace wax::warc
