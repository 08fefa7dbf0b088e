// examples/lucene_search.cc, a program on Lucene++ alone, finds and shows what
// wax search does.
#include <gtest/gtest.h>

#include "tests/support/command.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"

namespace wax::tools {
namespace {

class LuceneSearchExample : public testing::Test {
 protected:
  std::string run(const std::string& command) {
    tests::CommandResult result =
        tests::run_command(command, {folder_.path(), {}});
    EXPECT_EQ(result.code, 0) << command << '\n' << result.err;
    return result.out;
  }
  // Hits with all of the words, sorted, as both programs show them.
  void expect_same_hits(const std::string& shard, const std::string& words,
                        const std::string& query) {
    SCOPED_TRACE(shard + ": " + words);
    const std::string program = tests::shell_word(tests::program_folder() +
                                                  "/../examples/lucene_search");
    const std::string found = run(program + ' ' + shard + ' ' + words);
    EXPECT_FALSE(found.empty());
    EXPECT_EQ(run("printf %s " + tests::shell_word(found) + " | sort"),
              run("wax-search -q -n 0 --tsv --fields url,title,date " + shard +
                  " '" + query + "' | sort"));
  }

  tests::TempDir folder_;
  const std::string crawl_ =
      tests::shell_word(tests::source_path("examples/crawl"));
};

TEST_F(LuceneSearchExample, ShowsUrlTitleAndAllDates) {
  run("wax-build -q --stem none valley " + crawl_);
  expect_same_hits("valley/pindexes/001", "castles", "content:castles");
  expect_same_hits("valley/pindexes/001", "Castles keep",
                   "content:castles content:keep");
}

TEST_F(LuceneSearchExample, ShowsTheSameOfMergedShards) {
  run("wax-build -q --stem none early " + crawl_ + "/valley-2006*");
  run("wax-build -q --stem none late " + crawl_ + "/valley-200[789]*");
  run("wax-merge -q -o merged early/pindexes/001 late/pindexes/001");
  expect_same_hits("merged", "castles", "content:castles");
}

}  // namespace
}  // namespace wax::tools
