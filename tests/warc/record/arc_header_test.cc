#include <gtest/gtest.h>

#include <string>

#include "warc/record/record_header.h"

namespace wax::warc {
namespace {

struct Good {
  std::string name;
  std::string line;
  std::string url;
  std::string ip_address;
  std::string date;
  std::string content_type;
  int64_t length;
};

class ArcLine : public testing::TestWithParam<Good> {};

TEST_P(ArcLine, IsTakenApart) {
  const Good& good = GetParam();
  auto header = parse_arc_header(good.line);
  ASSERT_TRUE(header);
  EXPECT_EQ(header->url, good.url);
  EXPECT_EQ(header->ip_address, good.ip_address);
  EXPECT_EQ(header->date, good.date);
  EXPECT_EQ(header->content_type, good.content_type);
  EXPECT_EQ(header->length, good.length);
  EXPECT_EQ(header->version_2, good.name == "VersionTwo");
}

INSTANTIATE_TEST_SUITE_P(
    Lines, ArcLine,
    testing::Values(
        Good{"VersionOne", "http://a.org/ 1.2.3.4 20010203040506 text/html 7",
             "http://a.org/", "1.2.3.4", "20010203040506", "text/html", 7},
        Good{"VersionTwo",
             "http://a.org/ 1.2.3.4 20010203040506 text/html 200 fac03 - 55 "
             "x.arc.gz 7",
             "http://a.org/", "1.2.3.4", "20010203040506", "text/html", 7},
        Good{"SpacesInUrl",
             "http://a.org/b c  d 1.2.3.4 20010203 text/html 7\r",
             "http://a.org/b c  d", "1.2.3.4", "20010203", "text/html", 7},
        Good{"Transposed", "http://a.org/ 20010203040506 1.2.3.4 text/html 7",
             "http://a.org/", "1.2.3.4", "20010203040506", "text/html", 7},
        Good{"NoMime", "http://a.org/ 1.2.3.4 20010203040506 7",
             "http://a.org/", "1.2.3.4", "20010203040506", "", 7},
        Good{"Charset",
             "http://a.org/ 1.2.3.4 20010203040506 text/html; charset=x 7",
             "http://a.org/", "1.2.3.4", "20010203040506",
             "text/html; charset=x", 7},
        Good{"HexDate", "http://a.org/ 1.2.3.4 a0d1fddd text/html 7",
             "http://a.org/", "1.2.3.4", "a0d1fddd", "text/html", 7},
        Good{"LongDate", "http://a.org/ 1.2.3.4 200102030405060000 text/html 7",
             "http://a.org/", "1.2.3.4", "200102030405060000", "text/html", 7},
        Good{"NegativeLength", "dns:a.org 1.2.3.4 20010203040506 text/dns -12",
             "dns:a.org", "1.2.3.4", "20010203040506", "text/dns", -12},
        Good{"IpVersionSix", "http://a.org/ 2001:db8::1 20010203040506 a/b 7",
             "http://a.org/", "2001:db8::1", "20010203040506", "a/b", 7},
        Good{"PlusBeforeTheLength", "http://a.org/ 1.2.3.4 20010203 a/b +7",
             "http://a.org/", "1.2.3.4", "20010203", "a/b", 7},
        Good{"SpaceBeforeTheUrl", " http://a.org/ 1.2.3.4 20010203 a/b 7",
             "http://a.org/", "1.2.3.4", "20010203", "a/b", 7},
        Good{"UrlWithoutScheme", "/b 1.2.3.4 20010203 a/b 7", "/b", "1.2.3.4",
             "20010203", "a/b", 7},
        Good{"UrlInBrackets", "<http://a.org/> 1.2.3.4 20010203 a/b 7",
             "<http://a.org/>", "1.2.3.4", "20010203", "a/b", 7},
        Good{"Filedesc", "filedesc://x 0.0.0.0 19960923142103 text/plain 76",
             "filedesc://x", "0.0.0.0", "19960923142103", "text/plain", 76}),
    [](const auto& line) { return line.param.name; });

TEST(ArcHeader, OtherLinesAreNone) {
  for (std::string line :
       {"", "http://a.org/", "a b c d e", "http://a.org/ 1", "GET / HTTP/1.0",
        "WARC/1.0",
        // URLs without a scheme, and something else is odd.
        "/b 1.2.3 20010203 a/b 7", "/b 1.2.3.4 hex a/b 7",
        "/b 1.2.3.4 20010203 a/b x", "/b c 1.2.3.4 20010203 a/b 7",
        "\x1ahttp://a.org/ 1.2.3.4 20010203 a/b 7"}) {
    EXPECT_FALSE(parse_arc_header(line)) << line;
  }
}

TEST(ArcHeader, ALengthThatIsNoNumberIsSaid) {
  auto header = parse_arc_header("http://a.org/ 1.2.3.4 20010203 text/html x7");
  ASSERT_TRUE(header);
  EXPECT_FALSE(header->good_length);
  EXPECT_EQ(header->length, 0);
  header = parse_arc_header("http://a.org/ 1.2.3.4 20010203 text/html +-7");
  ASSERT_TRUE(header);
  EXPECT_FALSE(header->good_length);
}

TEST(ArcHeader, OnlyAWholeLineIsPlausible) {
  EXPECT_TRUE(plausible_arc_header("http://a.org/ 1.2.3.4 20010203 a/b 7"));
  EXPECT_FALSE(plausible_arc_header("http://a.org/ 1.2.3.4 20010203 a/b x"));
  EXPECT_FALSE(plausible_arc_header("http://a.org/ 1.2.3 20010203 a/b 7"));
  EXPECT_FALSE(plausible_arc_header("http://a.org/ 1.2.3.4 hex a/b 7"));
}

TEST(ArcHeader, AUsualSchemeIsWhole) {
  EXPECT_TRUE(starts_with_usual_scheme("http://a.org/"));
  EXPECT_TRUE(starts_with_usual_scheme("dns:a.org"));
  EXPECT_FALSE(starts_with_usual_scheme("ttp://a.org/"));
  EXPECT_FALSE(starts_with_usual_scheme("mailto:a@b.org"));
}

}  // namespace
}  // namespace wax::warc
