#include "tools/collection_cli/list_join.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::tools::collection_cli {
namespace {

std::string closing(const index::ListJoinCounts& counts) {
  cli::Console console("wax-add-dates", {});
  testing::internal::CaptureStderr();
  EXPECT_EQ(close_list_join(counts, "dates", console), cli::Outcome::kDone);
  return testing::internal::GetCapturedStderr();
}

TEST(ListJoin, TheClosingLineHasAllCounts) {
  EXPECT_EQ(
      closing({3, 4, 3, 1, 0, 5}),
      "wax-add-dates: documents 3, dates 5, lines 4, matched 3, unmatched "
      "1, bad 0\n");
}

TEST(ListJoin, AHintIsGivenWhenNoLineMatches) {
  EXPECT_NE(closing({3, 4, 0, 4, 0, 0}).find("different kinds"),
            std::string::npos);
  // An empty list says nothing of keys.
  EXPECT_EQ(closing({3, 0, 0, 0, 0, 0}).find("different kinds"),
            std::string::npos);
}

}  // namespace
}  // namespace wax::tools::collection_cli
