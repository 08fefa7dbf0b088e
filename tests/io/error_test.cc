#include "io/error.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <string>

namespace wax {
namespace {

TEST(IoError, NamesFileOperationAndTheSystemsWords) {
  IoError error("a.cdx", "open", ENOENT);
  EXPECT_STREQ(error.what(), "a.cdx: open: No such file or directory");
  EXPECT_EQ(error.code(), ENOENT);
}

TEST(IoError, HasItsOwnTextWithoutASystemCall) {
  IoError error("http://x/", "404 Not Found");
  EXPECT_STREQ(error.what(), "http://x/: 404 Not Found");
  EXPECT_EQ(error.code(), EIO);
}

TEST(FormatError, NamesFileAndOffset) {
  FormatError error("a.warc", uint64_t{1} << 40, "is odd");
  EXPECT_STREQ(error.what(), "a.warc: at byte 1099511627776: is odd");
  EXPECT_EQ(error.offset(), uint64_t{1} << 40);
  EXPECT_EQ(error.text(), "is odd");
}

}  // namespace
}  // namespace wax
