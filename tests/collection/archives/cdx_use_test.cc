#include "collection/archives/cdx_use.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "collection/layout.h"
#include "collection/publish/build.h"
#include "collection/record/build_messages.h"
#include "index/store/index_reader.h"
#include "tests/support/archives.h"
#include "tests/support/command.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

// Three captures of one page, in two archives.
class CdxUseTest : public testing::Test {
 protected:
  CdxUseTest() {
    first_ = page("2014-01-03T03:03:21Z");
    folder_.write("a.warc.gz", first_ + page("2014-02-03T03:03:21Z"));
    folder_.write("b.warc.gz", page("2015-01-03T03:03:21Z"));
  }
  static std::string page(const std::string& date) {
    std::string text = "<p>castle";
    for (int i = 0; i < 100000; ++i) text += ' ' + std::to_string(i * 7919);
    tests::WarcFields fields;
    fields.uri = "http://a.org/";
    fields.date = date;
    fields.more =
        "WARC-Payload-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n";
    return tests::gzip_member(tests::warc_record(
        tests::http_response(text, "Content-Type: text/html\r\n"), fields));
  }
  void write_cdx() const {
    const tests::CommandResult made = tests::run_command(
        "wax-warc-indexer --sort -q -f -o index.cdx a.warc.gz b.warc.gz",
        {folder_.path(), {}});
    ASSERT_EQ(made.code, 0);
  }
  // Builds in OUT, and remembers the record.
  void build(const std::string& out, bool use_cdx) {
    fs::create_directories(out);
    record_ = {};
    add_batch(out, {folder_ / "a.warc.gz", folder_ / "b.warc.gz"}, record_);
    save_build_record(record_, out);
    BuildLock lock(out);
    ToolOptions manner;
    manner.quiet = true;
    manner.tools = tests::program_folder();
    StepRunner runner(out, record_, lock, manner, messages_);
    Resources resources;
    resources.use_cdx = use_cdx;
    build_shards(out, record_, resources, runner, messages_);
    lock.ended();
    (void)runner.finish();
  }
  void expect_same_files() const {
    for (const char* name :
         {"captures.cdx", "damaged", "references", "versions", "duplicates"}) {
      const std::string path = std::string("/batches/001/") + name;
      EXPECT_EQ(tests::read_file(with_ + path), tests::read_file(out_ + path))
          << name;
    }
  }

  tests::TempDir folder_;
  std::string first_;
  std::string out_ = folder_ / "out";
  std::string with_ = folder_ / "with";
  BuildRecord record_;
  NoMessages messages_;
};

TEST_F(CdxUseTest, BuildsAreTheSameWithAndWithout) {
  write_cdx();
  build(out_, false);
  EXPECT_FALSE(fs::exists(out_ + "/batches/001/cdx-use"));
  build(with_, true);
  EXPECT_FALSE(record_.batches.front().read_whole);
  EXPECT_EQ(tests::read_file(with_ + "/batches/001/cdx-use"),
            "3 captures\n1 CDX files used\n");
  expect_same_files();
}

// A CDX file lists a record that was damaged later: the capture that is intact
// must be the one that is imported.
TEST_F(CdxUseTest, DamageThatNoCdxFileTellsIsFoundByImport) {
  write_cdx();
  std::string damaged = first_;
  damaged[damaged.size() / 2] ^= 0x20;
  folder_.write("a.warc.gz", damaged + page("2014-02-03T03:03:21Z"));
  build(out_, false);
  build(with_, true);
  EXPECT_TRUE(record_.batches.front().read_whole);
  expect_same_files();
  EXPECT_NE(
      tests::read_file(with_ + "/batches/001/duplicates").find("20140103"),
      std::string::npos);
  // It stays so when the record is read again.
  EXPECT_TRUE(load_build_record(with_).batches.front().read_whole);
}

TEST_F(CdxUseTest, TellsCountsOfSteps) {
  folder_.write("cdx-use",
                "5 captures\n2 CDX files used\n1 not used: unreadable\n");
  Step step;
  step.resources = {"--use-cdx"};
  step.output = folder_ / "captures.cdx";
  CdxUse use;
  EXPECT_EQ(use.text(), "");
  use.add(step);
  use.add(step);
  EXPECT_EQ(use.captures(), 10U);
  EXPECT_EQ(use.text(),
            ", from CDX files 10 (CDX files used 4, not used: unreadable 2)");
}

}  // namespace
}  // namespace wax::collection
