#include "io/compress/gzip_name.h"

#include <gtest/gtest.h>

namespace wax::io {
namespace {

TEST(GzipName, EndsInGzInAnyCase) {
  for (const char* name : {"a.gz", "a.cdx.GZ", ".Gz", "-.gz"}) {
    EXPECT_TRUE(is_gzip_name(name)) << name;
  }
  for (const char* name : {"", "gz", "a.gzip", "a.gz.part", "a_gz"}) {
    EXPECT_FALSE(is_gzip_name(name)) << name;
  }
}

}  // namespace
}  // namespace wax::io
