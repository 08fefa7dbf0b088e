#include "tools/cli/console.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <thread>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::tools::cli {
namespace {

using testing::HasSubstr;

// What a console writes to standard error while `act` uses it.
std::string heard(const CommonOptions& options,
                  const std::function<void(Console&)>& act) {
  testing::internal::CaptureStderr();
  {
    Console console("wax-foo", options);
    act(console);
    console.finish();
  }
  return testing::internal::GetCapturedStderr();
}

Problem lost(std::string file = "a.warc", uint64_t offset = 10) {
  return {Severity::kLost, "warc-bad-length", std::move(file), offset,
          "no number"};
}

TEST(Console, WritesAProblemAsALine) {
  EXPECT_EQ(heard({}, [](Console& c) { c.report(lost()); }),
            "wax-foo: a.warc: at byte 10: warc-bad-length: no number\n");
  EXPECT_EQ(
      heard({},
            [](Console& c) {
              c.report({Severity::kWarning, "odd", "f", std::nullopt, "text"});
            }),
      "wax-foo: f: odd: text\n");
}

TEST(Console, ShowsNotesWithVerboseOnly) {
  auto note = [](Console& c) {
    c.report({Severity::kNote, "odd", "f", 0, "text"});
    EXPECT_EQ(c.count("odd"), 1u);
    EXPECT_EQ(c.outcome(), Outcome::kDone);
  };
  EXPECT_EQ(heard({}, note), "");
  CommonOptions verbose;
  verbose.verbose = true;
  EXPECT_EQ(heard(verbose, note), "wax-foo: f: at byte 0: odd: text\n");
}

TEST(Console, LinesHaveNoCompressionButGzip) {
  tests::TempDir home;
  Console console("wax-x", {});
  for (const char* name : {"a.cdx.zst", "a.bz2", "a.xz", "a.lz4", "-.zst"}) {
    EXPECT_THROW((void)console.open_line_output(home / name, false), UsageError)
        << name;
    EXPECT_FALSE(std::filesystem::exists(home / name));
  }
  console.open_line_output(home / "a.zst.txt", false)->finish();
  EXPECT_TRUE(std::filesystem::exists(home / "a.zst.txt"));
}

TEST(Console, EscapesBytesThatWouldSteerTheTerminal) {
  EXPECT_EQ(
      heard({},
            [](Console& c) {
              c.report({Severity::kLost, "odd", "f\n", 0, "\x1b[2J\t\x7f"});
            }),
      "wax-foo: f\\x0a: at byte 0: odd: \\x1b[2J\\x09\\x7f\n");
  EXPECT_EQ(heard({},
                  [](Console& c) {
                    c.message("no captures of http://a/\x1b[31m\u202E");
                    c.error("query: two lines\n  \x1b[2J\n");
                  }),
            "wax-foo: no captures of http://a/\\x1b[31m\\xe2\\x80\\xae\n"
            "wax-foo: query: two lines\n  \\x1b[2J\n\n");
}

TEST(Console, ShowsAProblemThatIsCountedLater) {
  testing::internal::CaptureStderr();
  Console console("tool", {});
  console.show({Severity::kLost, "odd-date", "a", {}, "text"});
  console.show({Severity::kNote, "odd-date", "b", {}, "text"});
  EXPECT_EQ(console.outcome(), Outcome::kDone);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "tool: a: odd-date: text\n");
}

TEST(Console, CountsAFloodAndWritesItToTheProblemsFile) {
  tests::TempDir directory;
  CommonOptions options;
  options.problems_file = directory / "problems";
  std::string text = heard(options, [](Console& c) {
    for (uint64_t i = 0; i < 100; ++i) c.report(lost("a.warc", i));
    c.report(lost("b.warc"));
    EXPECT_EQ(c.lost(), 101u);
    EXPECT_EQ(c.count("warc-bad-length"), 101u);
  });
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 12);
  EXPECT_THAT(
      text,
      HasSubstr("wax-foo: a.warc: further warc-bad-length "
                "problems are only counted\nwax-foo: b.warc: at byte 10"));
  std::string lines = tests::read_file(options.problems_file);
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 101);
  EXPECT_THAT(lines, testing::StartsWith(
                         R"({"severity":"lost","id":"warc-bad-length",)"
                         R"("file":"a.warc","offset":0,"text":"no number"})"));
}

TEST(Console, ShowsTheWholeFloodWithVerbose) {
  CommonOptions options;
  options.verbose = true;
  std::string text = heard(options, [](Console& c) {
    for (int i = 0; i < 50; ++i) c.report(lost());
  });
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 50);
}

TEST(Console, ALostRecordMakesTheOutcomeIncomplete) {
  (void)heard({}, [](Console& c) {
    EXPECT_EQ(c.outcome(), Outcome::kDone);
    c.report({Severity::kWarning, "odd", "f", 0, "text"});
    EXPECT_EQ(c.outcome(), Outcome::kDone);
    c.report(lost());
    EXPECT_EQ(c.outcome(), Outcome::kIncomplete);
  });
}

TEST(Console, ShowsAnErrorEvenWhenQuiet) {
  CommonOptions quiet;
  quiet.quiet = true;
  EXPECT_EQ(heard(quiet,
                  [](Console& c) {
                    c.message("not shown");
                    c.summary({{"read", 1}});
                    c.error("b.warc: open: No such file or directory");
                    EXPECT_EQ(c.outcome(), Outcome::kIncomplete);
                  }),
            "wax-foo: b.warc: open: No such file or directory\n");
}

TEST(Console, StrictStopsAtTheFirstLostRecord) {
  CommonOptions strict;
  strict.strict = true;
  std::string text = heard(strict, [](Console& c) {
    c.report({Severity::kWarning, "odd", "f", 0, "text"});
    EXPECT_THROW(c.report(lost()), Stop);
    EXPECT_EQ(c.outcome(), Outcome::kIncomplete);
  });
  EXPECT_THAT(text, HasSubstr("warc-bad-length"));
}

TEST(Console, SummaryHasReasonsAndProblems) {
  EXPECT_EQ(heard({},
                  [](Console& c) {
                    c.summary({{"read", 10},
                               {"written", 8},
                               {"skipped", 2, {{"dns", 2}, {"empty", 0}}}});
                  }),
            "wax-foo: read 10, written 8, skipped 2 (dns 2)\n");
  EXPECT_THAT(heard({},
                    [](Console& c) {
                      c.report(lost());
                      c.report({Severity::kNote, "b", "f", 0, "text"});
                      c.summary({{"read", 1}});
                    }),
              HasSubstr("wax-foo: read 1, problems 2 (b 1, warc-bad-length 1)"
                        "\n"));
}

TEST(Console, CountsAreAFileAlsoWhenItIsQuiet) {
  tests::TempDir directory;
  CommonOptions options;
  options.quiet = true;
  options.counts_file = directory / "counts";
  for (uint64_t read : {1, 2}) {
    EXPECT_EQ(heard(options,
                    [&](Console& c) {
                      c.report({Severity::kNote, "b", "f", 0, "text"});
                      c.summary({{"read", read},
                                 {"skipped", 2, {{"dns", 2}, {"empty", 0}}}});
                    }),
              "");
    EXPECT_EQ(tests::read_file(options.counts_file),
              R"({"tool":"wax-foo","counts":{"read":{"total":)" +
                  std::to_string(read) +
                  R"(},"skipped":{"total":2,"reasons":{"dns":2}},)"
                  R"("problems":{"total":1,"reasons":{"b":1}}}})"
                  "\n");
  }
  options.counts_file = "/no/such/folder/counts";
  Console console("wax-foo", options);
  EXPECT_THROW(console.summary({}), IoError);
}

TEST(Console, ClearsProgressBeforeAMessage) {
  CommonOptions options;
  options.progress = true;
  std::string text = heard(options, [](Console& c) {
    c.start_progress(2048);
    c.progress(512);  // too soon: short work shows none
    std::this_thread::sleep_for(std::chrono::milliseconds(2050));
    c.progress(1024);
    c.progress(1025);  // too soon for another drawing
    c.message("hello");
    std::this_thread::sleep_for(std::chrono::milliseconds(250));
    c.progress(2048, "9 URLs, ");
    c.message("bye");
  });
  EXPECT_THAT(text, testing::MatchesRegex(
                        "\r\x1b\\[Kwax-foo: \\[#{10}\\.{10}\\] 50% 1\\.0 KiB "
                        "of 2\\.0 KiB, [^\r]* "
                        "left, [^\r]*/s\r\x1b\\[Kwax-foo: hello\n"
                        "\r\x1b\\[Kwax-foo: \\[#{20}\\] 100% 9 URLs, "
                        "2\\.0 KiB of [^\n]*Kwax-foo: bye\n"));
}

TEST(Console, ShowsTheTimeWhereNoBytesAreTold) {
  CommonOptions options;
  options.progress = true;
  std::string text = heard(options, [](Console&) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2600));
  });
  EXPECT_THAT(text,
              testing::MatchesRegex("(\r\x1b\\[Kwax-foo: 2 s\r)+\r\x1b\\[K.*"));
}

TEST(Console, ShowsNoProgressWithoutATerminal) {
  EXPECT_EQ(
      heard({},
            [](Console& c) {
              c.start_progress(10);
              std::this_thread::sleep_for(std::chrono::milliseconds(2050));
              c.progress(5);
            }),
      "");
}

TEST(Console, TakesReportsOfSeveralThreadsAtOnce) {
  std::string text = heard({}, [](Console& c) {
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&c, t] {
        for (uint64_t i = 0; i < 1000; ++i) {
          c.report(lost("file" + std::to_string(t), i));
          c.progress(i);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(c.lost(), 4000u);
  });
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 44);
}

TEST(Console, CountsKnownProblemsWithoutShowingThem) {
  tests::TempDir directory;
  CommonOptions first;
  first.problems_file = directory / "first";
  EXPECT_NE(heard(first, [](Console& c) { c.report(lost()); }), "");
  CommonOptions second;
  second.known_problems = first.problems_file;
  second.problems_file = directory / "second";
  EXPECT_EQ(heard(second,
                  [](Console& c) {
                    c.report(lost());
                    c.report(lost("b.warc"));
                    EXPECT_EQ(c.lost(), 2u);
                  }),
            "wax-foo: b.warc: at byte 10: warc-bad-length: no number\n");
  EXPECT_TRUE(tests::read_file(second.problems_file)
                  .starts_with(tests::read_file(first.problems_file)));
}

TEST(Console, StrictDoesNotStopAtAKnownProblem) {
  tests::TempDir directory;
  CommonOptions strict;
  strict.strict = true;
  strict.known_problems = directory.write("known", problem_json(lost()));
  (void)heard(strict, [](Console& c) {
    EXPECT_NO_THROW(c.report(lost()));
    EXPECT_EQ(c.lost(), 1u);
    EXPECT_THROW(c.report(lost("b.warc")), Stop);
  });
}

TEST(Console, RefusesKnownProblemsThatAreNone) {
  tests::TempDir directory;
  CommonOptions options;
  options.known_problems =
      directory.write("known", "\n" + problem_json(lost()) + "<html>\n");
  try {
    const Console console("wax-foo", options);
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_EQ(std::string(error.what()),
              options.known_problems +
                  ": line 3 is no problem as --problems writes them");
  }
}

TEST(Console, AKnownProblemIsKnownWithAnySeverity) {
  tests::TempDir directory;
  CommonOptions first;
  first.problems_file = directory / "first";
  EXPECT_NE(heard(first, [](Console& c) { c.report(lost()); }), "");
  Problem warning = lost();
  warning.severity = Severity::kWarning;
  CommonOptions second;
  second.known_problems = first.problems_file;
  second.problems_file = directory / "second";
  EXPECT_EQ(heard(second, [&](Console& c) { c.report(warning); }), "");
  EXPECT_NE(tests::read_file(first.problems_file),
            tests::read_file(second.problems_file));
}

TEST(Console, TakesOverProblemsAsTheyAreWritten) {
  tests::TempDir directory;
  CommonOptions options;
  options.strict = true;
  options.problems_file = directory / "all";
  std::string line =
      R"({"severity":"lost","id":"odd","file":"a\n","offset":3,"text":"t"})";
  EXPECT_EQ(heard(options,
                  [&](Console& c) {
                    c.take_over(line, "some");
                    EXPECT_EQ(c.lost(), 1u);
                    EXPECT_EQ(c.count("odd"), 1u);
                    EXPECT_EQ(c.outcome(), Outcome::kIncomplete);
                    EXPECT_THROW(c.take_over("{}", "some"), FormatError);
                  }),
            "");
  EXPECT_EQ(tests::read_file(options.problems_file), line + "\n");
}

TEST(Console, FailsWhenTheProblemsFileCannotBeMade) {
  CommonOptions options;
  options.problems_file = "/no/such/folder/problems";
  EXPECT_THROW(Console("wax-foo", options), IoError);
}

}  // namespace
}  // namespace wax::tools::cli
