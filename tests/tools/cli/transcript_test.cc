#include "tools/cli/transcript.h"

#include <gtest/gtest.h>

#include "tests/tools/transcript_text.h"

namespace wax::tools::cli {
namespace {

TEST(TranscriptFormat, StepsComeBackAsWritten) {
  const std::string text =
      "# Keys of URLs.\n"
      "$ printf 'a\n"
      "> b'\n"
      "a\n"
      "\\# no comment\n"
      "\\\n"
      "! wax: text\n"
      "? 2\n"
      "\n"
      "$ true\n";
  std::vector<TranscriptStep> steps = parse_transcript(text);
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].command, "printf 'a\nb'");
  EXPECT_EQ(steps[0].out, (std::vector<std::string>{"a", "# no comment", ""}));
  EXPECT_EQ(steps[0].err, std::vector<std::string>{"wax: text"});
  EXPECT_EQ(steps[0].code, 2);
  EXPECT_EQ(steps[1].command, "true");
  EXPECT_EQ(tests::format_transcript(steps), text);
}

TEST(TranscriptFormat, RefusesTextOutOfPlace) {
  EXPECT_THROW((void)parse_transcript("output\n"), std::runtime_error);
  EXPECT_THROW((void)parse_transcript("$ true\n\noutput\n"),
               std::runtime_error);
}

TEST(TranscriptFormat, DotsStandForAnyText) {
  struct {
    std::vector<std::string> expected;
    const char* text;
    bool match;
  } cases[] = {
      {{}, "", true},
      {{}, "a\n", false},
      {{"a"}, "a\n", true},
      {{"a"}, "a", false},
      {{"a", "b"}, "a\n", false},
      {{"a"}, "a\nb\n", false},
      {{"read ... in ... s"}, "read 10 in 0.2 s\n", true},
      {{"read ... in ... s"}, "read 10 in 0.2 m\n", false},
      {{"a..."}, "a\n", true},
      {{"..."}, "", true},
      {{"a", "...", "z"}, "a\nb\nc\nz\n", true},
      {{"a", "...", "z"}, "a\nb\nc\n", false},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(tests::lines_match(c.expected, c.text), c.match)
        << testing::PrintToString(c.expected) << " and " << c.text;
  }
}

}  // namespace
}  // namespace wax::tools::cli
