#include "cdx/indexer/indexer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "io/error.h"
#include "io/problem.h"
#include "tests/cdx/index_text.h"
#include "tests/cdx/indexer/post_records.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using tests::gzip_member;
using tests::http_response;
using tests::Problems;
using tests::warc_record;

IndexOptions appending() {
  IndexOptions options;
  options.post_append = true;
  return options;
}

TEST(Indexer, WritesTheOffsetsOfRecords) {
  std::string first = gzip_member(warc_record(http_response("one")));
  std::string second = gzip_member(warc_record(http_response("two")));
  EXPECT_EQ(cdx_text(first + second, {}, "VS"),
            "0 " + std::to_string(first.size()) + "\n" +
                std::to_string(first.size()) + " " +
                std::to_string(second.size()) + "\n");
}

TEST(Indexer, EmptyMembersArePassedOver) {
  std::string empty = gzip_member("");
  std::string one = gzip_member(warc_record(http_response("one")));
  std::string two = gzip_member(warc_record(http_response("two")));
  EXPECT_EQ(cdx_text(empty + empty + one + empty + two, {}, "VS"),
            std::to_string(2 * empty.size()) + " " +
                std::to_string(one.size()) + "\n" +
                std::to_string(3 * empty.size() + one.size()) + " " +
                std::to_string(two.size()) + "\n");
}

TEST(Indexer, PlainRecordsBetweenMembersHaveTheirPlace) {
  std::string one = gzip_member(warc_record(http_response("one")));
  std::string plain = warc_record(http_response("two"));
  auto line = [](size_t offset, size_t size) {
    return std::to_string(offset) + " " + std::to_string(size) + "\n";
  };
  EXPECT_EQ(cdx_text(one + plain + plain + one, {}, "VS"),
            line(0, one.size()) + line(one.size(), plain.size() - 4) +
                line(one.size() + plain.size(), plain.size() - 4) +
                line(one.size() + 2 * plain.size(), one.size()));
}

TEST(Indexer, TheHeadBehindInterimOnesSaysStatusTypeAndDigest) {
  std::string interim = "HTTP/1.1 100 Continue\r\n\r\n";
  std::string page = http_response("one", "text/css", "404 Not Found");
  for (const char* name : {"pywb", "ia", "nutchwax", "warcio"}) {
    IndexOptions options;
    options.profile = profile(name);
    EXPECT_EQ(cdx_text(warc_record(interim + page), options, "msk"),
              cdx_text(warc_record(page), options, "msk"))
        << name;
  }
}

TEST(Indexer, ABlockWithoutAHeadIsItsPayload) {
  std::string one = cdx_text(warc_record("<p>one</p>"), {}, "k");
  EXPECT_NE(one, cdx_text(warc_record("<p>two</p>"), {}, "k"));
  EXPECT_NE(one, cdx_text(warc_record(http_response("")), {}, "k"));
}

TEST(Indexer, WritesNoOffsetForARecordInTheMiddleOfAMember) {
  std::string record = warc_record(http_response("x"));
  std::string text = cdx_text(gzip_member(record + record), {}, "VS");
  EXPECT_THAT(text, testing::EndsWith("- -\n"));
}

TEST(Indexer, CountsRecordsReadWrittenAndSkipped) {
  NoProblems problems;
  IndexOptions options;
  std::string bytes = warc_record("a: b", {.type = "warcinfo", .uri = ""}) +
                      answer("1") + post("a=b", "2", "1") +
                      post("a=b", "3", "1");
  Indexer indexer(warc::open_archive(tests::memory_file(bytes), problems),
                  "memory", "a.warc", options, problems);
  while (indexer.next() != nullptr) {
  }
  EXPECT_EQ(indexer.counts().read, 4u);
  EXPECT_EQ(indexer.counts().written, 1u);
  EXPECT_THAT(indexer.counts().skipped,
              ElementsAre(std::pair("request", 2), std::pair("warcinfo", 1)));
}

TEST(Indexer, SelectsTypesByName) {
  IndexOptions options;
  options.selection.types = {warc::RecordType::kRequest};
  EXPECT_EQ(cdx_text(answer("1") + post("a=b", "2", "1"), options, "u"), "<2>\n");
}

TEST(Indexer, FindsTheRequestOnEitherSide) {
  const std::string key = "org,example)/?__wb_method=post&a=b\n";
  EXPECT_EQ(cdx_text(answer("1") + post("a=b", "2", "1"), appending(), "N"),
            key);
  EXPECT_EQ(cdx_text(post("a=b", "2", "1") + answer("1"), appending(), "N"),
            key);
}

TEST(Indexer, FindsTheRequestAFewRecordsAway) {
  std::string between;
  for (size_t i = 0; i + 3 < kRequestWindow; ++i) {
    between += answer("x" + std::to_string(i), "http://other.org/");
  }
  std::string near =
      cdx_text(answer("1") + between + post("a=b", "2", "1"), appending(), "N");
  EXPECT_TRUE(near.starts_with("org,example)/?__wb_method=post&a=b\n"));
  std::string far =
      cdx_text(answer("1") + between + between + post("a=b", "2", "1"),
               appending(), "N");
  EXPECT_TRUE(far.starts_with("org,example)/\n"));
}

TEST(Indexer, KeepsTheOrderOfRecordsWhilePairing) {
  std::string bytes;
  std::string ids;
  for (int i = 0; i < 300; ++i) {
    std::string id = std::to_string(i);
    bytes += answer("a" + id);
    bytes += post("n=" + id, "r" + id, "a" + id);
    ids += "<a" + id + ">\n";
  }
  EXPECT_EQ(cdx_text(bytes, appending(), "u"), ids);
}

TEST(Indexer, DoesNotPairRecordsThatDoNotNameEachOther) {
  EXPECT_EQ(cdx_text(answer("1") + post("a=b", "2", "3"), appending(), "N"),
            "org,example)/\n");
  EXPECT_EQ(cdx_text(answer("1") + post("a=b", "2", "1", "http://other.org/"),
                     appending(), "N"),
            "org,example)/\n");
}

TEST(Indexer, ReportsNothingForCommonRecords) {
  Problems problems;
  (void)cdx_text(answer("1") + warc_record("HTTP/1.1 200 OK\r\n\r\n"), {},
                 kCdx11, &problems);
  EXPECT_THAT(problems.ids(), IsEmpty());
}

TEST(Indexer, LeavesOutResponsesThatAreNoHttp) {
  IndexOptions options;
  options.verify_http = true;
  Problems problems;
  EXPECT_EQ(cdx_text(warc_record("HTTP/2 200\r\n\r\n") + answer("1"), options,
                     "u", &problems),
            "<1>\n");
  EXPECT_THAT(problems.ids(), ElementsAre("odd-http"));
}

// Breaks off before the record of that number.
class BreakingReader final : public warc::Reader {
 public:
  BreakingReader(std::unique_ptr<warc::Reader> reader, int records)
      : reader_(std::move(reader)), records_(records) {}
  bool next(warc::Record& record) override {
    if (records_-- == 0) throw IoError("a.warc", "read", EIO);
    return reader_->next(record);
  }
  warc::Extent finish() override { return reader_->finish(); }
  bool intact() const override { return reader_->intact(); }
  uint64_t position() const override { return reader_->position(); }

 private:
  std::unique_ptr<warc::Reader> reader_;
  int records_;
};

TEST(Indexer, GivesWhatWaitsForARequestBeforeItBreaksOff) {
  IndexOptions options;
  options.post_append = true;
  tests::Problems problems;
  auto reader = warc::open_archive(
      tests::memory_file(answer("a") + post("x=1", "b", "a") + answer("c")),
      problems);
  Indexer indexer(std::make_unique<BreakingReader>(std::move(reader), 3),
                  "a.warc", "a.warc", options, problems);
  const Capture* capture = indexer.next();
  ASSERT_NE(capture, nullptr);
  EXPECT_EQ(capture->urlkey, "org,example)/?__wb_method=post&x=1");
  EXPECT_NE(indexer.next(), nullptr);
  EXPECT_THROW((void)indexer.next(), IoError);
  EXPECT_EQ(indexer.next(), nullptr);
}

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
