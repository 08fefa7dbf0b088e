#include <gtest/gtest.h>

#include "document/charset/language_pairs.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"

namespace wax::document {
namespace {

TEST(LanguagePairsTable, IsTheFileOfTheModel) {
  EXPECT_EQ(language_pairs_table(),
            tests::read_file(
                tests::source_path("document/charset/language_pairs.bin")));
}

}  // namespace
}  // namespace wax::document
