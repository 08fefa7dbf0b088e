#include <gtest/gtest.h>

#include <string>

#include "io/compress/member_stream.h"
#include "io/inputs/input_files.h"
#include "tests/support/temp_dir.h"

namespace wax::io {
namespace {

TEST(PlainStream, IsOneMemberThatSeeks) {
  tests::TempDir folder;
  auto stream = plain_stream(open_file(folder.write("a", "0123456789")));
  EXPECT_EQ(stream->peek(1), "");
  ASSERT_TRUE(stream->next_member());
  EXPECT_FALSE(stream->next_member());
  EXPECT_TRUE(stream->can_seek());
  ASSERT_TRUE(stream->pass_over(4));
  EXPECT_EQ(stream->peek(6), "456789");
  EXPECT_EQ(stream->stored_offset(), 4U);
  EXPECT_FALSE(stream->pass_over(7));
  ASSERT_TRUE(stream->seek(9));
  EXPECT_EQ(stream->peek(2), "9");
  EXPECT_EQ(stream->ending(), MemberStream::Ending::kWhole);
}

TEST(PlainStream, AnEmptyFileHasNoMember) {
  tests::TempDir folder;
  auto stream = plain_stream(open_file(folder.write("a", "")));
  EXPECT_FALSE(stream->next_member());
}

}  // namespace
}  // namespace wax::io
