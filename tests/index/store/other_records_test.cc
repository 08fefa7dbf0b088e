#include "index/store/other_records.h"

#include <gtest/gtest.h>

namespace wax::index {
namespace {

TEST(OtherRecords, SchemesArePrefixesInAnyCase) {
  for (const char* url : {"dns:a.example", "metadata://gnu.org/", "URN:uuid:1",
                          "filedesc://x.arc", "warcinfo:", "whois:a"}) {
    EXPECT_TRUE(is_of_other_record(url)) << url;
  }
  for (const char* url : {"", "dns", "http://dns:80/", "metadata", "dnsx:a",
                          "ftp://a.example/", "mailto:urn:a"}) {
    EXPECT_FALSE(is_of_other_record(url)) << url;
  }
}

TEST(OtherRecords, NoBitsHaveNone) {
  EXPECT_FALSE(has_bit({}, 5));
  EXPECT_TRUE(has_bit({32}, 5));
  EXPECT_FALSE(has_bit({32}, 4));
}

}  // namespace
}  // namespace wax::index
