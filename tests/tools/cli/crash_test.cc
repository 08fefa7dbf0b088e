#include "tools/cli/crash.h"

#include <gtest/gtest.h>

#include <csignal>

namespace wax::tools::cli {
namespace {

TEST(CrashDeathTest, SaysASentenceWhenItCrashes) {
  EXPECT_EXIT(
      {
        say_on_crash("wax-foo: damaged");
        ::raise(SIGSEGV);
      },
      testing::ExitedWithCode(2), "^wax-foo: damaged\n$");
}

}  // namespace
}  // namespace wax::tools::cli
