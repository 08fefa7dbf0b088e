// Records that searches write, read again by other programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

#include "tests/support/command.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"

namespace wax::tests {
namespace {

struct RecordsOfHits : testing::Test {
  // A program of tests/interop/install_clients.sh, or of this machine. Empty
  // where neither has it.
  std::string client(const std::string& name) {
    const std::string installed =
        source_path("tests/interop/clients/" + name + "/bin/" + name);
    if (std::filesystem::exists(installed)) return shell_word(installed);
    return run("command -v " + name).code == 0 ? name : "";
  }
  CommandResult run(const std::string& command) {
    return run_command(command, {home.path(), {}});
  }
  static void SetUpTestSuite() {
    folder = std::make_unique<TempDir>();
    const std::string crawl = source_path("examples/crawl");
    const CommandResult built = run_command(
        "wax-build -q c " + shell_word(crawl) +
            " && wax-search c heron -q --warc hits.warc.gz"
            " && wax-search c -q --website "
            "http://www.waxwing-valley.example/ --as-of 2008 --wacz "
            "site.wacz",
        {folder->path(), {}});
    ASSERT_EQ(built.code, 0) << built.err;
  }
  static void TearDownTestSuite() { folder.reset(); }

  static std::unique_ptr<TempDir> folder;
  TempDir& home = *folder;
};
std::unique_ptr<TempDir> RecordsOfHits::folder;

TEST_F(RecordsOfHits, AreListedAsTheirIndexStates) {
  // The index in the package is what an indexer makes of its archive.
  const char* lines =
      "unzip -p site.wacz indexes/index.cdx.gz | zcat | "
      "wax-cdx-convert --legend 'N b a k V' - > stated; "
      "wax-warc-indexer -q --sort site.wacz | grep -v '^ CDX' | "
      "wax-cdx-convert --legend 'N b a k V' - > made; "
      "wc -l < stated; diff stated made";
  const CommandResult compared = run(lines);
  EXPECT_EQ(compared.code, 0) << compared.out << compared.err;
}

TEST_F(RecordsOfHits, ASearchFindsTheSameInThem) {
  const CommandResult hits = run(
      "wax-build -q again hits.warc.gz && wax-search again heron --count && "
      "wax-search c heron --count");
  EXPECT_EQ(hits.code, 0) << hits.err;
  EXPECT_EQ(hits.out.substr(0, hits.out.find('\n')),
            hits.out.substr(hits.out.find('\n') + 1,
                            hits.out.size() - hits.out.find('\n') - 2));
}

TEST_F(RecordsOfHits, OfAWebsiteHaveEachUrlOnce) {
  const CommandResult twice =
      run("wax-warc-indexer -q --sort site.wacz | grep -v '^ CDX' | grep -v "
          "warc/revisit | cut -d' ' -f1 | uniq -d");
  EXPECT_EQ(twice.out, "");
}

// Archives that were kept twice, under other names.
TEST_F(RecordsOfHits, OfTwoCopiesAreThereOnceWithTheirWarcinfoRecords) {
  const CommandResult built =
      run("mkdir two && for file in " + source_path("examples/crawl") +
          "/*arc*; do cp $file two; cp $file two/copy-${file##*/}; done && "
          "wax-build -q t two && "
          "wax-search t heron -q --warc two.warc.gz && "
          "wax-search t -q --website http://www.waxwing-valley.example/ "
          "--as-of 2008 --wacz two.wacz");
  ASSERT_EQ(built.code, 0) << built.err;
  for (const char* name :
       {"hits.warc.gz", "site.wacz", "two.warc.gz", "two.wacz"}) {
    const CommandResult found = run(std::string("wax-warc-check -q ") + name +
                                    " | cut -f4 | sort | uniq -c");
    EXPECT_THAT(found.out, testing::Not(testing::HasSubstr("warc-dangling")))
        << name;
    EXPECT_THAT(found.out,
                testing::Not(testing::HasSubstr("warc-duplicate-id")))
        << name;
  }
  // The file's own warcinfo record has the date of the search.
  const std::string listed = "wax-warc-ls -q --fields type,date,url ";
  const std::string sorted = " | sed 's/^warcinfo.*/warcinfo/' | sort";
  EXPECT_EQ(run(listed + "two.warc.gz" + sorted).out,
            run(listed + "hits.warc.gz" + sorted).out);
  const std::string warcio = client("warcio");
  if (warcio.empty()) GTEST_SKIP() << "warcio is not installed";
  EXPECT_EQ(run(warcio + " check two.warc.gz").code, 0);
}

TEST_F(RecordsOfHits, AreNotCompressedInAFileThatEndsInWarc) {
  const CommandResult plain =
      run("wax-search c heron -q --warc plain.warc && head -c 8 plain.warc && "
          "wax-warc-ls -q --fields type,url plain.warc >plain && "
          "wax-warc-ls -q --fields type,url hits.warc.gz | cmp - plain");
  EXPECT_EQ(plain.code, 0) << plain.err;
  EXPECT_EQ(plain.out, "WARC/1.1");
}

TEST_F(RecordsOfHits, WarcioReadsThem) {
  const std::string warcio = client("warcio");
  if (warcio.empty()) GTEST_SKIP() << "warcio is not installed";
  const CommandResult checked = run(warcio + " check -v hits.warc.gz");
  EXPECT_EQ(checked.code, 0) << checked.out;
}

TEST_F(RecordsOfHits, PyWaczValidatesThem) {
  const std::string wacz = client("wacz");
  if (wacz.empty()) GTEST_SKIP() << "py-wacz is not installed";
  const CommandResult checked = run(wacz + " validate -f site.wacz");
  EXPECT_EQ(checked.code, 0) << checked.out << checked.err;
}

TEST_F(RecordsOfHits, JwarcReadsThem) {
  const std::string jwarc = client("jwarc");
  if (jwarc.empty()) GTEST_SKIP() << "jwarc is not installed";
  const char* offsets = " hits.warc.gz | awk '{ print $1 }'";
  const CommandResult theirs = run(jwarc + " ls" + offsets);
  EXPECT_EQ(theirs.code, 0) << theirs.err;
  EXPECT_NE(theirs.out, "");
  EXPECT_EQ(theirs.out, run(std::string("wax-warc-ls") + offsets).out);
}

}  // namespace
}  // namespace wax::tests
