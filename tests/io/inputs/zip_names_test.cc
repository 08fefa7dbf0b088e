#include "io/inputs/zip_names.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/support/archives.h"
#include "tests/support/zip_files.h"

namespace wax::io {
namespace {

std::shared_ptr<const ZipNames> names_of(const std::string& zip,
                                         std::string_view path, int64_t time) {
  return zip_names(*tests::memory_file(zip), path, time);
}

TEST(ZipNames, AreThoseOfTheDirectory) {
  const auto names = names_of(
      tests::zip_of({{"a", "1"}, {"b/c", "22"}, {"a", "333"}}), "z", 1);
  ASSERT_EQ(names->size(), 2u);
  EXPECT_EQ(names->at("a").size, 1u);
  EXPECT_EQ(names->at("b/c").size, 2u);
}

TEST(ZipNames, AreRememberedUntilTimeOrSizeChange) {
  const std::string zip = tests::zip_of({{"a", "1"}});
  const std::string other = tests::zip_of({{"b", "1"}});
  const auto first = names_of(zip, "remembered", 1);
  EXPECT_EQ(names_of(other, "remembered", 1), first);
  EXPECT_EQ(names_of(other, "remembered", 2)->count("b"), 1u);
  EXPECT_EQ(
      names_of(tests::zip_of({{"cc", "1"}}), "remembered", 2)->count("cc"), 1u);
  EXPECT_EQ(names_of(zip, "another", 2)->count("a"), 1u);
}

TEST(ZipNames, OfZipFilesUsedLongAgoAreForgotten) {
  const std::string zip = tests::zip_of({{"a", "1"}});
  const auto first = names_of(zip, "first", 1);
  for (int i = 0; i < 20; ++i) {
    (void)names_of(zip, "zip" + std::to_string(i), 1);
  }
  EXPECT_NE(names_of(zip, "first", 1), first);
}

}  // namespace
}  // namespace wax::io
