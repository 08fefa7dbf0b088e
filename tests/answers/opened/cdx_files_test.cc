#include "answers/opened/cdx_files.h"

#include <gtest/gtest.h>

#include <string>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::answers {
namespace {

TEST(CdxFiles, AreRefusedWhenTheirLinesAreOthers) {
  tests::TempDir folder;
  const std::string cdx = folder.write(
      "a.cdx",
      " CDX N b a m s k r M S V g\n"
      "org,a)/ 20070101000000 http://a.org/ text/html 200 A - - 1 2 a\n");
  const std::string list = folder.write(
      "a.dup",
      "# import status=200-299 types=documents\n"
      "org,a)/ sha1:A 20070101000000\n");
  EXPECT_NO_THROW(check_cdx_files({cdx, folder.write("empty", "")}));
  EXPECT_NO_THROW(check_cdx_files({folder / "none"}));
  EXPECT_THROW(check_cdx_files({cdx, list}), FormatError);
  EXPECT_THROW(check_cdx_files({folder.write("text", "some words\n")}), Error);
}

}  // namespace
}  // namespace wax::answers
