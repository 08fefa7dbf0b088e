#include "collection/import/capture_reader.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/support/archives.h"

namespace wax::collection {
namespace {

std::string page(const std::string& uri, const std::string& text) {
  tests::WarcFields fields;
  fields.uri = uri;
  return tests::gzip_member(tests::warc_record(
      tests::http_response("<p>" + text, "Content-Type: text/html\r\n"),
      fields));
}

class CaptureReaderTest : public testing::Test {
 protected:
  CaptureReader reader_of(const std::string& bytes) {
    return {options_, index_, archive_, tests::memory_file(bytes)};
  }

  ImportOptions options_;
  cdx::IndexOptions index_ = index_options(options_);
  std::shared_ptr<const Archive> archive_ = std::make_shared<const Archive>(
      Archive{"dir/a.warc.gz", "a.warc.gz", "b"});
};

TEST_F(CaptureReaderTest, AddsCapturesWithTheirBlocks) {
  CaptureReader reader =
      reader_of(page("http://a.org/", "one") + page("http://a.org/2", "two"));
  CaptureBatch batch;
  EXPECT_FALSE(reader.fill(batch, {}));
  ASSERT_EQ(batch.count, 2U);
  const Candidate& second = batch.candidates[1];
  EXPECT_EQ(second.document.url, "http://a.org/2");
  EXPECT_TRUE(second.is_http);
  EXPECT_NE(batch.arena.substr(second.start, second.size).find("<p>two"),
            std::string::npos);
  EXPECT_TRUE(reader.at_end());
}

TEST_F(CaptureReaderTest, CallsWithEachCapture) {
  CaptureReader reader =
      reader_of(page("http://a.org/", "one") + page("http://a.org/2", "two"));
  CaptureBatch batch;
  size_t captures = 0;
  EXPECT_FALSE(reader.fill(batch, [&](const warc::BlockHead*) {
    ++captures;
    batch.clear_candidates();
  }));
  EXPECT_EQ(captures, 2U);
}

TEST_F(CaptureReaderTest, CountsWhatIsLeftOut) {
  tests::WarcFields info;
  info.type = "warcinfo";
  CaptureReader reader =
      reader_of(tests::gzip_member(tests::warc_record("software: x", info)) +
                page("http://a.org/", "one"));
  CaptureBatch batch;
  EXPECT_FALSE(reader.fill(batch, {}));
  EXPECT_EQ(batch.count, 1U);
  ImportStats stats = batch.result.stats;
  reader.add_counts(stats);
  EXPECT_EQ(stats.skipped["warcinfo"], 1U);
}

TEST_F(CaptureReaderTest, ReportsDamageAndGoesOn) {
  std::string damaged = page("http://a.org/", "one");
  damaged.resize(damaged.size() - 20);
  CaptureReader reader = reader_of(damaged + page("http://a.org/2", "two"));
  CaptureBatch batch;
  EXPECT_FALSE(reader.fill(batch, {}));
  EXPECT_FALSE(batch.result.met.all.empty());
  ASSERT_GT(batch.count, 0U);
  EXPECT_EQ(batch.candidates[batch.count - 1].document.url, "http://a.org/2");
}

}  // namespace
}  // namespace wax::collection
