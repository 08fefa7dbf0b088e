#include "warc/reader/reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <string>

#include "tests/support/archives.h"
#include "tests/support/http_server.h"
#include "tests/support/temp_dir.h"
#include "tests/warc/seen.h"

namespace wax::warc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using tests::arc_filedesc;
using tests::arc_record;
using tests::gzip_member;
using tests::http_response;
using tests::memory_file;
using tests::Problems;
using tests::warc_record;

TEST(Reader, ReadsAMemberForEachRecord) {
  std::string first = gzip_member(warc_record("one"));
  std::string second = gzip_member(warc_record("two", {.uri = "urn:x"}));
  Problems problems;
  auto records = read(first + second, problems);
  ASSERT_EQ(records.size(), 2);
  EXPECT_EQ(records[0].block, "one");
  EXPECT_EQ(records[1].block, "two");
  EXPECT_EQ(records[1].uri, "urn:x");
  EXPECT_EQ(records[0].extent.offset, 0);
  EXPECT_EQ(records[0].extent.length, first.size());
  EXPECT_EQ(records[1].extent.offset, first.size());
  EXPECT_EQ(records[1].extent.length, second.size());
  EXPECT_TRUE(records[1].intact);
  EXPECT_THAT(problems.ids(), IsEmpty());
}

TEST(Reader, ShowsTheBeginningOfBlocksThatArePassedOver) {
  std::mt19937 random(4);
  std::string block = "waxwing ";
  while (block.size() < 100'000) block += static_cast<char>(random());
  const std::string member = gzip_member(warc_record(block));
  Problems problems;
  auto reader = open_archive(
      memory_file(member + member + gzip_member(warc_record("end"))), problems);
  reader->skim();
  Record record;
  for (size_t i = 0; i < 2; ++i) {
    ASSERT_TRUE(reader->next(record));
    EXPECT_EQ(record.offset, i * member.size());
    EXPECT_EQ(record.body->peek(20).substr(0, 20), block.substr(0, 20));
  }
  ASSERT_TRUE(reader->next(record));
  EXPECT_EQ(io::read_all(*record.body, 100), "end");
  EXPECT_FALSE(reader->next(record));
  EXPECT_THAT(problems.ids(), IsEmpty());
}

TEST(Reader, CountsAPlainRecordWithoutTheBlankLinesBehindIt) {
  std::string first = warc_record("one");
  Problems problems;
  auto records = read(first + warc_record("two"), problems);
  ASSERT_EQ(records.size(), 2);
  EXPECT_EQ(records[0].extent.length, first.size() - 4);
  EXPECT_EQ(records[1].extent.offset, first.size());
  EXPECT_THAT(problems.ids(), IsEmpty());
}

TEST(Reader, ReadsArc) {
  Problems problems;
  auto records = read(
      arc_filedesc("a.arc") + arc_record("GIF", "http://example.org/a b.gif"),
      problems);
  ASSERT_EQ(records.size(), 2);
  EXPECT_EQ(records[0].uri, "filedesc://a.arc");
  EXPECT_EQ(records[1].uri, "http://example.org/a b.gif");
  EXPECT_EQ(records[1].block, "GIF");
  EXPECT_THAT(problems.ids(), IsEmpty());
}

TEST(Reader, SaysWhenThereIsNoArchive) {
  Problems problems;
  EXPECT_THAT(read("", problems), IsEmpty());
  EXPECT_THAT(read("hello", problems), IsEmpty());
  EXPECT_THAT(problems.ids(), ElementsAre("empty-file", "not-an-archive"));
}

// What stands before the first header is named, and no record is lost by it.
// The bytes that an extent names are the record's, read by themselves, too.
TEST(Reader, PassesOverSpaceAndAByteOrderMarkInFront) {
  const std::string kMark = "\xef\xbb\xbf";
  const std::string kFronts[] = {kMark,
                                 "  ",
                                 "\t",
                                 " \r\n \n",
                                 "\r\n" + kMark,
                                 kMark + " \r\n\t",
                                 kMark + std::string(2000, ' ')};
  const std::string kRecords[] = {warc_record("one", {.uri = "urn:x"}),
                                  arc_record("one", "http://a.org/")};
  auto as_is = [](std::string_view bytes) { return std::string(bytes); };
  auto gzip = [](std::string_view bytes) { return gzip_member(bytes); };
  auto zstd = [](std::string_view bytes) { return tests::zstd_frame(bytes); };
  auto lz4 = [](std::string_view bytes) { return tests::lz4_frame(bytes); };
  const std::function<std::string(std::string_view)> kMembers[] = {as_is, gzip,
                                                                   zstd, lz4};
  for (const auto& member : kMembers) {
    bool plain = member("x") == "x";
    for (const std::string& front : kFronts) {
      for (const std::string& record : kRecords) {
        SCOPED_TRACE(testing::Message() << member(front) << record);
        const std::string first = member(front + record);
        const std::string file = first + member(record);
        for (auto medium : {tests::Medium::kFile, tests::Medium::kPipe}) {
          Problems problems;
          auto records = read(file, problems, medium);
          ASSERT_EQ(records.size(), 2);
          EXPECT_EQ(problems.ids(),
                    std::vector<std::string>{"junk-between-records"});
          const Extent& extent = records[0].extent;
          EXPECT_EQ(extent.offset, plain ? front.size() : 0);
          EXPECT_EQ(records[1].extent.offset, first.size());
          EXPECT_TRUE(records[0].intact);
          auto alone =
              read(file.substr(extent.offset, extent.length), problems, medium);
          ASSERT_EQ(alone.size(), 1);
          EXPECT_EQ(alone[0].uri, records[0].uri);
          EXPECT_EQ(alone[0].block, "one");
          auto reader = open_archive_at(memory_file(file, medium),
                                        extent.offset, problems);
          Record again;
          ASSERT_TRUE(reader != nullptr && reader->next(again));
          EXPECT_EQ(again.target_uri, records[0].uri);
        }
      }
    }
  }
}

// However stored, and not where the file does not begin with it.
TEST(Reader, OpensNearAPlaceWhereARecordSeemsToBegin) {
  auto as_is = [](std::string_view bytes) { return std::string(bytes); };
  auto gzip = [](std::string_view bytes) { return gzip_member(bytes); };
  auto zstd = [](std::string_view bytes) { return tests::zstd_frame(bytes); };
  auto lz4 = [](std::string_view bytes) { return tests::lz4_frame(bytes); };
  const std::function<std::string(std::string_view)> kMembers[] = {as_is, gzip,
                                                                   zstd, lz4};
  tests::TempDir folder;
  for (const auto& member : kMembers) {
    std::string first = member(warc_record("one\nWARC/1.0 is not two"));
    std::string second = member(warc_record("two", {.uri = "urn:x"}));
    std::string path = folder.write("a", first + second);
    Problems problems;
    Record record;
    uint64_t end = first.size() + second.size();
    for (uint64_t begin : {uint64_t{1}, uint64_t{first.size()}}) {
      NearReader near = open_archive_near(path, begin, end, problems);
      ASSERT_NE(near.reader, nullptr) << begin;
      EXPECT_EQ(near.offset, first.size());
      EXPECT_TRUE(near.reader->next(record));
      EXPECT_EQ(record.target_uri, "urn:x");
    }
    EXPECT_EQ(open_archive_near(path, 1, first.size(), problems).reader,
              nullptr);
    EXPECT_EQ(open_archive_near(path, first.size() + 1, end, problems).reader,
              nullptr);
    folder.write("a", "junk\n" + first + second);
    EXPECT_EQ(open_archive_near(path, 6, end, problems).reader, nullptr);
    EXPECT_THAT(problems.ids(), IsEmpty());
  }
}

TEST(Reader, OpensNearAPlaceOfAFileOnAServer) {
  const std::string first = gzip_member(warc_record("one"));
  const std::string bytes =
      first + gzip_member(warc_record("two", {.uri = "urn:x"}));
  tests::HttpServer server([&](uint64_t from, size_t) {
    const std::string size = std::to_string(bytes.size());
    return "HTTP/1.1 206 Partial\r\nETag: \"1\"\r\nContent-Range: bytes " +
           std::to_string(from) + "-" + std::to_string(bytes.size() - 1) + "/" +
           size + "\r\nContent-Length: " + std::to_string(bytes.size() - from) +
           "\r\nConnection: close\r\n\r\n" + bytes.substr(from);
  });
  Problems problems;
  NearReader near = open_archive_near(server.url(), 1, bytes.size(), problems);
  ASSERT_NE(near.reader, nullptr);
  EXPECT_EQ(near.offset, first.size());
  Record record;
  EXPECT_TRUE(near.reader->next(record));
  EXPECT_EQ(record.target_uri, "urn:x");
  EXPECT_EQ(server.requests(), (std::vector<uint64_t>{0, 1}));
}

// Records of which each claims what follows, up to a place some 1 MiB ahead, so
// that most of the file is to be read again for each.
std::string claiming(int records) {
  const std::string filler((1 << 20) - 1, 'x');
  std::string tail = filler + "\n";
  std::string all;
  for (int n = 0; n < records; ++n) {
    all += "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: urn:c" +
           std::to_string(n) +
           "\r\nContent-Length: " + std::to_string(tail.size()) +
           "\r\n\r\ntext\r\n\r\n";
  }
  return all + tail;
}

std::vector<std::string> uris_from(Reader& reader) {
  std::vector<std::string> uris;
  Record record;
  while (reader.next(record)) uris.emplace_back(record.target_uri);
  return uris;
}

// What is read again has a budget; what is left of it counts behind.
TEST(Reader, ABoundaryIsWhereOneThatIsNewGoesOnTheSame) {
  tests::TempDir folder;
  const std::string whole = warc_record("one", {.uri = "urn:whole"});
  const std::string kFiles[] = {
      whole + claiming(1) + whole + claiming(1) + whole,
      whole + claiming(80) + whole + whole + claiming(20) + whole + whole,
  };
  for (const std::string& file : kFiles) {
    std::string path = folder.write("a", file);
    Problems problems;
    auto reader = open_archive(path, problems);
    Record record;
    std::vector<std::string> uris;
    std::vector<std::pair<uint64_t, size_t>> boundaries;
    while (reader->next(record)) {
      uris.emplace_back(record.target_uri);
      reader->finish();
      if (auto offset = reader->boundary()) {
        boundaries.emplace_back(*offset, uris.size());
      }
    }
    EXPECT_GT(boundaries.size(), 0u);
    for (auto [offset, before] : boundaries) {
      if (offset >= file.size()) continue;
      auto rest = open_archive_at(io::open_file(path), offset, problems);
      ASSERT_NE(rest, nullptr) << offset;
      EXPECT_EQ(uris_from(*rest),
                std::vector<std::string>(
                    uris.begin() + static_cast<long>(before), uris.end()))
          << offset;
    }
  }
}

}  // namespace
}  // namespace wax::warc
