#include "cdx/indexer/record_digest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "io/error.h"
#include "tests/cdx/index_text.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

// SHA-256 of "abc", and of nothing.
constexpr const char* kSha256OfAbc =
    "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
constexpr const char* kSha256OfNothing =
    "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

TEST(RecordDigest, IsOfTheBytesAtTheOffset) {
  tests::TempDir folder;
  RecordDigest digest(folder.write("a", "xxabcabc"));
  EXPECT_EQ(digest.of(5, 3), kSha256OfAbc);
  EXPECT_EQ(digest.of(2, 3), kSha256OfAbc);
  EXPECT_EQ(digest.of(2, 0), kSha256OfNothing);
}

TEST(RecordDigest, EndsWhereTheFileEnds) {
  tests::TempDir folder;
  RecordDigest digest(folder.write("a", "xxabc"));
  EXPECT_EQ(digest.of(2, 100), kSha256OfAbc);
}

TEST(RecordDigest, IsNotTakenOfStandardInput) {
  EXPECT_EQ(RecordDigest("-").of(0, 3), std::nullopt);
}

TEST(RecordDigest, FailsForAFileThatIsNotThere) {
  tests::TempDir folder;
  EXPECT_THROW((void)RecordDigest(folder / "none").of(0, 3), IoError);
}

std::string indexed(const std::string& path, const std::string& named,
                    const IndexOptions& options) {
  NoProblems problems;
  Indexer indexer(warc::open_archive(path, problems), named, "a.warc", options,
                  problems);
  std::string text;
  while (const Capture* capture = indexer.next()) append_cdxj(*capture, text);
  return text;
}

TEST(RecordDigest, IsWrittenForRecordsThatCanBeReadAlone) {
  tests::TempDir folder;
  IndexOptions options;
  options.record_digest = true;
  std::string record = tests::warc_record(tests::http_response("x"));
  std::string path = folder.write("a.warc", record + record);
  std::string text = indexed(path, path, options);
  EXPECT_THAT(text, testing::HasSubstr("\"recordDigest\": \"sha256:"));
  EXPECT_THAT(indexed(path, "-", options),
              testing::Not(testing::HasSubstr("recordDigest")));
  path = folder.write("a.warc.gz", tests::gzip_member(record + record));
  std::istringstream lines(indexed(path, path, options));
  for (std::string line; std::getline(lines, line);) {
    EXPECT_EQ(line.find("recordDigest") != std::string::npos,
              line.find("\"offset\"") != std::string::npos)
        << line;
  }
}

}  // namespace
}  // namespace wax::cdx
