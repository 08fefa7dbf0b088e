// Two tools that change one index at once.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/command.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"

namespace wax::tests {
namespace {

// wax-add-column waits for its list, with the shard locked.
const std::string kUntilLocked =
    "first=$!; exec 3>slow; seq -f '#%.0f' 3000 >&3; "
    "until ls -l /proc/$first/fd | grep -q 'pindexes/001$'; "
    "do sleep 0.05; done; ";

TEST(Writers, TheSecondOneOfAShardIsToldWhoHoldsIt) {
  TempDir folder;
  CommandResult made = run_command(
      "wax-build -q site " +
          shell_word(source_path("examples/crawl/valley-2006-11.arc.gz")) +
          " && mkfifo slow && echo 'com,x)/ 1' >list",
      {folder.path(), {}});
  ASSERT_EQ(made.code, 0) << made.err;
  const std::string shard = "site/pindexes/001";
  const std::string held =
      "wax-add-column -q --kind integer views slow site & " + kUntilLocked;
  const std::string let_go = "; code=$?; exec 3>&-; wait $first; exit $code";
  for (const char* second :
       {"wax-add-column -q --kind integer -f other list site",
        "wax-add-column -q --kind integer -f views list site",
        "wax-add-dates -q -f site/pindexes/001/main site/pindexes/001/main "
        "site/pindexes/001/dates list"}) {
    CommandResult result =
        run_command("rm -rf " + shard + "/views; " + held + second + let_go,
                    {folder.path(), {}});
    EXPECT_EQ(result.code, 2) << second;
    EXPECT_NE(result.err.find(shard + ": is being written by process "),
              std::string::npos)
        << result.err;
    EXPECT_NE(result.err.find("(wax-add-column)"), std::string::npos)
        << result.err;
  }
  // What is hidden is of the collection; columns do not depend on it.
  CommandResult hidden =
      run_command("rm -rf " + shard + "/views; " + held +
                      "wax-hide -q --host castle.example site" + let_go,
                  {folder.path(), {}});
  EXPECT_EQ(hidden.code, 0) << hidden.err;
  // Another one is waited for.
  hidden = run_command(
      "flock site sleep 1 & sleep 0.3; wax-hide -q --host other.example site; "
      "code=$?; wait; exit $code",
      {folder.path(), {}});
  EXPECT_EQ(hidden.code, 0) << hidden.err;
  EXPECT_EQ(run_command("wax-hide site", {folder.path(), {}}).out,
            "host castle.example\nhost other.example\n");
}

// wax-build waits for it, and publishes with its column.
TEST(Writers, ABuildLosesNoColumnThatIsWrittenWhileItPublishes) {
  TempDir folder;
  const std::string crawl = source_path("examples/crawl/valley-");
  CommandResult result = run_command(
      "wax-build -q site $A && mkfifo slow && "
      "wax-dumpindex --fields urlkey site | tail -n +2 | sed 's/$/ 7/' >list "
      "&& "
      "{ wax-add-column -q --kind integer views slow site & " +
          kUntilLocked +
          "wax-build -q site $B 3>&- & build=$!; sleep 1; cat list >&3; exec "
          "3>&-; "
          "wait $first && wait $build; } && "
          "wax-search --count site views:7 && ls site/pindexes",
      {folder.path(),
       {{"A", crawl + "2006-11.arc.gz"}, {"B", crawl + "2007-12.warc"}}});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("002"), std::string::npos) << result.out;
  EXPECT_GT(std::stoi("0" + result.out), 0);
}

}  // namespace
}  // namespace wax::tests
