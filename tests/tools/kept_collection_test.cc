// tests/data/collection, as an earlier version made it: what is published can
// be searched, hidden in and renewed by every later one.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/command.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"

namespace wax::tests {
namespace {

class KeptCollection : public testing::Test {
 protected:
  KeptCollection() {
    EXPECT_EQ(run("cp -r " + shell_word(source_path("tests/data/collection")) +
                  " k && chmod -R u+w k")
                  .code,
              0);
  }
  CommandResult run(const std::string& command) {
    return run_command(command, {directory_.path(), {}});
  }
  void expect_pages(const std::string& word, const std::string& number) {
    const CommandResult found = run("wax-search --count k/out " + word);
    EXPECT_EQ(found.out, number + "\n") << word << '\n' << found.err;
  }
  void expect_all() {
    expect_pages("heron", "2");
    expect_pages("first", "1");
    expect_pages("second", "1");
    const std::string versions =
        run("wax-versions k/out http://kept.example/a").out;
    EXPECT_NE(versions.find("20200101000000 20200103000000"), std::string::npos)
        << versions;
  }
  TempDir directory_;
};

TEST_F(KeptCollection, IsSearchedAsItIs) { expect_all(); }

TEST_F(KeptCollection, IsHiddenIn) {
  const CommandResult hidden = run("wax-hide k/out http://kept.example/b");
  EXPECT_EQ(hidden.code, 0) << hidden.err;
  expect_pages("second", "0");
  expect_pages("heron", "1");
  ASSERT_EQ(run("wax-build -q k/out").code, 0);
  expect_pages("second", "0");
  expect_pages("heron", "1");
}

TEST_F(KeptCollection, IsRenewed) {
  const CommandResult renewed = run("wax-build k/out");
  EXPECT_EQ(renewed.code, 0) << renewed.err;
  expect_all();
  EXPECT_EQ(run("wax-build -q --check k/out").code, 0);
}

TEST_F(KeptCollection, IsSearchedAfterABuildWithoutItsArchives) {
  ASSERT_EQ(run("rm k/kept.warc.gz").code, 0);
  EXPECT_NE(run("wax-build k/out").code, 0);
  expect_all();
}

TEST_F(KeptCollection, IsOldAndNotDamaged) {
  const CommandResult checked = run("wax-index-check k/out");
  EXPECT_EQ(checked.err.find("index-damaged"), std::string::npos)
      << checked.err;
}

}  // namespace
}  // namespace wax::tests
