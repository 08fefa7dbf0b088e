#include "warc/extract/record_copies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"
#include "warc/reader/record_access.h"

namespace wax::warc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using tests::arc_filedesc;
using tests::arc_record;
using tests::gzip_member;
using tests::http_response;

std::string record(const std::string& type, const std::string& id,
                   const std::string& more = "",
                   const std::string& uri = "http://a/") {
  return tests::warc_record(
      type == "response" ? http_response(id) : id,
      {.type = type,
       .uri = uri,
       .more = "WARC-Record-ID: <urn:" + id + ">\r\n" + more});
}
std::string names(const std::string& id) {
  return "WARC-Concurrent-To: <urn:" + id + ">\r\n";
}

// Types and ids of the records that are written for the record at an offset.
struct Copied {
  std::vector<std::string> records;
  bool is_whole = false;
  tests::Problems problems;
};
Copied copied(const std::vector<std::string>& members, size_t wanted,
              const std::string& header = "") {
  tests::TempDir home;
  std::string bytes;
  uint64_t offset = 0;
  for (size_t i = 0; i < members.size(); ++i) {
    if (i == wanted) offset = bytes.size();
    bytes += members[i];
  }
  const std::string path = home.write("a.warc.gz", bytes);
  Copied copied;
  std::string out;
  auto output = io::open_memory(out);
  Writer writer(*output);
  RecordCopies copies(writer, "Test", copied.problems);
  RecordAccess access(copied.problems);
  Record one;
  Reader* reader = access.at(path, offset, one);
  auto extent = copies.copy(*reader, one, path, header);
  copied.is_whole = extent.has_value();
  writer.finish();
  output->finish();
  tests::Problems none;
  auto read = open_archive(tests::memory_file(out), none);
  while (read->next(one)) {
    if (extent && one.offset == extent->offset) {
      copied.records.emplace_back("this");
    }
    std::string id(one.headers.find("WARC-Record-ID").value_or(""));
    copied.records.push_back(std::string(one.type_name) + ' ' + id);
  }
  return copied;
}

TEST(RecordCopies, TakeRequestsAndMetadataOnEitherSide) {
  for (bool compressed : {false, true}) {
    std::vector<std::string> members = {
        record("response", "0"),
        record("request", "1", names("2")),
        record("response", "2"),
        record("request", "3", names("2")),
        record("metadata", "4", "WARC-Refers-To: <urn:2>\r\n"),
        record("metadata", "5", names("6")),
        record("response", "6")};
    if (compressed) {
      for (std::string& member : members) member = gzip_member(member);
    }
    EXPECT_THAT(copied(members, 2).records,
                ElementsAre("request <urn:1>", "this", "response <urn:2>",
                            "request <urn:3>", "metadata <urn:4>"));
    EXPECT_THAT(copied(members, 0).records,
                ElementsAre("this", "response <urn:0>"));
    EXPECT_THAT(copied(members, 6).records,
                ElementsAre("metadata <urn:5>", "this", "response <urn:6>"));
  }
}

TEST(RecordCopies, TakeWhatTheRecordNames) {
  EXPECT_THAT(copied({record("request", "1"),
                      record("response", "2", names("1"), "http://b/")},
                     1)
                  .records,
              ElementsAre("request <urn:1>", "this", "response <urn:2>"));
}

TEST(RecordCopies, TakeRequestsOfTheSameUrlAndTimeThatNameNothing) {
  EXPECT_THAT(
      copied({record("response", "2"), record("request", "1")}, 0).records,
      ElementsAre("this", "response <urn:2>", "request <urn:1>"));
  EXPECT_THAT(
      copied({record("response", "2"), record("request", "1", "", "http://b/")},
             0)
          .records,
      ElementsAre("this", "response <urn:2>"));
}

TEST(RecordCopies, WriteAnotherHeader) {
  const std::string block = http_response("2");
  const std::string header =
      "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:x>\r\n"
      "Content-Length: " +
      std::to_string(block.size()) + "\r\n\r\n";
  EXPECT_THAT(copied({record("response", "2")}, 0, header).records,
              ElementsAre("this", "response <urn:x>"));
}

TEST(RecordCopies, LeaveOutRecordsThatAreNotWhole) {
  std::string cut = record("response", "2");
  cut.resize(cut.size() - 10);
  Copied none = copied({record("request", "1", names("2")), cut}, 1);
  EXPECT_FALSE(none.is_whole);
  EXPECT_THAT(none.records, IsEmpty());
  std::string bad = gzip_member(record("response", "2"));
  bad[bad.size() / 2] ^= 0x55;
  EXPECT_FALSE(copied({bad}, 0).is_whole);
}

TEST(RecordCopies, MakeWarcRecordsOfArcRecords) {
  const std::vector<std::string> members = {
      gzip_member(arc_filedesc("a.arc")),
      gzip_member(arc_record(http_response("x")))};
  Copied arc = copied(members, 1);
  ASSERT_EQ(arc.records.size(), 3u);
  EXPECT_TRUE(arc.records[0].starts_with("warcinfo "));
  EXPECT_EQ(arc.records[1], "this");
  EXPECT_TRUE(arc.records[2].starts_with("response "));
}

// Types and ids of what is written for the records at these places, one after
// the other, after the file's own warcinfo record; "of ID" is what they name.
std::vector<std::string> all_copied(const std::vector<std::string>& members,
                                    const std::vector<size_t>& wanted) {
  tests::TempDir home;
  std::string bytes;
  std::vector<uint64_t> offsets;
  for (const std::string& member : members) {
    offsets.push_back(bytes.size());
    bytes += gzip_member(member);
  }
  const std::string path = home.write("a.warc.gz", bytes);
  tests::Problems problems;
  std::string out;
  auto output = io::open_memory(out);
  Writer writer(*output);
  RecordCopies copies(writer, "Test", problems);
  copies.begin("2024-01-01T00:00:00Z", "hits");
  RecordAccess access(problems);
  Record one;
  for (size_t i : wanted) {
    Reader* reader = access.at(path, offsets[i], one);
    EXPECT_TRUE(copies.copy(*reader, one, path, ""));
  }
  writer.finish();
  output->finish();
  std::vector<std::string> records;
  std::string own;
  auto read = open_archive(tests::memory_file(out), problems);
  while (read->next(one)) {
    std::string id(one.headers.find("WARC-Record-ID").value_or(""));
    std::string of(one.headers.find("WARC-Warcinfo-ID").value_or(""));
    if (own.empty()) own = id;
    if (id == own) continue;
    if (!of.empty()) of = of == own ? " of own" : " of " + of;
    records.push_back(std::string(one.type_name) + ' ' + id + of);
  }
  EXPECT_THAT(problems.ids(), IsEmpty());
  return records;
}

TEST(RecordCopies, TakeTheWarcinfoRecordThatARecordNamesOnce) {
  const std::string of_1 = "WARC-Warcinfo-ID: <urn:1>\r\n";
  const std::string of_5 = "WARC-Warcinfo-ID: <urn:5>\r\n";
  const std::vector<std::string> members = {
      record("warcinfo", "1"),
      record("request", "2", of_1 + names("3")),
      record("response", "3", of_1),
      record("response", "4"),
      record("warcinfo", "5"),
      record("response", "6", of_5),
      record("response", "7", "WARC-Warcinfo-ID: <urn:gone>\r\n")};
  EXPECT_THAT(
      all_copied(members, {3, 2, 6, 3, 2, 5}),
      ElementsAre("response <urn:4>", "warcinfo <urn:1>",
                  "request <urn:2> of <urn:1>", "response <urn:3> of <urn:1>",
                  "response <urn:7> of <urn:gone>", "response <urn:4> of own",
                  "request <urn:2> of <urn:1>", "response <urn:3> of <urn:1>",
                  "warcinfo <urn:5>", "response <urn:6> of <urn:5>"));
}

TEST(RecordCopies, OfArcFilesInTurnsHaveTheirWarcinfoRecordsOnce) {
  tests::TempDir home;
  const std::string filedesc = gzip_member(arc_filedesc("a.arc"));
  std::vector<std::string> paths;
  for (const char* name : {"a.arc.gz", "b.arc.gz"}) {
    paths.push_back(home.write(
        name, filedesc + gzip_member(arc_record(http_response(name)))));
  }
  tests::Problems problems;
  std::string out;
  auto output = io::open_memory(out);
  Writer writer(*output);
  RecordCopies copies(writer, "Test", problems);
  RecordAccess access(problems);
  Record one;
  for (size_t i : {0, 1, 0, 1}) {
    Reader* reader = access.at(paths[i], filedesc.size(), one);
    EXPECT_TRUE(copies.copy(*reader, one, paths[i], ""));
  }
  writer.finish();
  output->finish();
  std::string types;
  auto read = open_archive(tests::memory_file(out), problems);
  while (read->next(one)) (types += one.type_name) += ' ';
  EXPECT_EQ(types, "warcinfo response warcinfo response response response ");
}

// All of an archive, and the same by way of copies of each record alone.
TEST(RecordCopies, OfCopiesAreThoseOfTheRecords) {
  const std::string of_1 = "WARC-Warcinfo-ID: <urn:1>\r\n";
  const std::string header =
      "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:3>\r\n"
      "Content-Length: ";
  tests::TempDir home;
  const std::vector<std::string> members = {
      record("warcinfo", "1"),
      record("request", "2", of_1 + names("3")),
      record("response", "3", of_1),
      record("metadata", "4", names("3")),
      record("response", "5"),
      record("response", "6", "WARC-Warcinfo-ID: <urn:gone>\r\n")};
  std::string bytes;
  std::vector<uint64_t> offsets;
  for (const std::string& member : members) {
    offsets.push_back(bytes.size());
    bytes += gzip_member(member);
  }
  const std::string filedesc = gzip_member(arc_filedesc("a.arc"));
  const std::string warc = home.write("a.warc.gz", bytes);
  const std::string arc = home.write(
      "a.arc.gz", filedesc + gzip_member(arc_record(http_response("x"))));
  const std::vector<std::pair<std::string, uint64_t>> places = {
      {warc, offsets[4]},    {warc, offsets[2]}, {arc, filedesc.size()},
      {warc, offsets[4]},    {warc, offsets[2]}, {warc, offsets[5]},
      {arc, filedesc.size()}};
  std::array<std::string, 2> outs;
  for (size_t by_way = 0; by_way < 2; ++by_way) {
    tests::Problems problems;
    auto output = io::open_memory(outs[by_way]);
    Writer writer(*output);
    RecordCopies copies(writer, "Test", problems);
    copies.begin("2024-01-01T00:00:00Z", "hits");
    RecordAccess access(problems);
    Record one;
    for (const auto& [path, offset] : places) {
      Reader* reader = access.at(path, offset, one);
      std::string other;
      if (offset == offsets[2]) {
        other = header + std::to_string(one.content_length) + "\r\n\r\n";
      }
      if (by_way == 0) {
        EXPECT_TRUE(copies.copy(*reader, one, path, other));
        continue;
      }
      std::string alone;
      auto memory = io::open_memory(alone);
      Writer plain(*memory, {.compression = io::Compression::kNone});
      const auto extent =
          RecordCopies(plain, "Test", problems).copy(*reader, one, path, "");
      plain.finish();
      memory->finish();
      auto copied = open_archive(tests::memory_file(alone), problems);
      EXPECT_TRUE(copies.copy_copied(*copied, extent->offset, other));
    }
    writer.finish();
    output->finish();
    EXPECT_EQ(copies.written(), 11U);
    EXPECT_THAT(problems.ids(), IsEmpty());
  }
  EXPECT_EQ(outs[0], outs[1]);
}

TEST(RecordCopies, BeginWithWhatTheFileIs) {
  std::string out;
  auto output = io::open_memory(out);
  Writer writer(*output, {.compression = io::Compression::kNone});
  tests::Problems problems;
  RecordCopies copies(writer, "Test", problems);
  copies.begin("2024-01-01T00:00:00Z", "hits of a\r\nb");
  writer.finish();
  EXPECT_THAT(out, testing::HasSubstr("description: hits of a  b\r\n"));
  EXPECT_THAT(out, testing::StartsWith("WARC/1.1\r\nWARC-Type: warcinfo\r\n"));
  EXPECT_EQ(copies.written(), 0u);
}

}  // namespace
}  // namespace wax::warc
