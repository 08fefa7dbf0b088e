#include "io/compress/gzip_format.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::io {
namespace {

using namespace std::literals;

constexpr auto kPlain = "\x1f\x8b\x08\0\0\0\0\0\0\3"sv;
// Fields "ab" and "sl", a name, a comment and a checksum of the header.
constexpr auto kRich =
    "\x1f\x8b\x08\x1e\0\0\0\0\0\3\x11\0"
    "ab\1\0xsl\x08\0\x04\x03\x02\x01\x09\0\0\0name\0comment\0\x01\x02"sv;

TEST(GzipFormat, KnowsTheStartOfAMember) {
  EXPECT_TRUE(starts_gzip_member(kPlain));
  EXPECT_TRUE(starts_gzip_member(kRich.substr(0, 4)));
  EXPECT_FALSE(starts_gzip_member(kPlain.substr(0, 3)));
  EXPECT_FALSE(starts_gzip_member("\x1f\x8b\x08\x20"));
  EXPECT_FALSE(starts_gzip_member("\x1f\x8b\x07\x00"sv));
}

TEST(GzipFormat, MeasuresAHeaderThatIsAllThere) {
  EXPECT_EQ(gzip_header_size(std::string(kPlain) + "data"), 10u);
  EXPECT_EQ(gzip_header_size(std::string(kRich) + "data"), kRich.size());
  for (size_t size = 0; size < kRich.size(); ++size) {
    EXPECT_EQ(gzip_header_size(kRich.substr(0, size)), std::nullopt) << size;
  }
}

TEST(GzipFormat, FindsTheSizeThatAMemberStates) {
  EXPECT_EQ(stated_member_size(kRich), 0x01020304u);
  EXPECT_EQ(stated_member_size(kPlain), 0u);
  std::string other(kRich);
  other[17] = 'x';
  EXPECT_EQ(stated_member_size(other), 0u);
  for (size_t size = 0; size < 29; ++size) {
    EXPECT_EQ(stated_member_size(kRich.substr(0, size)), 0u) << size;
  }
}

TEST(GzipFormat, ReadsNumbersLowestByteFirst) {
  EXPECT_EQ(little_endian("\x01\x02\x03\x84"), 0x84030201u);
}

}  // namespace
}  // namespace wax::io
