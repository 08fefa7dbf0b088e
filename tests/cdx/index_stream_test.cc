#include "cdx/index_stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cdx/profile.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"
#include "warc/io/error.h"

namespace wax::cdx {
namespace {

using test::http_response;
using test::Problems;
using test::warc_record;

class IndexStreamTest : public testing::Test {
 protected:
  void add(const std::string& name, std::string_view bytes) {
    inputs_.push_back({directory_.write(name, bytes), name});
  }
  // Archives of many sizes, some damaged, some not there.
  void add_many() {
    for (int i = 0; i < 20; ++i) {
      std::string bytes;
      for (int k = 0; k < i * i * 10; ++k) {
        bytes +=
            warc_record(http_response("x"), {.date = k % 7 == 0 ? "never"
                                                                : "2014-01-01T"
                                                                  "00:00:00Z"});
      }
      add("a" + std::to_string(i), bytes);
    }
    inputs_.push_back({directory_ / "missing", "missing"});
    add("junk", "no archive");
    add("last", warc_record(http_response("x")));
  }
  std::string text(unsigned jobs) {
    IndexStreamOptions options;
    options.jobs = jobs;
    options.legend.letters = "gVb";
    problems_.all.clear();
    report_ = {};
    auto stream = index_archives(inputs_, options, problems_, report_);
    std::string all;
    std::string_view line;
    while (stream->next(line)) all.append(line).append("\n");
    return all;
  }

  tests::TempDir directory_;
  std::vector<ArchiveInput> inputs_;
  Problems problems_;
  IndexReport report_;
};

TEST_F(IndexStreamTest, IsTheSameForAnyNumberOfJobs) {
  add_many();
  std::string one = text(1);
  std::vector<std::string> ids = problems_.ids();
  EXPECT_EQ(report_.files, 23u);
  EXPECT_EQ(report_.failed_files, 1u);
  EXPECT_EQ(report_.counts.written, 24701u);
  for (unsigned jobs : {2u, 3u, 16u, 100u}) {
    EXPECT_EQ(text(jobs), one) << jobs;
    EXPECT_EQ(problems_.ids(), ids) << jobs;
    EXPECT_EQ(report_.counts.written, 24701u);
  }
}

TEST_F(IndexStreamTest, GoesOnBehindAFileThatIsNotThere) {
  inputs_.push_back({directory_ / "missing", "missing"});
  add("a", warc_record(http_response("x")));
  EXPECT_EQ(text(1), "a 0 20140103030321\n");
  EXPECT_THAT(problems_.ids(), testing::ElementsAre("unreadable-archive"));
}

TEST_F(IndexStreamTest, MayBeLeftBeforeItsEnd) {
  add_many();
  IndexStreamOptions options;
  options.jobs = 4;
  auto stream = index_archives(inputs_, options, problems_, report_);
  std::string_view line;
  EXPECT_TRUE(stream->next(line));
}

TEST_F(IndexStreamTest, RefusesALegendThatCannotBeFilled) {
  IndexStreamOptions options;
  options.legend.letters = "Nt";
  EXPECT_THROW((void)index_archives(inputs_, options, problems_, report_),
               UsageError);
}

}  // namespace
}  // namespace wax::cdx
