#include "io/open_error.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <utility>

namespace wax::io {
namespace {

TEST(OpenError, SaysWhichAddressesAreNoFiles) {
  const std::pair<const char*, const char*> cases[] = {
      {"a.cdx", "a.cdx: open: No such file or directory"},
      {"ftp://b/a",
       "ftp://b/a: is neither a file nor a URL that can be read here"},
      {"s3://b/a",
       "s3://b/a: is neither a file nor a URL that can be read here"},
      {"http://b/a",
       "http://b/a: is neither a file nor a URL that can be read here"}};
  for (const auto& [path, text] : cases) {
    EXPECT_STREQ(open_error(path, ENOENT).what(), text);
  }
  EXPECT_STREQ(open_error("s3://b/a", EACCES).what(),
               "s3://b/a: open: Permission denied");
}

}  // namespace
}  // namespace wax::io
