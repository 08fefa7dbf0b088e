#include <gtest/gtest.h>

#include "document/content/main_model.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"

namespace wax::document {
namespace {

TEST(MainModelTable, IsTheFileOfTheModel) {
  EXPECT_EQ(
      main_model_table(),
      tests::read_file(tests::source_path("document/content/main_model.bin")));
  EXPECT_TRUE(main_model_table().starts_with("wax-main 1\n"));
}

}  // namespace
}  // namespace wax::document
