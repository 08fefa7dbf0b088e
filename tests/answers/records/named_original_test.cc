#include "answers/records/named_original.h"

#include <gtest/gtest.h>

#include <memory>

#include "warc/record/record_header.h"

namespace wax::answers {
namespace {

constexpr const char* kRevisit =
    "WARC/1.1\r\nWARC-Type: revisit\r\n"
    "WARC-Refers-To: <urn:uuid:1>\r\n"
    "WARC-Refers-To-Target-URI: <http://a.org/>\r\n"
    "WARC-Refers-To-Date: 2007-02-03T04:05:06Z\r\n  \r\n"
    "Content-Length: 0\r\n\r\n";

warc::Record record_of(const std::string& header) {
  warc::Record record;
  warc::read_warc_header(header, record);
  record.raw_header = header;
  return record;
}

std::shared_ptr<const Generation> with_rules(const std::string& lines) {
  auto rules = std::make_shared<collection::AccessRules>("20260101");
  rules->add_lines(lines, "rules");
  auto generation = std::make_shared<Generation>();
  generation->access = std::move(rules);
  return generation;
}

TEST(NamedOriginal, IsInAContainer) {
  const std::string header = kRevisit;
  EXPECT_EQ(shown_container({}, record_of(header)), "");
  const std::string with = header_with_container(header, "b c.wacz");
  EXPECT_EQ(with, header.substr(0, header.size() - 2) +
                      "WARC-Refers-To-Container: file://b c.wacz\r\n\r\n");
  EXPECT_EQ(shown_container({}, record_of(with)), "b c.wacz");
  EXPECT_EQ(
      shown_container({with_rules("block surt org,a)/\n")}, record_of(with)),
      "");
  EXPECT_EQ(header_with_container(with, ""), header);
}

TEST(NamedOriginal, IsLeftOutWhereRulesHideIt) {
  const std::string header = kRevisit;
  const warc::Record record = record_of(header);
  EXPECT_EQ(shown_header({std::make_shared<Generation>()}, record), header);
  EXPECT_EQ(shown_header({with_rules("block surt org,b)/\n")}, record), header);
  EXPECT_EQ(shown_header({std::make_shared<Generation>(),
                          with_rules("block surt org,a)/\n")},
                         record),
            "WARC/1.1\r\nWARC-Type: revisit\r\nContent-Length: 0\r\n\r\n");
}

TEST(NamedOriginal, IsReplacedByAnother) {
  const std::string header = kRevisit;
  const warc::Record record = record_of(header);
  UrlCapture same;
  same.url = "http://a.org/";
  same.date = "20070203040506";
  EXPECT_EQ(header_referring_to(header, record, same, "<urn:uuid:1>"), header);
  UrlCapture other = same;
  other.date = "20080203040506";
  EXPECT_EQ(header_referring_to(header, record, other, "<urn:uuid:2>"),
            "WARC/1.1\r\nWARC-Type: revisit\r\n"
            "WARC-Refers-To: <urn:uuid:2>\r\n"
            "WARC-Refers-To-Target-URI: http://a.org/\r\n"
            "WARC-Refers-To-Date: 2008-02-03T04:05:06Z\r\n"
            "Content-Length: 0\r\n\r\n");
  EXPECT_EQ(header_referring_to(header, record, other, "").find("uuid"),
            std::string::npos);
}

}  // namespace
}  // namespace wax::answers
