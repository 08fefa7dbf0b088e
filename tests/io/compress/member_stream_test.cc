#include "io/compress/member_stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/support/archives.h"

namespace wax::io {
namespace {

using Ending = MemberStream::Ending;
using testing::ElementsAre;
using testing::IsEmpty;
using tests::gzip_member;
using tests::memory_file;

Match starts_with_w(std::string_view bytes) {
  if (bytes.empty()) return Match::kMore;
  return bytes[0] == 'W' ? Match::kYes : Match::kNo;
}

std::unique_ptr<MemberStream> gzip_stream(std::string bytes,
                                          ProblemSink& problems) {
  return compressed_stream(memory_file(std::move(bytes)), gzip_inflater(),
                           starts_with_w, problems);
}

TEST(MemberStream, GivesTheOffsetsOfMembers) {
  std::string one = gzip_member("W one");
  std::string two = gzip_member("W two");
  tests::Problems problems;
  auto stream = gzip_stream(one + two, problems);
  EXPECT_TRUE(stream->peek().empty());
  ASSERT_TRUE(stream->next_member());
  EXPECT_EQ(stream->member_offset(), 0);
  EXPECT_EQ(read_all(*stream, 100), "W one");
  EXPECT_EQ(stream->ending(), Ending::kWhole);
  EXPECT_EQ(stream->stored_offset(), one.size());
  ASSERT_TRUE(stream->next_member());
  EXPECT_EQ(stream->member_offset(), one.size());
  EXPECT_EQ(read_all(*stream, 100), "W two");
  EXPECT_FALSE(stream->next_member());
  EXPECT_FALSE(stream->next_member());
  EXPECT_THAT(problems.ids(), IsEmpty());
}

TEST(MemberStream, UnreadBytesStayInFrontOfTheNextMember) {
  tests::Problems problems;
  auto stream = gzip_stream(gzip_member("W o") + gzip_member("ne"), problems);
  ASSERT_TRUE(stream->next_member());
  EXPECT_EQ(stream->peek(100), "W o");
  ASSERT_TRUE(stream->next_member());
  EXPECT_EQ(stream->peek(100), "W one");
}

TEST(MemberStream, GoesOnAtAMemberThatLooksRight) {
  std::string bad = gzip_member("W one");
  bad[10] = '\x07';
  std::string odd = gzip_member("no record");
  tests::Problems problems;
  auto stream = gzip_stream(bad + odd + gzip_member("W two"), problems);
  ASSERT_TRUE(stream->next_member());
  EXPECT_EQ(read_all(*stream, 100), "");
  EXPECT_EQ(stream->ending(), Ending::kBad);
  ASSERT_TRUE(stream->next_member());
  EXPECT_EQ(stream->member_offset(), bad.size() + odd.size());
  EXPECT_EQ(read_all(*stream, 100), "W two");
  EXPECT_THAT(problems.ids(), ElementsAre("gzip-bad-member"));
}

TEST(MemberStream, APlainPieceBetweenMembersIsOne) {
  std::string one = gzip_member("W one");
  std::string plain = "W plain " + std::string(100'000, 'x') + "\x1f\x8b\x08 " +
                      gzip_member("no record");
  tests::Problems problems;
  auto stream = gzip_stream(one + plain + gzip_member("W two"), problems);
  ASSERT_TRUE(stream->next_member());
  EXPECT_FALSE(stream->plain_offset());
  EXPECT_EQ(read_all(*stream, 100), "W one");
  ASSERT_TRUE(stream->next_member());
  EXPECT_EQ(stream->plain_offset(), one.size());
  EXPECT_EQ(skip(*stream, 5), 5u);
  EXPECT_EQ(stream->plain_offset(), one.size() + 5);
  EXPECT_EQ(stream->member_offset(), one.size());
  EXPECT_EQ(read_all(*stream, 1'000'000), plain.substr(5));
  EXPECT_EQ(stream->ending(), Ending::kWhole);
  EXPECT_EQ(stream->stored_offset(), one.size() + plain.size());
  ASSERT_TRUE(stream->next_member());
  EXPECT_EQ(read_all(*stream, 100), "W two");
  EXPECT_TRUE(stream->restart(one.size()));
  ASSERT_TRUE(stream->next_member());
  EXPECT_EQ(stream->peek(7).substr(0, 7), "W plain");
  EXPECT_THAT(problems.ids(), IsEmpty());
}

TEST(MemberStream, MembersArePassedOverWhenTheirSizeIsRight) {
  std::mt19937 random(3);
  std::string text = "W one ";
  while (text.size() < 100'000) text += static_cast<char>(random());
  const std::string one = gzip_member(text);
  for (const bool is_right : {true, false}) {
    tests::Problems problems;
    auto stream = gzip_stream(one + gzip_member("W two"), problems);
    EXPECT_FALSE(stream->pass_over(text.size()));
    stream->skim();
    ASSERT_TRUE(stream->next_member());
    EXPECT_TRUE(stream->in_head());
    EXPECT_EQ(stream->peek(5).substr(0, 5), "W one");
    EXPECT_EQ(stream->pass_over(text.size() + (is_right ? 0 : 1)), is_right);
    EXPECT_FALSE(stream->in_head());
    EXPECT_EQ(read_all(*stream, 1'000'000), is_right ? "" : text);
    EXPECT_EQ(stream->ending(), Ending::kWhole);
    ASSERT_TRUE(stream->next_member());
    EXPECT_EQ(stream->member_offset(), one.size());
    EXPECT_EQ(read_all(*stream, 100), "W two");
    EXPECT_FALSE(stream->next_member());
    EXPECT_THAT(problems.ids(), IsEmpty());
  }
}

TEST(MemberStream, APlainFileIsOneMember) {
  auto stream = plain_stream(memory_file("some text"));
  EXPECT_TRUE(stream->peek().empty());
  ASSERT_TRUE(stream->next_member());
  EXPECT_EQ(skip(*stream, 5), 5);
  EXPECT_EQ(stream->stored_offset(), 5);
  EXPECT_TRUE(stream->seek(2));
  EXPECT_EQ(read_all(*stream, 100), "me text");
  EXPECT_FALSE(stream->next_member());
}

}  // namespace
}  // namespace wax::io
