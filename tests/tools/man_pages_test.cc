#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/command.h"
#include "tests/support/paths.h"

namespace wax::tests {
namespace {

TEST(ManPages, HandWrittenPagesAreValidMdoc) {
  if (run_command("command -v mandoc").code != 0) {
    GTEST_SKIP() << "mandoc is not installed";
  }
  size_t pages = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(source_path("man"))) {
    std::string extension = entry.path().extension().string();
    if (extension != ".5" && extension != ".7") continue;
    ++pages;
    CommandResult lint = run_command("mandoc -T lint -W warning " +
                                     shell_word(entry.path().string()));
    EXPECT_EQ(lint.code, 0) << lint.out;
  }
  EXPECT_GT(pages, 0u);
}

}  // namespace
}  // namespace wax::tests
