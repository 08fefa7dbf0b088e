#include "tools/cli/tool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <new>
#include <string>
#include <vector>

#include "io/error.h"

namespace wax::tools::cli {
namespace {

using testing::HasSubstr;

constexpr ToolInfo kInfo = {"wax-foo", "try things", "[OPTION]... [INPUT]...",
                            "wax-foo a", "wax-bar"};

struct Options {
  std::vector<std::string> inputs;
};

void declare(OptionTable& table, Options& options) {
  table.positionals(options.inputs, "INPUT", 0, SIZE_MAX, "files");
}

struct Ended {
  int code;
  std::string out;
  std::string err;
};

Ended run_with(std::vector<std::string> words,
               Outcome (*run)(const Options&, Console&)) {
  words.insert(words.begin(), "wax-foo");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  int code = tool_main<Options>(kInfo, static_cast<int>(argv.size()),
                                argv.data(), declare, run);
  std::string out = testing::internal::GetCapturedStdout();
  return {code, out, testing::internal::GetCapturedStderr()};
}

Outcome must_not_run(const Options&, Console&) {
  ADD_FAILURE() << "ran";
  return Outcome::kDone;
}

TEST(Tool, ItsLastWordsDoNotSteerTheTerminal) {
  Ended ended = run_with({"--no\x1b[31m"}, must_not_run);
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.err, HasSubstr("--no\\x1b[31m"));
  ended = run_with({}, [](const Options&, Console&) -> Outcome {
    throw UsageError("http://a/\u202E\n  ^");
  });
  EXPECT_EQ(ended.err, "wax-foo: http://a/\\xe2\\x80\\xae\n  ^\n");
}

TEST(Tool, ExitCodeIsTheOutcome) {
  EXPECT_EQ(
      run_with({}, [](const Options&, Console&) { return Outcome::kDone; })
          .code,
      0);
  EXPECT_EQ(run_with({}, [](const Options&,
                            Console&) { return Outcome::kIncomplete; })
                .code,
            1);
  // What the console heard counts even if the tool forgets it.
  EXPECT_EQ(run_with({},
                     [](const Options&, Console& console) {
                       console.report({Severity::kLost, "id", "f", 0, "text"});
                       return Outcome::kDone;
                     })
                .code,
            1);
}

TEST(Tool, ArgumentsReachRun) {
  Ended ended = run_with({"a", "-"}, [](const Options& o, Console& console) {
    EXPECT_EQ(o.inputs, (std::vector<std::string>{"a", "-"}));
    EXPECT_EQ(console.tool(), "wax-foo");
    return Outcome::kDone;
  });
  EXPECT_EQ(ended.code, 0);
}

TEST(Tool, NamesAnErrorAndExitsWith2) {
  Ended io = run_with({}, [](const Options&, Console&) -> Outcome {
    throw IoError("a.cdx", "open", ENOENT);
  });
  EXPECT_EQ(io.code, 2);
  EXPECT_EQ(io.err, "wax-foo: a.cdx: open: No such file or directory\n");

  Ended format = run_with({}, [](const Options&, Console&) -> Outcome {
    throw FormatError("a.cdx", 12, "not sorted");
  });
  EXPECT_EQ(format.code, 2);
  EXPECT_EQ(format.err, "wax-foo: a.cdx: at byte 12: not sorted\n");

  Ended memory = run_with(
      {}, [](const Options&, Console&) -> Outcome { throw std::bad_alloc(); });
  EXPECT_EQ(memory.code, 2);
  EXPECT_THAT(memory.err, testing::StartsWith("wax-foo: out of memory; "));

  Ended usage = run_with({"--frob"}, must_not_run);
  EXPECT_EQ(usage.code, 2);
  EXPECT_EQ(usage.err, "wax-foo: unknown option '--frob'; see --help\n");
}

TEST(Tool, WordsTheErrorsOfTheLibrary) {
  Ended file = run_with({}, [](const Options&, Console&) -> Outcome {
    std::filesystem::create_directories("/dev/null/x");
    return Outcome::kDone;
  });
  EXPECT_EQ(file.code, 2);
  EXPECT_EQ(file.err, "wax-foo: /dev/null/x: Not a directory\n");
  Ended length = run_with({}, [](const Options&, Console&) -> Outcome {
    std::vector<int>().reserve(SIZE_MAX);
    return Outcome::kDone;
  });
  EXPECT_EQ(length.code, 2);
  EXPECT_THAT(length.err, testing::StartsWith("wax-foo: out of memory: "));
  Ended other = run_with({}, [](const Options&, Console&) -> Outcome {
    (void)std::string().at(1);
    return Outcome::kDone;
  });
  EXPECT_EQ(other.code, 2);
  EXPECT_EQ(other.err,
            "wax-foo: stopped by an error that is not foreseen; please report "
            "it, with the command and the input\n");
}

TEST(Tool, EndsQuietlyOnAClosedPipe) {
  Ended ended = run_with({}, [](const Options&, Console&) -> Outcome {
    throw ClosedPipe("<stdout>");
  });
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.err, "");
}

TEST(Tool, ExitsWith1UnderStrict) {
  Ended ended = run_with({"--strict"}, [](const Options&, Console& console) {
    console.report({Severity::kLost, "id", "f", 3, "text"});
    ADD_FAILURE() << "went on";
    return Outcome::kDone;
  });
  EXPECT_EQ(ended.code, 1);
  EXPECT_THAT(ended.err, HasSubstr("wax-foo: f: at byte 3: id: text\n"));
}

TEST(Tool, HelpAndVersionGoToStdoutAndWinOverOtherMistakes) {
  for (std::vector<std::string> words : {std::vector<std::string>{"--help"},
                                         {"-h"},
                                         {"--frob", "-h"},
                                         {"-qh"}}) {
    Ended ended = run_with(words, must_not_run);
    EXPECT_EQ(ended.code, 0);
    EXPECT_THAT(ended.out, testing::StartsWith("Usage: wax-foo "));
    EXPECT_EQ(ended.err, "");
  }
  EXPECT_THAT(run_with({"-V"}, must_not_run).out,
              testing::MatchesRegex("wax-foo [0-9.]+(-rc[0-9]+)?\n"));
}

TEST(Tool, TakesHelpAfterTwoDashesAsAnArgument) {
  Ended ended = run_with({"--", "--help"}, [](const Options& o, Console&) {
    EXPECT_EQ(o.inputs, std::vector<std::string>{"--help"});
    return Outcome::kDone;
  });
  EXPECT_EQ(ended.out, "");
}

TEST(Tool, RefusesAnUnknownFormOfTheOptions) {
  EXPECT_EQ(run_with({"--print-options=xml"}, must_not_run).code, 2);
}

}  // namespace
}  // namespace wax::tools::cli
