#include "warc/record/date.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "io/error.h"

namespace wax::warc {
namespace {

TEST(Date14OfWarc, ReadsEveryPrecision) {
  const std::pair<const char*, const char*> cases[] = {
      {"2014-01-03T03:03:21Z", "20140103030321"},
      {" 2014-01-03T03:03:21Z ", "20140103030321"},
      {"2019-11-18T12:56:03.123456Z", "20191118125603"},
      {"2019-11-18T12:56:03.999999999Z", "20191118125603"},
      {"2019-11-18T12:56:03,5Z", "20191118125603"},
      {"2014", "20140101000000"},
      {"2014-03", "20140301000000"},
      {"2014-03-05", "20140305000000"},
      {"2014-03-05T07Z", "20140305070000"},
      {"2014-03-05T07:08Z", "20140305070800"},
      {"2014-03-05T07:08:09", "20140305070809"},
      {"2014-03-05 07:08:09", "20140305070809"},
      {"2014-03-05t07:08:09z", "20140305070809"},
      {"2014-3-5T7:8:9Z", "20140305070809"},
      {"20140305070809", "20140305070809"},
      {"2016-12-31T23:59:60Z", "20161231235960"},
      {"0001-01-01T00:00:00Z", "00010101000000"},
      {"2014-03-01T01:30:00+02:00", "20140228233000"},
      {"2014-12-31T23:30:00-01:00", "20150101003000"},
      {"2014-12-31T23:30:10-0130", "20150101010010"},
      {"2008-10-294T05:21:46-0700", "20081020122146"},
      {"2009-01-001T00:00:00-0000", "20090101000000"},
      {"2009-12-365T23:59:59-0800", "20100101075959"},
      {"2008-02-366", "20081231000000"},
      {"2014-03-01T01:30:00+02", "20140228233000"},
      {"2014Z", "20140101000000"}};
  for (auto [text, date] : cases) EXPECT_EQ(date14_of_warc(text), date) << text;
}

TEST(Date14OfWarc, RefusesWhatIsNoDate) {
  for (const char* text : {"",
                           "-",
                           "yesterday",
                           "14-01-03",
                           "2014-13-01T00:00:00Z",
                           "2014-02-30T00:00:00Z",
                           "2013-02-29",
                           "2014-00-01",
                           "2014-01-00",
                           "2014-01-000T00:00:00Z",
                           "2014-01-366T00:00:00Z",
                           "2014-01-0031T00:00:00Z",
                           "2014-01-03T24:00:00Z",
                           "2014-01-03T03:60:00Z",
                           "2014-01-03T03:03:61Z",
                           "2014-01-03T",
                           "2014-01-",
                           "2014-1-",
                           "2014-01-03T03:03:21+25:00",
                           "2014-01-03T03:03:21+01:60",
                           "2014-01-03T03:03:21+01:00x",
                           "2014-01-03T03:03:21+01:6",
                           "2014-01-03T03:03:21+1",
                           "2014-01-03T03:03:x",
                           "2014-01-03T03:x",
                           "2014-x",
                           "2014x",
                           "2014-01-03T03:03:21 GMT",
                           "Fri, 03 Jan 2014 03:03:21 GMT",
                           "20141332000000",
                           "201401030303"}) {
    EXPECT_FALSE(date14_of_warc(text)) << text;
  }
}

TEST(Date14OfArc, PadsAndCutsDigits) {
  const std::pair<const char*, const char*> cases[] = {
      {"20140103030321", "20140103030321"},
      {"2000082305410049", "20000823054100"},
      {"200009180023002953", "20000918002300"},
      {"200011201434", "20001120143400"},
      {"2000112014", "20001120140000"},
      {"20000823", "20000823000000"},
      {"2000", "20000000000000"},
      {"20160211000000jpg", "20160211000000"},
      {"19700101000000 ", "19700101000000"}};
  for (auto [text, date] : cases) EXPECT_EQ(date14_of_arc(text), date) << text;
}

TEST(Date14OfArc, NeverGuesses) {
  for (const char* text :
       {"", "-", "200", "text/html", "a0d1fdddf3165d0447b1f7a285c61c1c",
        "2000abcd", "20160211jpg", "39450212345678ab", "2014-01-03"}) {
    EXPECT_FALSE(date14_of_arc(text)) << text;
  }
}

TEST(IsDate14, CountsDigits) {
  EXPECT_TRUE(is_date14("20140103030321"));
  EXPECT_FALSE(is_date14("2014010303032"));
  EXPECT_FALSE(is_date14("201401030303211"));
  EXPECT_FALSE(is_date14("2014010303032x"));
  EXPECT_FALSE(is_date14(""));
}

TEST(ShortDate, HasFourToFourteenDigits) {
  for (const char* good : {"2007", "20070", "200705", "20070531203500"}) {
    EXPECT_TRUE(is_short_date(good)) << good;
  }
  for (const char* bad : {"", "200", "2007-", "2007x", "200705312035001"}) {
    EXPECT_FALSE(is_short_date(bad)) << bad;
  }
}

TEST(MicrosecondsOfWarc, AreTheFirstSixDigitsOfTheFraction) {
  const std::pair<const char*, uint32_t> cases[] = {
      {"2014-01-03T03:03:21Z", 0},
      {"2014-01-03T03:03:21.5Z", 500'000},
      {"2014-01-03T03:03:21,000042+01:00", 42},
      {"2014-01-03T03:03:21.123456789Z", 123'456},
      {"2014-01-03T03:03:21.Z", 0},
      {"2014", 0},
      {"", 0},
  };
  for (const auto& [text, microseconds] : cases) {
    EXPECT_EQ(microseconds_of_warc(text), microseconds) << text;
  }
}

TEST(GivenDate, IsInTheCalendar) {
  for (const char* good :
       {"2007", "200705", "20070531", "2007053120", "200705312035",
        "20070531203500", "20080229", "19000228", "20161231235960", "20070000",
        "20070500000000", "00000000000000", "200700"}) {
    EXPECT_TRUE(is_given_date(good)) << good;
    EXPECT_NO_THROW(check_given_date(good)) << good;
    EXPECT_EQ(as_given_date(good), good);
  }
  for (const char* bad :
       {"", "200", "19991", "2007053", "20081345", "20071301", "200713",
        "20200230", "20070229", "20070001", "20070500120000", "2007053124",
        "200705312060", "20070531203561", "99999999999999", "2007-05", "2007x",
        "200705312035001", "May"}) {
    EXPECT_FALSE(is_given_date(bad)) << bad;
    EXPECT_THROW(check_given_date(bad), UsageError) << bad;
  }
  EXPECT_EQ(as_given_date("20071399000000"), "20071231000000");
  EXPECT_EQ(as_given_date("20200230123456"), "20200229123456");
  EXPECT_EQ(as_given_date("-"), "-");
}

TEST(GivenDate, IsNamedWhereItIsNone) {
  try {
    check_given_date("20081345");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(),
                 "\"20081345\" is no date: a date has 4 to 14 digits (2007, "
                 "200710, 20071031, ...) of whole parts, from the year on, and "
                 "is in the calendar");
  }
}

TEST(Period, HasADateWhenAPersonGivesIt) {
  EXPECT_EQ(Period::of_dates("20070601", "2007"),
            Period::between("20070601", "2007"));
  EXPECT_EQ(Period::of_dates("2007", "2007"), Period::of("2007"));
  EXPECT_TRUE(Period::of_dates("", "").is_open());
  // CDXJ has milliseconds.
  EXPECT_EQ(Period::of_dates("20240113055603123", "20240113055603999"),
            Period::of("20240113055603"));
  EXPECT_EQ(Period::parse("20240113055603123"), Period::of("20240113055603"));
  EXPECT_EQ(Period::of_dates("2007", ""), Period::between("2007", ""));
  for (const auto& [from, to] :
       {std::pair("2008", "2007"), std::pair("May", ""), std::pair("", "200"),
        std::pair("20081399", "2009"), std::pair("2007", "20200230")}) {
    EXPECT_THROW((void)Period::of_dates(from, to), UsageError) << from << to;
  }
}

TEST(Period, LastsFromTheBeginningOfOneDateToTheEndOfAnother) {
  EXPECT_EQ(Period::of("2007"), (Period{"20070000000000", "20079999999999"}));
  EXPECT_EQ(Period::between("200705", "2008"),
            (Period{"20070500000000", "20089999999999"}));
  EXPECT_EQ(Period::between("", "2008").first, kFirstDate);
  EXPECT_EQ(Period::between("2008", "").last, kLastDate);
  EXPECT_TRUE(Period::between("", "").is_open());
  EXPECT_TRUE(Period().is_open());
  EXPECT_FALSE(Period::of("2").is_open());
  EXPECT_EQ(Period::of("20070531203500").first, "20070531203500");
  EXPECT_EQ(Period::of("20070531203500").last, "20070531203500");
}

TEST(Period, IsReadFromOneDateOrTwo) {
  EXPECT_EQ(Period::parse("2007"), Period::of("2007"));
  EXPECT_EQ(Period::parse("2007-200802"), Period::between("2007", "200802"));
  for (const char* bad : {"", "-", "2007-", "-2007", "200", "2007-08-09",
                          "2007-x", "200705312035001", "20081345", "19991",
                          "2020-2019"}) {
    EXPECT_THROW((void)Period::parse(bad), UsageError) << bad;
  }
}

TEST(Period, SaysWhereADateLies) {
  struct {
    Period period;
    const char* date;
    int side;
  } cases[] = {{Period::of("2007"), "20061231235959", -1},
               {Period::of("2007"), "20070101000000", 0},
               {Period::of("2007"), "20070000000000", 0},
               {Period::of("2007"), "20071399999999", 0},
               {Period::of("2007"), "20080101000000", 1},
               {Period::of("2007"), "20071231235959999", 0},
               {Period::of("20070"), "20070930000000", 0},
               {Period::of("20070"), "20071001000000", 1},
               {Period::of("2007"), "2007", 0},
               {Period::of("200700"), "2007", 0},
               {Period::of("200701"), "2007", -1},
               {Period::of("2006"), "2007", 1},
               {Period::of("2007"), "20", -1},
               {Period::of("2007"), "", -1},
               {Period::of("2007"), "-", -1},
               {Period::between("", "2007"), "-", 0},
               {Period::between("2007", ""), "-", -1},
               {Period::between("2007", ""), "x", 0},
               {Period::between("", "2007"), "x", 1},
               {Period(), "", 0},
               {Period(), "-", 0},
               {Period(), "zz", 0}};
  for (const auto& [period, date, side] : cases) {
    EXPECT_EQ(period.compare(date), side)
        << period.first << '-' << period.last << ' ' << date;
    EXPECT_EQ(period.holds(date), side == 0);
  }
}

TEST(IsoDate, HasTheFormOfWarcDates) {
  EXPECT_EQ(iso_date("20140216050221"), "2014-02-16T05:02:21Z");
  EXPECT_EQ(iso_date("201402"), "2014-02-00T00:00:00Z");
  EXPECT_EQ(iso_date(""), "0000-00-00T00:00:00Z");
  EXPECT_EQ(date14_of_warc(iso_date("20161231235960")), "20161231235960");
}

TEST(Seconds, CountFrom1970) {
  EXPECT_EQ(seconds_of_date("19700102"), 86400);
  EXPECT_EQ(seconds_of_date("2000"), 946684800);
  EXPECT_EQ(date14_of_seconds(86399), "19700101235959");
  EXPECT_EQ(date14_of_seconds(-1), "19691231235959");
  for (const char* bad : {"197", "20070229", "20071301", "2007x101", ""}) {
    EXPECT_EQ(seconds_of_date(bad), std::nullopt) << bad;
  }
  for (const char* date : {"19690720201740", "20000229120000"}) {
    EXPECT_EQ(date14_of_seconds(*seconds_of_date(date)), date);
  }
}

TEST(LastSecond, CompletesShortDatesAndCorrectsInvalidDays) {
  EXPECT_EQ(last_second("19700101000000"), 0);
  EXPECT_EQ(last_second("1970"), 365 * 86400 - 1);
  EXPECT_EQ(last_second("20070231235959"), last_second("200702"));
  EXPECT_EQ(last_second("20070"), last_second("200709"));
  EXPECT_EQ(last_second("20071399999999"), last_second("20071231"));
  EXPECT_EQ(last_second("20070101000000999"), last_second("20070101000000"));
}

}  // namespace
}  // namespace wax::warc
