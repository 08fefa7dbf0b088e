#include "warc/record/record_header.h"

#include <gtest/gtest.h>

#include "tests/support/archives.h"

namespace wax::warc {
namespace {

using io::Match;

TEST(RecordHeader, EndsAtABlankLine) {
  EXPECT_EQ(warc_header_size("a: b\r\n\r\nblock"), 8);
  EXPECT_EQ(warc_header_size("a: b\n\nblock"), 6);
  EXPECT_EQ(warc_header_size("a: b\r\r\n\r\r\nblock"), 10);
  EXPECT_EQ(warc_header_size("a: b\r\nc: d\r\n"), std::string_view::npos);
  EXPECT_EQ(warc_header_size("a: b\r\n\r"), std::string_view::npos);
}

TEST(RecordHeader, ASearchIsStricterThanAnExpectation) {
  EXPECT_TRUE(starts_record("WARC/1.0 and more\n"));
  EXPECT_EQ(record_found("WARC/1.0 and more\n"), Match::kNo);
  EXPECT_EQ(record_found("WARC/1.0\r\nWARC-Type: x"), Match::kYes);
  EXPECT_EQ(record_found("\r\n\r\nWARC/0.17\na:"), Match::kYes);
  EXPECT_EQ(record_found("WARC/1.0\r\n"), Match::kMore);
  EXPECT_EQ(record_found("WARC/1.0\r\nWARC-Ty"), Match::kMore);
  EXPECT_EQ(record_found("WARC/1.0\r\n\r\n"), Match::kNo);
  EXPECT_EQ(record_found("WARC/1.0\r\nis the first line: of a record"),
            Match::kNo);
  EXPECT_EQ(record_found("WAR"), Match::kMore);
  EXPECT_EQ(record_found(""), Match::kMore);
  EXPECT_EQ(record_found("http://a.org/ 1.2.3.4 20010203 a/b 7\n"),
            Match::kYes);
  EXPECT_EQ(record_found("http://a.org/ 1.2.3.4 2001"), Match::kMore);
  EXPECT_EQ(record_found("http://a.org/ is a page\n"), Match::kNo);
  EXPECT_EQ(record_found("no scheme within the first forty bytes"), Match::kNo);
}

TEST(RecordHeader, BeginsInAnyCaseOfLetters) {
  EXPECT_TRUE(starts_record("warc/1.0\r\n"));
  EXPECT_EQ(record_found("Warc/1.0\r\na: b"), Match::kYes);
  EXPECT_FALSE(starts_record("WART/1.0\r\n"));
}

TEST(RecordHeader, StandsBehindSpaceAndAByteOrderMark) {
  EXPECT_EQ(space_before_record("WARC/1.0"), 0u);
  EXPECT_EQ(space_before_record(" \t\r\nWARC/1.0"), 4u);
  EXPECT_EQ(space_before_record("\xef\xbb\xbfWARC/1.0"), 3u);
  EXPECT_EQ(space_before_record("\n\xef\xbb\xbf\n WARC/1.0"), 6u);
  EXPECT_EQ(space_before_record("\xef\xbb\xbf"), 3u);
  EXPECT_EQ(space_before_record("\xef\xbbWARC/1.0"), 0u);
  EXPECT_EQ(space_before_record(""), 0u);
}

TEST(RecordHeader, OfAUrlWithoutSchemeIsExpectedButNotSearchedFor) {
  EXPECT_TRUE(starts_record("/b 1.2.3.4 20010203 a/b 7\n"));
  EXPECT_EQ(record_found("/b 1.2.3.4 20010203 a/b 7\n"), Match::kNo);
}

TEST(RecordHeader, ReadsLengths) {
  EXPECT_EQ(block_length("0"), 0u);
  EXPECT_EQ(block_length("+0012"), 12u);
  for (const char* text : {"", "+", "-1", "1 ", "1x", "++1",
                           "18446744073709551615", "99999999999999999999"}) {
    EXPECT_FALSE(block_length(text)) << text;
  }
}

TEST(RecordHeader, ASearchMayAskForOneFormat) {
  EXPECT_EQ(record_found("WARC/1.0\r\na: b", Format::kArc), Match::kNo);
  EXPECT_EQ(record_found("dns:a 1.2.3.4 20010203 a/b 7\n", Format::kWarc),
            Match::kNo);
}

TEST(RecordHeader, IsFoundBehindALineEnd) {
  auto found = find_header("text\r\n\r\nWARC/1.0\r\na: b", 0, Format::kWarc);
  EXPECT_EQ(found.match, Match::kYes);
  EXPECT_EQ(found.line_end, 5u);
  EXPECT_EQ(found.begin, 8u);
  EXPECT_EQ(find_header("WARC/1.0\r\na: b\n.", 0, Format::kWarc).match,
            Match::kNo);
  EXPECT_EQ(find_header("text\nWAR", 0, Format::kWarc).match, Match::kMore);
  EXPECT_EQ(find_header("text\n\r\n", 0, Format::kWarc).match, Match::kMore);
  EXPECT_EQ(find_header("text\nWARC/1.0\r\na: b", 5, Format::kWarc).match,
            Match::kNo);
}

TEST(RecordHeader, StatesTheSizeOfItsRecord) {
  std::string record = tests::warc_record("block");
  EXPECT_EQ(stated_size(record), record.size() - 4);
  EXPECT_EQ(stated_size(record + record), record.size() - 4);
  std::string arc = tests::arc_record("block");
  EXPECT_EQ(stated_size(arc), arc.size() - 1);
  for (const char* text :
       {"", "WARC/1.0\r\nWARC-Type: x\r\nContent-Length: 7\r\n",
        "WARC/1.0\r\nContent-Length: 7\r\n\r\n",
        "WARC/1.0\r\nWARC-Type: x\r\n\r\n",
        "WARC/1.0\r\nWARC-Type: x\r\nContent-Length: 7x\r\n\r\n",
        "WARC/1.0\nWARC-Type: x\nContent-Length: 18446744073709551615\n\n",
        "http://a.org/ 1.2.3.4 20010203 a/b 7",
        "http://a.org/ 1.2.3.4 20010203 a/b -7\n"}) {
    EXPECT_FALSE(stated_size(text)) << text;
  }
}

TEST(RecordHeader, FollowsABlock) {
  EXPECT_TRUE(follows_block(""));
  EXPECT_TRUE(follows_block("\r\n\r\n"));
  EXPECT_TRUE(follows_block("\r\n\r\nWARC/1.0\r\n"));
  EXPECT_TRUE(follows_block("\nhttp://a.org/ 1.2.3.4 20010203 a/b 7\n"));
  EXPECT_FALSE(follows_block("\r\n\r\ntext\n"));
}

TEST(RecordHeader, FillsTheRecord) {
  std::string text =
      tests::warc_record("", {.type = "Revisit",
                              .uri = "<http://a.org/b c>",
                              .version = "1.1",
                              .more = "WARC-IP-Address: 1.2.3.4\r\n"});
  std::string block = text.substr(0, warc_header_size(text));
  Record record;
  read_warc_header(block, record);
  EXPECT_EQ(record.version, "1.1");
  EXPECT_EQ(record.type, RecordType::kRevisit);
  EXPECT_EQ(record.type_name, "Revisit");
  EXPECT_EQ(record.target_uri, "http://a.org/b c");
  EXPECT_EQ(record.date, "2014-01-03T03:03:21Z");
  EXPECT_EQ(record.ip_address, "1.2.3.4");
  EXPECT_EQ(record.raw_header, block);
}

TEST(RecordHeader, OfAnArcFillsTheRecord) {
  constexpr std::string_view kLine =
      "http://a.org/ 1.2.3.4 20010203040506 text/html 7\n";
  auto header = parse_arc_header(kLine.substr(0, kLine.size() - 1));
  ASSERT_TRUE(header);
  Record record;
  read_arc_header(*header, kLine, record);
  EXPECT_EQ(record.format, Format::kArc);
  EXPECT_EQ(record.type, RecordType::kResponse);
  EXPECT_EQ(record.target_uri, "http://a.org/");
  EXPECT_EQ(record.ip_address, "1.2.3.4");
  EXPECT_EQ(record.date, "20010203040506");
  EXPECT_EQ(record.content_type, "text/html");
  EXPECT_EQ(record.content_length, 7u);
  EXPECT_EQ(record.raw_header, kLine);
}

TEST(RecordHeader, OfAnArcWithANegativeLengthHasNoBlock) {
  auto header = parse_arc_header("filedesc:a 0.0.0.0 20010203 text/plain -1");
  ASSERT_TRUE(header);
  Record record;
  read_arc_header(*header, "", record);
  EXPECT_EQ(record.type, RecordType::kFiledesc);
  EXPECT_TRUE(record.negative_length);
  EXPECT_EQ(record.content_length, 0u);
}

TEST(RecordHeader, AVersionBlockTellsItsLength) {
  struct Case {
    std::string_view block;
    int64_t stated;
    std::string_view version;
    uint64_t length;
    uint64_t uncounted;
  };
  const Case cases[] = {
      {"1 0 IA\nURL\n", 11, "1", 11, 0},
      {"2 0 IA\nURL\n", 11, "2", 11, 0},
      {"1 0 IA\nURL\n", 10, "1", 10, 1},
      {"1 0 IA\r\nURL\r\n", 11, "1", 11, 2},
      {"1 0 IA\nURL\nrest", -1, "1", 11, 0},
      {"1 0 IA\nURL", -1, "1", 10, 0},
      {"1 0 IA", -1, "1", 0, 0},
      {"something\nelse\n", -1, "1", 0, 0},
  };
  for (const Case& c : cases) {
    Record record;
    record.negative_length = c.stated < 0;
    record.content_length = c.stated < 0 ? 0 : static_cast<uint64_t>(c.stated);
    EXPECT_EQ(read_version_block(c.block, record), c.uncounted) << c.block;
    EXPECT_EQ(record.version, c.version) << c.block;
    EXPECT_EQ(record.content_length, c.length) << c.block;
  }
}

}  // namespace
}  // namespace wax::warc
