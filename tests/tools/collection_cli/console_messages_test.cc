#include "tools/collection_cli/console_messages.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::tools::collection_cli {
namespace {

const Problem kProblem = {Severity::kLost, "bad-zip", "a.wacz", 0, "is none"};

TEST(ConsoleMessages, WhatIsShownIsCountedWhenItIsTakenOver) {
  testing::internal::CaptureStderr();
  cli::Console console("tool", {});
  ConsoleMessages messages(console);
  messages.show(kProblem);
  EXPECT_EQ(console.lost(), 0U);
  std::string line = problem_json(kProblem);
  line.pop_back();
  messages.take_over(line, "file");
  EXPECT_EQ(console.lost(), 1U);
  messages.message("said");
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "tool: a.wacz: at byte 0: bad-zip: is none\ntool: said\n");
  EXPECT_EQ(messages.clock("stage"), nullptr) << "there is no terminal";
}

TEST(ConsoleMessages, ReportsAndErrorsMakeTheOutcomeIncomplete) {
  testing::internal::CaptureStderr();
  cli::Console reported("tool", {});
  ConsoleMessages(reported).report(kProblem);
  EXPECT_EQ(reported.outcome(), cli::Outcome::kIncomplete);
  cli::CommonOptions quiet;
  quiet.quiet = true;
  cli::Console failed("tool", quiet);
  ConsoleMessages(failed).error("failed");
  EXPECT_EQ(failed.outcome(), cli::Outcome::kIncomplete);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "tool: a.wacz: at byte 0: bad-zip: is none\ntool: failed\n");
}

}  // namespace
}  // namespace wax::tools::collection_cli
