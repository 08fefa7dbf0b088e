#include "text/shell_line.h"

#include <gtest/gtest.h>

namespace wax::text {
namespace {

TEST(ShellLine, QuotesOnlyWhatAShellWouldChange) {
  EXPECT_EQ(shell_line({"wax-import", "-o", "a/b_c-1.cdx"}),
            "wax-import -o a/b_c-1.cdx");
  EXPECT_EQ(shell_line({"a b", "it's", "", "$x", "*.gz", "X.wacz!/Y"}),
            "'a b' 'it'\\''s' '' '$x' '*.gz' 'X.wacz!/Y'");
}

}  // namespace
}  // namespace wax::text
