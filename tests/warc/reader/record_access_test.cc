#include "warc/reader/record_access.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"

namespace wax::warc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Stop {};

std::string page(size_t number) {
  return tests::warc_record(
      tests::http_response("page " + std::to_string(number)),
      {.uri = "http://example.org/" + std::to_string(number)});
}

struct Compression {
  std::string name;
  std::string (*compress)(std::string_view bytes);
};

class RecordAccessOf : public testing::TestWithParam<Compression> {
 protected:
  // An archive of so many records.
  std::string archive(const std::string& name, size_t count) {
    std::string bytes;
    offsets_.clear();
    for (size_t i = 0; i < count; ++i) {
      offsets_.push_back(bytes.size());
      bytes += GetParam().compress(page(i));
    }
    return folder_.write(name, bytes);
  }

  tests::TempDir folder_;
  tests::Problems problems_;
  std::vector<uint64_t> offsets_;
};

TEST_P(RecordAccessOf, RecordsComeInAnyOrderFromAnyNumberOfFiles) {
  std::vector<std::string> paths;
  for (int i = 0; i < 4; ++i) {
    paths.push_back(archive("a" + std::to_string(i), 50));
  }
  RecordAccess records(problems_, 2);
  std::mt19937 random(3);
  Record record;
  for (int i = 0; i < 400; ++i) {
    size_t number = random() % offsets_.size();
    Reader* reader = records.at(paths[random() % 4], offsets_[number], record);
    ASSERT_NE(reader, nullptr);
    EXPECT_EQ(record.target_uri,
              "http://example.org/" + std::to_string(number));
    if (i % 3 == 0) {
      EXPECT_EQ(reader->finish().offset, offsets_[number]);
      EXPECT_TRUE(reader->intact());
    }
    if (i % 3 == 1) {
      std::string body = io::read_all(*record.body, UINT64_MAX);
      EXPECT_TRUE(body.ends_with("page " + std::to_string(number)));
    }
  }
  EXPECT_THAT(problems_.ids(), IsEmpty());
}

TEST_P(RecordAccessOf, WhereNoRecordBeginsIsSaidAndTheNextIsFound) {
  std::string path = archive("a", 3);
  RecordAccess records(problems_);
  Record record;
  for (uint64_t wrong : {offsets_[1] + 1, offsets_[2] + 3, uint64_t{1} << 40}) {
    problems_.all.clear();
    EXPECT_EQ(records.at(path, wrong, record), nullptr);
    EXPECT_THAT(problems_.ids(), ElementsAre("no-record-at-offset"));
    EXPECT_NE(records.at(path, offsets_[1], record), nullptr);
    EXPECT_EQ(record.target_uri, "http://example.org/1");
  }
}

TEST(RecordAccess, DamageOfARecordIsReportedAtItsEndAndOnce) {
  const std::string before = tests::gzip_member(page(0));
  std::string body;
  std::mt19937 random(3);
  for (int i = 0; i < 40'000; ++i) body += "0123456789abcdef"[random() % 16];
  std::string damaged = tests::gzip_member(
      tests::warc_record(tests::http_response(body), {.uri = "http://a/"}));
  std::fill_n(damaged.begin() + 9'000, 500, '\xff');
  tests::TempDir folder;
  const std::string path =
      folder.write("a.warc.gz", before + damaged + tests::gzip_member(page(2)));
  tests::Problems problems;
  RecordAccess records(problems);
  Record record;
  Reader* reader = records.at(path, before.size(), record);
  ASSERT_NE(reader, nullptr);
  reader->finish();
  EXPECT_FALSE(reader->intact());
  EXPECT_THAT(problems.ids(), ElementsAre("gzip-bad-member"));
  EXPECT_TRUE(reader->next(record));
  EXPECT_EQ(record.target_uri, "http://example.org/2");
  EXPECT_THAT(problems.ids(), ElementsAre("gzip-bad-member"));
  reader = records.at(path, 0, record);
  ASSERT_NE(reader, nullptr);
  reader->finish();
  reader = records.at(path, before.size(), record);
  ASSERT_NE(reader, nullptr);
  reader->finish();
  EXPECT_THAT(problems.ids(),
              ElementsAre("gzip-bad-member", "gzip-bad-member"));
}

TEST_P(RecordAccessOf, StoredBytesMayBeReadInBetween) {
  std::string path = archive("a", 3);
  std::string bytes = tests::read_file(path);
  RecordAccess records(problems_);
  Record record;
  for (size_t i : {1, 0, 2, 1}) {
    ASSERT_NE(records.at(path, offsets_[i], record), nullptr);
    io::FileSource& file = records.stored(path, offsets_[i]);
    EXPECT_EQ(file.peek(8).substr(0, 8), bytes.substr(offsets_[i], 8));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Compressions, RecordAccessOf,
    testing::Values(
        Compression{"none", [](std::string_view b) { return std::string(b); }},
        Compression{"gzip",
                    [](std::string_view b) { return tests::gzip_member(b); }},
        Compression{"zstd",
                    [](std::string_view b) { return tests::zstd_frame(b); }},
        Compression{"lz4",
                    [](std::string_view b) { return tests::lz4_frame(b); }}),
    [](const auto& compression) { return compression.param.name; });

TEST(RecordAccess, AFileThatIsNotThereIsNamed) {
  tests::Problems problems;
  RecordAccess records(problems);
  Record record;
  EXPECT_THROW(static_cast<void>(records.at("/missing.warc", 0, record)),
               IoError);
}

// Both records of this entry lie in one stretch of deflate data.
TEST(RecordAccess, ADeflatedEntryIsReadBackwards) {
  std::string path =
      tests::source_path("tests/data/herons.wacz!/archive/levels.warc");
  tests::Problems problems;
  RecordAccess records(problems);
  Record record;
  for (uint64_t offset : {669, 0, 669, 0}) {
    ASSERT_NE(records.at(path, offset, record), nullptr) << offset;
    EXPECT_EQ(record.offset, offset);
  }
  EXPECT_THAT(problems.ids(), IsEmpty());
}

TEST(RecordAccess, WhatAWatchThrowsEndsTheReading) {
  tests::TempDir folder;
  tests::Problems problems;
  const std::string body(16 << 20, 'x');
  const std::string path = folder.write(
      "a.warc", tests::warc_record(body, {.uri = "http://example.org/"}));
  RecordAccess records(problems, 2, [] { throw Stop(); });
  Record record;
  Reader* reader = records.at(path, 0, record);
  ASSERT_NE(reader, nullptr);
  EXPECT_THROW((void)io::read_all(*record.body, UINT64_MAX), Stop);
}

TEST(RecordAccess, AFileThatWasClosedIsReadAnew) {
  tests::TempDir folder;
  tests::Problems problems;
  const std::string path = folder.write("a.warc", page(1));
  RecordAccess records(problems);
  Record record;
  ASSERT_NE(records.at(path, 0, record), nullptr);
  records.close(path);
  (void)folder.write("a.warc", page(2));
  ASSERT_NE(records.at(path, 0, record), nullptr);
  EXPECT_EQ(record.target_uri, "http://example.org/2");
}

}  // namespace
}  // namespace wax::warc
