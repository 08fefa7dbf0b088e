#include "document/formats/code_pages.h"

#include <gtest/gtest.h>

namespace wax::document {
namespace {

TEST(CodePages, HaveEncodings) {
  EXPECT_EQ(encoding_of_code_page(1251), "windows-1251");
  EXPECT_EQ(encoding_of_code_page(932), "shift_jis");
  EXPECT_EQ(encoding_of_code_page(65001), "utf-8");
  EXPECT_EQ(encoding_of_code_page(1200), "");
  EXPECT_EQ(encoding_of_code_page(-1), "");
}

}  // namespace
}  // namespace wax::document
