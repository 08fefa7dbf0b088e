#include "warc/reader/joined_members.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "tests/support/archives.h"

namespace wax::warc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using tests::gzip_member;
using Ending = JoinedMembers::Ending;

constexpr std::string_view kHeader = "WARC/1.0\r\nWARC-Type: x\r\n\r\n";

// The members of a file, with the first one entered.
struct Members {
  explicit Members(const std::vector<std::string>& members)
      : stream(tests::gzip_members(members, sink)) {
    EXPECT_TRUE(joined.enter());
    for (const std::string& member : members) {
      begins.push_back(begins.back() + gzip_member(member).size());
    }
  }

  std::vector<uint64_t> begins = {0};  // of each member, and the file's end
  tests::Problems sink;
  std::unique_ptr<io::MemberStream> stream;
  RecordProblems problems{*stream, sink};
  JoinedMembers joined{*stream, problems};
};

TEST(JoinedMembers, AMemberWithoutARecordGoesOn) {
  Members m({"one ", "block"});
  EXPECT_FALSE(m.joined.at_end(m.stream->peek(4), 4));
  ASSERT_TRUE(m.joined.at_end(m.stream->peek(100), 100));
  EXPECT_TRUE(m.joined.join(4, 5));
  EXPECT_FALSE(m.joined.next_entered());
  EXPECT_EQ(m.stream->peek(100), "one block");
  EXPECT_THAT(m.sink.ids(), ElementsAre("gzip-record-in-parts"));
}

TEST(JoinedMembers, AMemberWithARecordDoesNot) {
  Members m({"one ", std::string(kHeader)});
  ASSERT_TRUE(m.joined.at_end(m.stream->peek(100), 100));
  EXPECT_FALSE(m.joined.join(4, 5));
  EXPECT_TRUE(m.joined.next_entered());
  EXPECT_EQ(m.joined.end(), m.begins[1]);
  EXPECT_EQ(m.joined.ending(), Ending::kWhole);
  EXPECT_EQ(m.stream->peek(4).substr(0, 4), "one ");
  EXPECT_THAT(m.sink.ids(), IsEmpty());
  m.stream->consume(4);
  m.joined.leave_record();
  EXPECT_FALSE(m.joined.next_entered());
  Extent extent = m.joined.begin_record(false);
  EXPECT_EQ(extent.offset, m.begins[1]);
  EXPECT_TRUE(extent.seekable);
}

TEST(JoinedMembers, BlankLinesThatABlockLacksAreItsOwn) {
  Members lacking({"block", "\r\n\r\n" + std::string(kHeader)});
  ASSERT_TRUE(lacking.joined.at_end(lacking.stream->peek(100), 100));
  EXPECT_TRUE(lacking.joined.join(5, 4));
  Members whole({"block", "\r\n\r\n" + std::string(kHeader)});
  ASSERT_TRUE(whole.joined.at_end(whole.stream->peek(100), 100));
  EXPECT_FALSE(whole.joined.join(5, 5));
}

TEST(JoinedMembers, TheLastEndsWithTheFile) {
  Members m({"one"});
  ASSERT_TRUE(m.joined.at_end(m.stream->peek(100), 100));
  EXPECT_FALSE(m.joined.join(3, 1));
  EXPECT_FALSE(m.joined.next_entered());
  m.stream->consume(3);
  EXPECT_FALSE(m.joined.enter());
  EXPECT_EQ(m.joined.end(), m.begins[1]);
}

TEST(JoinedMembers, EmptyOnesBelongToNoRecord) {
  Members m({"one", "", "", "two"});
  EXPECT_EQ(m.joined.begin_record(false).offset, 0u);
  m.stream->consume(m.stream->peek(3).size());
  ASSERT_TRUE(m.stream->peek().empty());
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(m.stream->peek().empty());
    ASSERT_TRUE(m.joined.enter());
  }
  EXPECT_EQ(m.joined.begin_record(false).offset, m.begins[3]);
}

TEST(JoinedMembers, ARecordThatDoesNotBeginItsMemberIsNotAlone) {
  Members m({"one two"});
  EXPECT_TRUE(m.joined.begin_record(false).seekable);
  EXPECT_TRUE(m.joined.alone());
  m.stream->consume(m.stream->peek(4).substr(0, 4).size());
  Extent extent = m.joined.begin_record(false);
  EXPECT_EQ(extent.offset, 0u);
  EXPECT_FALSE(extent.seekable);
  EXPECT_FALSE(m.joined.alone());
  EXPECT_THAT(m.sink.ids(), ElementsAre("gzip-not-per-record"));
}

TEST(JoinedMembers, ALineIsCompletedFromThem) {
  Members m({"http://a.org/", "x 1.2.3.4 2001", "0203 a/b 7\n"});
  EXPECT_EQ(m.joined.complete_line(nullptr), 0u);
  EXPECT_EQ(m.stream->peek(100), "http://a.org/x 1.2.3.4 20010203 a/b 7\n");
}

TEST(JoinedMembers, ALineThatARecordCutsIsPassedOver) {
  Members m({"http://a.org/ 1.2", std::string(kHeader)});
  EXPECT_EQ(m.joined.complete_line(nullptr), 17u);
  EXPECT_TRUE(m.joined.next_entered());
  EXPECT_EQ(m.stream->peek(kHeader.size()), kHeader);
}

TEST(JoinedMembers, AUrlMayBeCutWhereItsRestLooksLikeAnother) {
  Members m({"h", "ttp://a.org/ 1.2.3.4 20010203 a/b 7\n"});
  EXPECT_EQ(m.joined.complete_line(nullptr), 0u);
  EXPECT_FALSE(m.joined.next_entered());
  EXPECT_TRUE(m.stream->peek(7).starts_with("http://"));
}

}  // namespace
}  // namespace wax::warc
