#include "tools/cli/work_clock.h"

#include <gtest/gtest.h>

#include <future>
#include <string>

namespace wax::tools::cli {
namespace {

TEST(WorkClock, ShowsTheTimeAndClearsTheLine) {
  std::promise<void> drawn;
  std::string text;
  {
    WorkClock clock(
        "dates",
        [&](std::string_view bytes) {
          if (text.empty()) drawn.set_value();
          text += bytes;
        },
        std::chrono::milliseconds(1));
    drawn.get_future().wait();
  }
  EXPECT_TRUE(text.starts_with("\r\x1b[Kdates: 0 s\r")) << text;
  EXPECT_TRUE(text.ends_with("\r\x1b[K")) << text;
}

TEST(WorkClock, IsSilentForShortWork) {
  std::string text;
  {
    WorkClock clock(
        "dates", [&](std::string_view bytes) { text += bytes; },
        std::chrono::hours(1));
  }
  EXPECT_EQ(text, "");
}

}  // namespace
}  // namespace wax::tools::cli
