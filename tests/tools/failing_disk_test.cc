// What is left, and what is said, when a disk is full or fails.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"

namespace wax::tests {
namespace {

class FailingDisk : public testing::Test {
 protected:
  CommandResult run(const std::string& command) {
    const std::string crawl = source_path("examples/crawl/valley-");
    return run_command(command, {folder_.path(),
                                 {{"A", crawl + "2006-11.arc.gz"},
                                  {"B", crawl + "2007-12.warc"}}});
  }
  void must_run(const std::string& command) {
    CommandResult result = run(command);
    ASSERT_EQ(result.code, 0) << command << '\n' << result.err;
  }
  // A segment, a shard with dates and a column, and lists for both.
  void make_shard() {
    must_run(
        "wax-import -q -o seg $A && wax-index -q -o site/pindexes/1/main seg &&"
        "wax-dumpindex --fields urlkey,digest site | tail -n +2 | "
        "tr '\\t' ' ' >versions && sed 's/.*/& &/' versions >names.list &&"
        "for y in $(seq 2001 2020); do sed \"s/$/ ${y}0101000000/\" versions; "
        "done >dates.list &&"
        "wax-add-dates -q site/pindexes/1/main site/pindexes/1/main "
        "site/pindexes/1/dates dates.list &&"
        "wax-add-column -q names names.list site &&"
        "wax-merge -q -o merged site");
  }

  TempDir folder_;
};

TEST_F(FailingDisk, AFullDiskLeavesWhatWasThereBefore) {
  make_shard();
  struct FullDisk {
    const char* command;
    const char* result;
  };
  for (const FullDisk& row : std::vector<FullDisk>{
           {"wax-import -q -f -o seg $A", "seg"},
           {"wax-index -q -f -o site/pindexes/1/main seg", "site"},
           {"wax-merge -q -f -o merged site", "merged"},
           {"wax-add-dates -q -f site/pindexes/1/main site/pindexes/1/main "
            "site/pindexes/1/dates dates.list",
            "site"},
           {"wax-add-column -q -f names names.list site", "site"},
       }) {
    const std::string result = row.result;
    must_run("rm -rf good && cp -r " + result + " good");
    int refused = 0;
    for (int blocks : {1, 2, 3, 5, 9, 20, 50}) {
      SCOPED_TRACE(std::string(row.command) + ", blocks " +
                   std::to_string(blocks));
      CommandResult full =
          run("ulimit -f " + std::to_string(blocks) + " && " + row.command);
      if (full.code != 0) {
        ++refused;
        EXPECT_EQ(full.code, 2) << full.err;
        EXPECT_NE(full.err.find("File too large"), std::string::npos)
            << full.err;
      }
      CommandResult left =
          run("diff -r good " + result + " && find . -name '*.part-*'");
      EXPECT_EQ(left.out, "");
      EXPECT_EQ(left.code, 0);
    }
    EXPECT_GE(refused, 2) << row.command;
  }
  CommandResult answer = run("wax-search --count site 'names:* date:2020'");
  EXPECT_GT(std::stoi("0" + answer.out), 0);
}

TEST_F(FailingDisk, TheStateBeforeABuildOnAFullDiskAnswersAndTheNextOneGoesOn) {
  must_run(
      "wax-build -q out $A && wax-build -q whole $A && "
      "wax-build -q whole $B && wax-search --count out castle >before");
  int refused = 0;
  for (int blocks : {3, 10, 40, 120}) {
    SCOPED_TRACE(blocks);
    CommandResult full =
        run("ulimit -f " + std::to_string(blocks) + " && wax-build -q out $B");
    if (full.code == 0) break;
    ++refused;
    EXPECT_EQ(full.code, 2) << full.err;
    CommandResult answer =
        run("wax-search --count out castle | cmp - before && "
            "wax-index-check -q out");
    EXPECT_EQ(answer.code, 0) << answer.out << answer.err;
  }
  EXPECT_GE(refused, 2);
  CommandResult built =
      run("wax-build -q out $B && diff -r --exclude='build.*' whole out");
  EXPECT_EQ(built.code, 0) << built.out << built.err;
}

// The second query reads what the first one had read.
TEST_F(FailingDisk, AFileThatIsTruncatedWhileItIsMappedEndsWithASentence) {
  make_shard();
  CommandResult result =
      run("mkfifo queries; wax-search --jobs 1 --queries queries site & "
          "exec 3>queries; "
          "for n in 1 2 3 4 5 6 7 8 9; do echo castle >&3; done; sleep 1; "
          "for f in site/pindexes/1/main/_0.*; do : >$f; done; "
          "for n in 1 2 3 4 5 6 7 8 9; do echo castle >&3; done; exec 3>&-; "
          "wait $!");
  EXPECT_TRUE(result.code == 1 || result.code == 2) << result.code;
  EXPECT_TRUE(result.err.find("truncated") != std::string::npos ||
              result.err.find("unreadable") != std::string::npos)
      << result.err;
}

}  // namespace
}  // namespace wax::tests
