#include "warc/record/record_part.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/archives.h"
#include "warc/reader/reader.h"

namespace wax::warc {
namespace {

using testing::ElementsAre;

struct Parts {
  std::string record, headers, body, entity, payload;
};

std::string part_of(const std::string& archive, Part part,
                    tests::Problems& problems) {
  auto reader = open_archive(tests::memory_file(archive), problems);
  Record record;
  EXPECT_TRUE(reader->next(record));
  std::string bytes;
  auto output = io::open_memory(bytes);
  write_part(record, part, "a.warc", *output, problems);
  output->finish();
  return bytes;
}

Parts parts_of(const std::string& archive) {
  tests::Problems problems;
  Parts parts{part_of(archive, Part::kRecord, problems),
              part_of(archive, Part::kHeaders, problems),
              part_of(archive, Part::kBody, problems),
              part_of(archive, Part::kEntity, problems),
              part_of(archive, Part::kPayload, problems)};
  EXPECT_THAT(problems.ids(), ElementsAre());
  return parts;
}

TEST(RecordPart, TakesAResponseApart) {
  std::string compressed = tests::gzip_member("the page");
  std::string head =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
      "Content-Encoding: gzip\r\n\r\n";
  char size[16];
  std::snprintf(size, sizeof size, "%zx\r\n", compressed.size());
  std::string body = size + compressed + "\r\n0\r\n\r\n";
  std::string record = tests::warc_record(head + body);
  std::string header = record.substr(0, record.find("\r\n\r\n") + 4);
  for (const std::string& archive : {record, tests::gzip_member(record)}) {
    Parts parts = parts_of(archive);
    EXPECT_EQ(parts.record, header + head + body);
    EXPECT_EQ(parts.headers, header + head);
    EXPECT_EQ(parts.body, body);
    EXPECT_EQ(parts.entity, compressed);
    EXPECT_EQ(parts.payload, "the page");
  }
}

TEST(RecordPart, ABlockThatIsNoMessageIsItsOwnPayload) {
  // A resource may hold what looks like a message.
  tests::WarcFields fields;
  fields.type = "resource";
  std::string block = "HTTP/1.1 200 OK\r\n\r\ntext";
  std::string resource = tests::warc_record(block, fields);
  Parts parts = parts_of(resource);
  EXPECT_EQ(parts.payload, block);
  EXPECT_EQ(parts.body, block);
  EXPECT_EQ(parts.headers, resource.substr(0, resource.find("HTTP/1.1")));
  // And a response may be none.
  EXPECT_EQ(parts_of(tests::warc_record("no message")).payload, "no message");
  fields.type = "response";
  fields.uri = "dns:example.org";
  EXPECT_EQ(parts_of(tests::warc_record(block, fields)).payload, block);
}

TEST(RecordPart, OfArcHasItsLine) {
  std::string record = tests::arc_record(tests::http_response("page"));
  std::string line = record.substr(0, record.find('\n') + 1);
  Parts parts = parts_of(tests::arc_filedesc("a.arc"));
  EXPECT_TRUE(parts.headers.starts_with("filedesc://a.arc "));
  parts = parts_of(record);
  EXPECT_EQ(parts.payload, "page");
  EXPECT_TRUE(parts.headers.starts_with(line + "HTTP/1.1 200 OK\r\n"));
}

TEST(RecordPart, SaysWhatCannotBeDecoded) {
  tests::Problems problems;
  std::string bytes =
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nplain text";
  EXPECT_EQ(part_of(tests::warc_record(bytes), Part::kPayload, problems),
            "plain text");
  ASSERT_EQ(problems.all.size(), 1u);
  EXPECT_EQ(problems.all[0].file, "a.warc");
  EXPECT_EQ(problems.all[0].offset, 0u);
}

TEST(RecordPart, StoredBytesAreAnArchiveOfTheirOwn) {
  std::string one = tests::warc_record("one");
  std::string two = tests::warc_record("two");
  std::string compressed = tests::gzip_member(one);
  auto stored = [](std::string bytes, Extent extent, bool& done) {
    auto file = tests::memory_file(std::move(bytes));
    EXPECT_TRUE(file->seek(extent.offset));
    std::string out;
    auto output = io::open_memory(out);
    done = write_stored(*file, extent, Format::kWarc, *output);
    return out;
  };
  bool done = false;
  // Uncompressed, the extent ends with the block.
  EXPECT_EQ(stored(one + two, {one.size(), two.size() - 4, true}, done), two);
  EXPECT_TRUE(done);
  EXPECT_EQ(stored(one + two, {0, one.size() - 4, true}, done), one);
  EXPECT_EQ(stored(compressed + compressed, {0, compressed.size(), true}, done),
            compressed);
  EXPECT_EQ(stored(compressed, {0, 0, false}, done), "");
  EXPECT_FALSE(done);
}

TEST(RecordPart, FileNamesHoldNothingThatLeadsElsewhere) {
  Record record;
  record.offset = 784;
  const std::pair<const char*, const char*> kCases[] = {
      {"http://example.org/a/index.html?q=/x#y", "a.warc.gz-784-index.html"},
      {"http://example.org/", "a.warc.gz-784"},
      {"http://example.org/..\\x y", "a.warc.gz-784-.._x_y"},
      {"", "a.warc.gz-784"}};
  for (const auto& [url, name] : kCases) {
    record.target_uri = url;
    EXPECT_EQ(record_file_name("b.wacz!/archive/a.warc.gz", record), name);
  }
}

}  // namespace
}  // namespace wax::warc
