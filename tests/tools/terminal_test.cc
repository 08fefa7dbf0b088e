// What tools do only when a person sits at a terminal.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/archives.h"
#include "tests/support/command.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"

namespace wax::tests {
namespace {

class Terminal : public testing::Test {
 protected:
  void SetUp() override {
    if (run_command("command -v script").code != 0) {
      GTEST_SKIP() << "script(1), which makes terminals, is not installed";
    }
  }
  // What appears on a terminal where `command` runs, and its input ends.
  [[nodiscard]] std::string shown(const std::string& command) const {
    return run_command(
               "script -qec " + shell_word(command) + " /dev/null </dev/null",
               {directory_.path(), {}})
        .out;
  }

  TempDir directory_;
};

TEST_F(Terminal, IsAnnouncedWhenAToolReadsFromIt) {
  std::string text = shown("wax-urlkey");
  std::string line =
      "wax-urlkey: reading from the terminal; Ctrl-D ends the input";
  size_t at = text.find(line);
  ASSERT_NE(at, std::string::npos) << text;
  EXPECT_EQ(text.find(line, at + 1), std::string::npos) << text;
  EXPECT_EQ(shown("wax-urlkey -q").find("reading"), std::string::npos);
  EXPECT_EQ(shown("wax-urlkey </dev/null").find("reading"), std::string::npos);
}

TEST_F(Terminal, ShowsWordsInBoldUnlessNoColorIsSet) {
  std::string archive =
      shell_word(source_path("examples/crawl/valley-2007-12.warc"));
  ASSERT_EQ(
      run_command("wax-build -q site " + archive, {directory_.path(), {}}).code,
      0);
  EXPECT_NE(shown("wax-search site castles").find("\x1b[1m"),
            std::string::npos);
  std::string plain = shown("NO_COLOR=1 wax-search site castles");
  EXPECT_EQ(plain.find('\x1b'), std::string::npos) << plain;
  EXPECT_NE(plain.find("**"), std::string::npos) << plain;
  EXPECT_NE(shown("NO_COLOR= wax-search site castles").find("\x1b[1m"),
            std::string::npos);
}

TEST_F(Terminal, IsNotSteeredByLinesOfHits) {
  const std::string steers = "\xe2\x80\xae";  // U+202E
  directory_.write("a.warc",
                   warc_record(http_response("<title>castle" + steers +
                                             "</title>words of a castle"),
                               {.uri = "http://a.example/" + steers}));
  ASSERT_EQ(
      run_command("wax-build -q site a.warc", {directory_.path(), {}}).code, 0);
  for (const char* form :
       {"", "--json", "--tsv", "--captures", "--all --json"}) {
    const std::string text =
        shown(std::string("wax-search ") + form + " site castle");
    EXPECT_NE(text.find("a.example"), std::string::npos) << text;
    EXPECT_EQ(text.find(steers), std::string::npos) << form;
  }
  EXPECT_EQ(
      shown("wax-versions --json site http://a.example/" + steers).find(steers),
      std::string::npos);
}

}  // namespace
}  // namespace wax::tests
