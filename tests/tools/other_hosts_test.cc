// Two hosts that write to one folder of a file server: the second is refused,
// and removes nothing of the first.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/support/command.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"

namespace wax::tests {
namespace {

class OtherHosts : public testing::Test {
 protected:
  void SetUp() override {
    library_ = program_folder() + "/../tests/libwax_other_host.so";
    slow_ = program_folder() + "/../tests/libwax_slow_calls.so";
    if (!std::filesystem::exists(library_)) {
      GTEST_SKIP() << "not built with sanitizers";
    }
  }
  // Runs `first` on one host until the file `part` has bytes, and `second` on
  // another while the first one waits there. The second one's code and
  // messages.
  CommandResult both(const std::string& first, const std::string& part,
                     const std::string& second) {
    const std::string crawl = source_path("examples/crawl/valley-");
    return run_command(
        "{ WAX_HOLD_AFTER='" + part +
            "' WAX_HOLD_UNTIL=go WAX_HOST=a.example LD_PRELOAD='" + slow_ +
            ' ' + library_ + "' " + first +
            " 2>first; echo $? >code; } & "
            "until [ -n \"$(find " +
            part +
            " -prune -size +0c 2>/dev/null)\" ] || [ -e code ]; do "
            "sleep 0.01; done; "
            "WAX_HOST=b.example LD_PRELOAD=" +
            library_ + ' ' + second +
            "; code=$?; touch go; wait; cat first >&2; "
            "[ $(cat code) = 0 ] || exit 99; exit $code",
        {folder_.path(),
         {{"A", crawl + "2006-11.arc.gz"}, {"B", crawl + "2007-12.warc"}}});
  }
  void expect_refused(const CommandResult& result) {
    EXPECT_EQ(result.code, 2) << result.err;
    EXPECT_NE(result.err.find(" on a.example"), std::string::npos)
        << result.err;
  }

  TempDir folder_;
  std::string library_;
  std::string slow_;
};

TEST_F(OtherHosts, OneBuildAtATime) {
  expect_refused(
      both("wax-build -q out $A", "out/build.json", "wax-build -q out $B"));
  EXPECT_EQ(run_command("wax-build --check out", {folder_.path(), {}}).code, 0);
}

TEST_F(OtherHosts, OneWriterOfASegmentAtATime) {
  expect_refused(both("wax-import -q -o seg $A", "seg.part-*/keys*",
                      "wax-import -q -f -o seg $B"));
}

TEST_F(OtherHosts, OneWriterOfAColumnAtATime) {
  ASSERT_EQ(run_command("wax-build -q out " +
                            source_path("examples/crawl/valley-2007-12.warc") +
                            " && wax-dumpindex --fields urlkey out | "
                            "tail -n +2 | sed 's/$/ 7/' >list",
                        {folder_.path(), {}})
                .code,
            0);
  expect_refused(both("wax-add-column -q --kind integer views list out",
                      "out/pindexes.001.part-lock",
                      "wax-add-column -q --kind integer other list out"));
}

}  // namespace
}  // namespace wax::tests
