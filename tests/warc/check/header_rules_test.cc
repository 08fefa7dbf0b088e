#include "warc/check/header_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/archives.h"
#include "warc/reader/reader.h"
#include "warc/record/date.h"

namespace wax::warc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(HeaderRules, ADateIsPlausibleUpToTheEndOfTomorrow) {
  std::string date = latest_plausible_date();
  EXPECT_TRUE(is_date14(date));
  EXPECT_TRUE(date.ends_with("235959"));
  EXPECT_GT(date, "20250101");
}

std::vector<std::string> faults(const std::string& bytes) {
  tests::Problems damage;
  tests::Problems found;
  auto reader = open_archive(tests::memory_file(bytes), damage);
  Record record;
  while (reader->next(record)) {
    check_header(record, "memory", "20301231235959", found);
  }
  std::vector<std::string> ids;
  for (const Problem& problem : found.all) {
    ids.push_back(problem.id + "/" + std::string(name(problem.severity)));
  }
  return ids;
}

tests::WarcFields response() {
  tests::WarcFields fields;
  fields.more = "WARC-Record-ID: <urn:uuid:1>\r\n";
  return fields;
}

std::vector<std::string> faults(const tests::WarcFields& fields) {
  return faults(tests::warc_record("waxwing", fields));
}

TEST(HeaderRules, AValidRecordHasNoFaults) {
  EXPECT_THAT(faults(response()), IsEmpty());
}

TEST(HeaderRules, FieldsOfWarc) {
  struct Case {
    const char* type;
    const char* more;
    const char* fault;
  };
  for (const Case& c : {
           Case{"response", "WARC-Filename: a.warc\r\n", "warc-odd-field/note"},
           {"warcinfo", "WARC-IP-Address: 1.2.3.4\r\n", "warc-odd-field/note"},
           {"response", "WARC-Refers-To: <urn:x:1>\r\n", "warc-odd-field/note"},
           {"response", "WARC-IP-Address: 1.2.3\r\n",
            "warc-bad-address/warning"},
           {"response", "nothing\r\n", "warc-odd-line/warning"},
           {"response", "WARC-Record-ID: <urn:x:2>\r\n",
            "warc-repeated-field/warning"},
           {"revisit", "", "warc-missing-field/warning"},
           {"revisit", "WARC-Profile: http://x/\r\n",
            "warc-odd-profile/warning"},
           {"revisit",
            "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/"
            "identical-payload-digest\r\n",
            "warc-missing-field/warning"},
           {"response", "WARC-Segment-Number: 2\r\n",
            "warc-bad-segment/warning"},
           {"continuation",
            "WARC-Segment-Number: 1\r\nWARC-Segment-Origin-ID: <urn:x:1>\r\n",
            "warc-bad-segment/warning"},
           {"continuation", "WARC-Segment-Number: 2\r\n",
            "warc-missing-field/warning"},
           {"response", "WARC-Segment-Number: x\r\n",
            "warc-bad-segment/warning"},
           {"continuation",
            "WARC-Segment-Number: 2\r\nWARC-Segment-Origin-ID: <urn:x:1>\r\n"
            "WARC-Segment-Total-Length: x\r\n",
            "warc-bad-segment/warning"},
           {"screenshot", "", "warc-odd-type/note"},
       }) {
    tests::WarcFields fields = response();
    fields.type = c.type;
    fields.more += c.more;
    if (fields.type == "warcinfo") fields.uri.clear();
    EXPECT_THAT(faults(fields), ElementsAre(c.fault)) << c.type << c.more;
  }
}

TEST(HeaderRules, NamesTheBeginningOfWhatIsAtFault) {
  const std::pair<std::string, std::string> cases[] = {
      {"screenshot", "'screenshot'"},
      {std::string(60, 'x'), "'" + std::string(60, 'x') + "'"},
      {std::string(61, 'x'), "'" + std::string(60, 'x') + "...'"}};
  for (const auto& [type, shown] : cases) {
    tests::WarcFields fields = response();
    fields.type = type;
    tests::Problems damage;
    tests::Problems found;
    auto reader = open_archive(
        tests::memory_file(tests::warc_record("waxwing", fields)), damage);
    Record record;
    ASSERT_TRUE(reader->next(record));
    check_header(record, "memory", "20301231235959", found);
    ASSERT_EQ(found.all.size(), 1U);
    EXPECT_EQ(found.all[0].text, shown + " is not a standard record type");
  }
}

TEST(HeaderRules, AcceptsUnusualFields) {
  for (const char* more :
       {"WARC-IP-Address: 1.2.3.4\r\n", "WARC-IP-Address: 2001:db8::1\r\n",
        "WARC-Concurrent-To: <urn:x:2>\r\nWARC-Concurrent-To: <urn:x:3>\r\n",
        "WARC-Segment-Number: 1\r\n", "X-Of-Others: 1\r\n"}) {
    tests::WarcFields fields = response();
    fields.more += more;
    EXPECT_THAT(faults(fields), IsEmpty()) << more;
  }
}

TEST(HeaderRules, MissingFields) {
  tests::WarcFields fields;
  EXPECT_THAT(faults(fields), ElementsAre("warc-missing-field/warning"));
  fields = response();
  fields.uri.clear();
  EXPECT_THAT(faults(fields), ElementsAre("warc-missing-field/warning"));
  fields.type = "metadata";
  EXPECT_THAT(faults(fields), IsEmpty());
}

TEST(HeaderRules, DatesOfWarc) {
  for (const char* good :
       {"2014", "2014-01", "2014-01-03", "2014-01-03T03:03Z",
        "2014-01-03T03:03:21Z", "2014-01-03T03:03:21.123456789Z"}) {
    tests::WarcFields fields = response();
    fields.date = good;
    EXPECT_THAT(faults(fields), IsEmpty()) << good;
  }
  for (const char* odd : {"20140103030321", "2014-01-03T03:03:21+01:00",
                          "2014-01-03 03:03:21Z", "2014-01-03T03:03:21"}) {
    tests::WarcFields fields = response();
    fields.date = odd;
    EXPECT_THAT(faults(fields), ElementsAre("warc-bad-date/note")) << odd;
  }
  for (const char* bad : {"yesterday", "2014-02-30T00:00:00Z", "0"}) {
    tests::WarcFields fields = response();
    fields.date = bad;
    EXPECT_THAT(faults(fields), ElementsAre("warc-bad-date/warning")) << bad;
  }
  for (const char* far : {"1989-12-31T23:59:59Z", "2031-01-01T00:00:00Z"}) {
    tests::WarcFields fields = response();
    fields.date = far;
    EXPECT_THAT(faults(fields), ElementsAre("warc-odd-date/warning")) << far;
  }
}

TEST(HeaderRules, VersionsUrisIdsAndMediaTypes) {
  tests::WarcFields fields = response();
  fields.version = "0.9";
  EXPECT_THAT(faults(fields), ElementsAre("warc-odd-version/warning"));
  for (const auto& [uri, fault] : {std::pair<const char*, const char*>{
                                       "http://x/a b", "warc-bad-uri/warning"},
                                   {"www.example.org", "warc-bad-uri/warning"},
                                   {"<http://x/>", "warc-bad-uri/note"}}) {
    fields = response();
    fields.uri = uri;
    EXPECT_THAT(faults(fields), ElementsAre(fault)) << uri;
  }
  for (const auto& [id, fault] :
       {std::pair<const char*, const char*>{"urn:uuid:1", "warc-bad-id/note"},
        {"<1>", "warc-bad-id/warning"},
        {"<urn:x", "warc-bad-id/warning"},
        {"<urn:a b>", "warc-bad-id/warning"}}) {
    fields.uri = "http://x/";
    fields.more = "WARC-Record-ID: " + std::string(id) + "\r\n";
    EXPECT_THAT(faults(fields), ElementsAre(fault)) << id;
  }
  fields = response();
  fields.content_type = "text";
  EXPECT_THAT(faults(fields), ElementsAre("warc-bad-media-type/warning"));
  fields.content_type = "";
  EXPECT_THAT(faults(fields), ElementsAre("warc-no-media-type/note"));
}

TEST(HeaderRules, LinesOfArc) {
  std::string block = "waxwing";
  auto arc = [&](const std::string& record) {
    return faults(tests::arc_filedesc("a.arc") + record);
  };
  EXPECT_THAT(arc(tests::arc_record(block)), IsEmpty());
  EXPECT_THAT(arc(tests::arc_record(block, "http://x/a b")),
              ElementsAre("arc-bad-uri/warning"));
  EXPECT_THAT(arc(tests::arc_record(block, "http://x/", "20141303030321")),
              ElementsAre("arc-bad-date/warning"));
  EXPECT_THAT(arc(tests::arc_record(block, "http://x/", "201401030303")),
              ElementsAre("arc-bad-date/note"));
  EXPECT_THAT(arc(tests::arc_record(block, "http://x/", "19700101000000")),
              ElementsAre("arc-odd-date/warning"));
  EXPECT_THAT(
      arc(tests::arc_record(block, "http://x/", "20140103030321", "no-type")),
      ElementsAre("arc-bad-media-type/note"));
  EXPECT_THAT(arc(tests::arc_record(block, "http://x/", "20140103030321",
                                    "text/html", "unknown")),
              ElementsAre("arc-bad-address/warning"));
}

}  // namespace
}  // namespace wax::warc
