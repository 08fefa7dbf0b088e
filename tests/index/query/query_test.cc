#include "index/query/query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "io/error.h"

namespace wax::index {
namespace {

using testing::HasSubstr;

// A query as text: words in <>, parts in ().
std::string shown(const Query& query) {
  auto parts = [&](const char* sign) {
    std::string text = "(";
    for (const Query& part : query.parts) {
      if (text.size() > 1) text += sign;
      text += shown(part);
    }
    return text + ")";
  };
  switch (query.kind) {
    case Query::Kind::kAll:
      return "*";
    case Query::Kind::kWords: {
      std::string text = query.field.empty() ? "" : query.field + ":";
      text += '<';
      uint32_t position = 0;
      for (const Query::Word& word : query.words) {
        if (text.back() != '<') text += ' ';
        for (; position < word.position; ++position) text += "_ ";
        ++position;
        text += word.text + (word.prefix ? "*" : "");
        if (word.pattern) text += " as pattern";
        if (word.edits > 0) text += "~" + std::to_string(word.edits);
      }
      return text + ">" +
             (query.slop > 0 ? "~" + std::to_string(query.slop) : "");
    }
    case Query::Kind::kExact: {
      std::string text = query.field + "=";
      for (const std::string& value : query.values) {
        if (text.back() != '=') text += '|';
        text += value;
      }
      return text + (query.prefix ? "*" : "") +
             (query.pattern ? " as pattern" : "");
    }
    case Query::Kind::kRange:
      return query.field + "=" + query.first + ".." + query.last;
    case Query::Kind::kDates:
      return query.first + ".." + query.last;
    case Query::Kind::kAnd:
      return parts(" & ");
    case Query::Kind::kOr:
      return parts(" | ");
    case Query::Kind::kNot:
      return "-" + shown(query.parts.front());
  }
  return {};
}

struct Case {
  const char* query;
  const char* meaning;
};

void PrintTo(const Case& test, std::ostream* out) { *out << test.query; }

class QueryTest : public testing::TestWithParam<Case> {};

TEST_P(QueryTest, Means) {
  EXPECT_EQ(shown(parse_query(GetParam().query)), GetParam().meaning);
}

INSTANTIATE_TEST_SUITE_P(
    Words, QueryTest,
    testing::Values(
        Case{"web", "<web>"}, Case{"  Web ", "<web>"},
        Case{"web archive", "(<web> & <archive>)"},
        Case{"web AND archive", "(<web> & <archive>)"},
        Case{"a b c", "(<a> & <b> & <c>)"},
        Case{"web OR archive", "(<web> | <archive>)"},
        Case{"web||archive", "<web archive>"},
        Case{"web || archive && old", "(<web> | (<archive> & <old>))"},
        Case{"a b OR c d", "((<a> & <b>) | (<c> & <d>))"},
        Case{"a (b OR c)", "(<a> & (<b> | <c>))"},
        Case{"a(b)c", "(<a> & <b> & <c>)"},
        Case{"web -archive", "(<web> & -<archive>)"},
        Case{"web NOT archive", "(<web> & -<archive>)"},
        Case{"web !archive", "(<web> & -<archive>)"},
        Case{"+web +archive", "(<web> & <archive>)"},
        Case{"-archive", "-<archive>"}, Case{"NOT -archive", "<archive>"},
        Case{"-(a OR b)", "-(<a> | <b>)"},
        Case{"\"Web Archive\"", "<web archive>"},
        Case{"-\"web archive\"", "-<web archive>"},
        Case{"a\"b c\"d", "(<a> & <b c> & <d>)"}, Case{"\"a \\\" b\"", "<a b>"},
        Case{"iana.js", "<iana js>"}, Case{"web-archive", "<web archive>"},
        Case{"archiv*", "<archiv*>"}, Case{"web-archiv*", "<web archiv*>"},
        Case{"*", "*"}, Case{"web - archive", "(<web> & <archive>)"},
        Case{"web ... archive", "(<web> & <archive>)"},
        Case{"or and not", "(<or> & <and> & <not>)"},
        Case{"ORder ANDy NOTe", "(<order> & <andy> & <note>)"},
        Case{"日本語", "<日本 本語>"}, Case{"語", "<語*>"},
        Case{"\"a 日本 b\"", "<a 日本 _ b>"},
        Case{"http://x.org/a", "<http x org a>"}, Case{"12:30", "<12 30>"},
        Case{"note: web", "(<note> & <web>)"}, Case{"C++", "<c>"}));

INSTANTIATE_TEST_SUITE_P(
    Fields, QueryTest,
    testing::Values(
        Case{"title:Web", "title:<web>"},
        Case{"title:\"web archive\" x", "(title:<web archive> & <x>)"},
        Case{"title:(a OR b)", "(title:<a> | title:<b>)"},
        Case{"title:(a url:b)", "(title:<a> & title:<url b>)"},
        Case{"type:text/html", "type=text/html"},
        Case{"type:\"text/HTML,application/pdf\"",
             "type=text/html|application/pdf"},
        Case{"type:text/html,image/gif", "type=text/html|image/gif"},
        Case{"type:image/*", "type=image/*"},
        Case{"type:Image", "type=image/*"},
        Case{"type:image,text/html,video",
             "(type=text/html | type=image/|video/*)"},
        Case{"type:html",
             "(family=html | type=text/html|application/xhtml+xml)"},
        Case{"type:pdf,image",
             "(family=pdf | type=application/pdf | type=image/*)"},
        Case{"-type:text/html", "-type=text/html"},
        Case{"site:www.Example.org", "(site=example.org | sites=example.org)"},
        Case{"host:example.org", "site=example.org"},
        Case{"site:\"a.org,www.b.org\"",
             "(site=a.org|b.org | sites=a.org|b.org)"},
        Case{"collection:News", "collection=News"},
        Case{"host:*.example.org", "(site=example.org | sites=example.org)"},
        Case{"urlkey:org,example)/", "urlkey=org,example)/"},
        Case{"urlkey:org,example)/*", "urlkey=org,example)/*"},
        Case{"digest:sha1:ABC", "digest=sha1:ABC"},
        Case{"url:iana", "url:<iana>"},
        Case{"url:http://x.org/a?b=(c)", "url:<x org a b c>"},
        Case{"url:http://x.org/a*", "exacturl=http://x.org/a*"},
        Case{"url:x.org/*",
             "exacturl=http://x.org/|http://www.x.org/|https://x.org/|"
             "https://www.x.org/*"},
        Case{"exacturl:http://x.org/", "exacturl=http://x.org/"},
        Case{"filename:a,b.warc.gz", "filename=a,b.warc.gz"},
        Case{"filename:*.warc.gz", "filename=*.warc.gz as pattern"},
        Case{"exacturl:\"http://x.org/*a\"", "exacturl=http://x.org/*a"},
        Case{"status:400-499", "status=400..499"},
        Case{"status:>=400", "status=400..999"},
        Case{"length:5-70", "length=000000000005..000000000070"},
        Case{"length:>=1000", "length=000000001000..999999999999"},
        Case{"status:<300", "status=000..299"},
        Case{"status:[400 TO *]", "status=400..999"}));

INSTANTIATE_TEST_SUITE_P(
    LikeWords, QueryTest,
    testing::Values(Case{"w?ld*c", "<w?ld*c as pattern>"},
                    Case{"W?LD*", "<w?ld* as pattern>"},
                    Case{"*tion", "<*tion as pattern>"},
                    Case{"title:ca*l?", "title:<ca*l? as pattern>"},
                    Case{"who was hawise?", "(<who> & <was> & <hawise>)"},
                    Case{"word~", "<word~2>"}, Case{"Word~1", "<word~1>"},
                    Case{"word~0", "<word>"}, Case{"-word~1", "-<word~1>"},
                    Case{"title:(a~1 OR b)", "(title:<a~1> | title:<b>)"},
                    Case{"a~b", "<a b>"}, Case{"http://x/~1", "<http x 1>"},
                    Case{"\"a b\"~3", "<a b>~3"},
                    Case{"\"a b\"~3 c", "(<a b>~3 & <c>)"},
                    Case{"\"a\"~3", "<a>"},
                    Case{"title:\"a b\"~1", "title:<a b>~1"},
                    Case{"\"w?ld*\"", "<w ld>"}));

INSTANTIATE_TEST_SUITE_P(
    Dates, QueryTest,
    testing::Values(
        Case{"date:2007", "20070000000000..20079999999999"},
        Case{"date:200710", "20071000000000..20071099999999"},
        Case{"date:200710*", "20071000000000..20071099999999"},
        Case{"date:20071003123456", "20071003123456..20071003123456"},
        Case{"date:2007-2008", "20070000000000..20089999999999"},
        Case{"date:\"2007-2008\"", "20070000000000..20089999999999"},
        Case{"date:2014-2014", "20140000000000..20149999999999"},
        Case{"date:20071001-200802", "20071001000000..20080299999999"},
        Case{"date:2007-", "20070000000000..99999999999999"},
        Case{"date:-2007", "00000000000000..20079999999999"},
        Case{"date:*", "00000000000000..99999999999999"},
        Case{"date:2007,2009",
             "(20070000000000..20079999999999 | "
             "20090000000000..20099999999999)"},
        Case{"-date:2007", "-20070000000000..20079999999999"},
        Case{"date:2007-10", "20071000000000..20071099999999"},
        Case{"date:2007-10-31", "20071031000000..20071031999999"},
        Case{"date:2007..2008", "20070000000000..20089999999999"},
        Case{"date:2007-10..2008-02", "20071000000000..20080299999999"},
        Case{"date:..2008", "00000000000000..20089999999999"},
        Case{"date:>=2007", "20070000000000..99999999999999"},
        Case{"date:>2007", "20080000000000..99999999999999"},
        Case{"date:<2007", "00000000000000..20069999999999"},
        Case{"date:[2007 TO 2008]", "20070000000000..20089999999999"},
        Case{"date:[* TO 2008]", "00000000000000..20089999999999"},
        Case{"a date:2007", "(<a> & 20070000000000..20079999999999)"}));

struct BadCase {
  const char* query;
  const char* message;
};

void PrintTo(const BadCase& test, std::ostream* out) { *out << test.query; }

class BadQueryTest : public testing::TestWithParam<BadCase> {};

TEST_P(BadQueryTest, IsReportedWithItsPosition) {
  try {
    std::string meaning = shown(parse_query(GetParam().query));
    FAIL() << meaning;
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr(GetParam().message));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Bad, BadQueryTest,
    testing::Values(
        BadCase{"", "at character 1: there is no word"},
        BadCase{"...", "there is no word"}, BadCase{"()", "there is no word"},
        BadCase{"\"a b", "at character 1: the quote is not closed"},
        BadCase{"ä \"b", "at character 3: the quote is not closed"},
        BadCase{"a (b", "at character 3: \"(\" is not closed"},
        BadCase{"a b)", "at character 4: \")\" without"},
        BadCase{"OR a", "at character 1: OR has nothing before"},
        BadCase{"a OR", "at character 3: OR has nothing after"},
        BadCase{"(a OR) b", "OR has nothing after"},
        BadCase{"a OR OR b", "at character 6: OR has nothing before"},
        BadCase{"AND a", "at character 1: AND has nothing before"},
        BadCase{"a AND", "at character 3: AND has nothing after"},
        BadCase{"a AND OR b", "two operators"},
        BadCase{"a NOT", "at character 3: NOT has nothing after"},
        BadCase{"(-)", "the sign has nothing after"},
        BadCase{"a title:", "at character 3: \"title:\" has no value"},
        BadCase{"titel:x", "there is no field \"titel\""},
        BadCase{"offset:3", "cannot be searched"},
        BadCase{"a*-b", "at character 2: \"*\" is allowed at the end"},
        BadCase{"a word~3", "at character 7: a word may differ by 2"},
        BadCase{"a-b~1", "\"~\" stands behind one word"},
        BadCase{"日本語*語", "stand within one word"},
        BadCase{"\"a b\"~", "needs a number"},
        BadCase{"\"a b\"~9999", "is 1000 at most"},
        BadCase{"title:[a TO b]", "\"title\" has no ranges"},
        BadCase{"date:[2007]", "a range is [FIRST TO LAST]"},
        BadCase{"date:[2007 TO", "\"[\" is not closed"},
        BadCase{"views:5", "there is no field \"views\""},
        BadCase{"type:,", "\"type:\" has no value"},
        BadCase{"date:07", "at character 6: a date has 4 to 14 digits"},
        BadCase{"date:2007x", "a date has 4 to 14 digits"},
        BadCase{"date:200710031234567", "a date has 4 to 14 digits"},
        BadCase{"date:-", "a date has 4 to 14 digits"},
        BadCase{"date:2008-2007", "ends before it begins"}));

const ColumnNames kSomeColumns = {{"views", ColumnKind::kInteger},
                                  {"rank", ColumnKind::kReal},
                                  {"tag", ColumnKind::kKeyword},
                                  {"anchor", ColumnKind::kText}};

TEST(QueryParserTest, ColumnsOfNumbersHaveRanges) {
  auto range = [](const std::string& first, const std::string& last) {
    auto bound = [](const std::string& text, const std::string& open) {
      return text.empty() ? open : *number_term(ColumnKind::kInteger, text);
    };
    return "views=" + bound(first, least_number(ColumnKind::kInteger)) + ".." +
           bound(last, greatest_number(ColumnKind::kInteger));
  };
  for (const auto& [query, first, last] :
       std::vector<std::tuple<const char*, const char*, const char*>>{
           {"views:5", "5", "5"},
           {"views:5-9", "5", "9"},
           {"views:-5", "-5", "-5"},
           {"views:-5--1", "-5", "-1"},
           {"views:5-", "5", ""},
           {"views:5..9", "5", "9"},
           {"views:5..", "5", ""},
           {"views:..9", "", "9"},
           {"views:>=5", "5", ""},
           {"views:>5", "6", ""},
           {"views:<5", "", "4"},
           {"views:<=5", "", "5"},
           {"views:[5 TO 9]", "5", "9"},
           {"views:[* TO 9]", "", "9"},
           {"views:\"5\"", "5", "5"},
           {"views:*", "", ""}}) {
    EXPECT_EQ(shown(parse_query(query, kSomeColumns)), range(first, last))
        << query;
  }
  EXPECT_EQ(shown(parse_query("views:(5 OR 7)", kSomeColumns)),
            "(" + range("5", "5") + " | " + range("7", "7") + ")");
  EXPECT_EQ(shown(parse_query("rank:0.5", kSomeColumns)),
            "rank=" + *number_term(ColumnKind::kReal, "0.5") + ".." +
                *number_term(ColumnKind::kReal, "5e-1"));
  for (const char* query : {"views:x", "views:5x", "views:0.5", "views:9-5",
                            "views:>", "rank:nan", "views:\"\""}) {
    EXPECT_THROW((void)parse_query(query, kSomeColumns), QueryError) << query;
  }
}

TEST(QueryParserTest, ColumnsOfKeywordsAreCommaListsAndKeepTheirCase) {
  EXPECT_EQ(shown(parse_query("tag:News,Sport", kSomeColumns)),
            "tag=News|Sport");
  EXPECT_EQ(shown(parse_query("tag:\"Two words, and more\"", kSomeColumns)),
            "tag=Two words, and more");
  EXPECT_EQ(shown(parse_query("tag:Ne*", kSomeColumns)), "tag=Ne*");
  EXPECT_EQ(shown(parse_query("anchor:\"Read me\"", kSomeColumns)),
            "anchor:<read me>");
}

TEST(QueryParserTest, AnErrorPointsAtItsCharacter) {
  try {
    (void)parse_query("äöü titel:keep");
    FAIL();
  } catch (const QueryError& error) {
    EXPECT_EQ(error.character(), 5U);
    EXPECT_THAT(error.what(), testing::EndsWith("\n  äöü titel:keep\n      ^"));
  }
}

TEST(QueryParserTest, DeepNestingIsRefused) {
  EXPECT_THROW((void)parse_query(std::string(100000, '(') + "a"), UsageError);
  EXPECT_THROW((void)parse_query("title:" + std::string(100000, '(')),
               UsageError);
}

TEST(QueryParserTest, AnyTextIsAQueryOrAUsageError) {
  const char* pieces[] = {"a",      "\"",    "(",    ")",    " ",      "OR ",
                          "AND ",   "-",     "*",    "NOT ", ":",      "/",
                          "title:", "date:", "200",  "7",    "url:",   "site:",
                          ",",      "\\",    "\xFF", "語",   "+",      "://",
                          "type:",  "!",     "||",   "&&",   "~",      "?",
                          "[",      "]",     ">",    " TO ", "status:"};
  for (unsigned seed = 1; seed <= 3000; ++seed) {
    std::mt19937 random(seed);
    std::string text;
    for (size_t n = random() % 12; n > 0; --n) {
      text += pieces[random() % std::size(pieces)];
    }
    SCOPED_TRACE(text);
    try {
      (void)shown(parse_query(text));
    } catch (const UsageError&) {
    }
  }
}

TEST(QueryParserTest, VeryLongQueriesAreRefused) {
  std::string query;
  for (size_t i = 0; i <= kMostQueryParts; ++i) query += "a ";
  EXPECT_THROW((void)parse_query(query), QueryError);
}

TEST(QueryParserTest, WordsToMarkAreThoseThatReadersSee) {
  std::string words;
  for (const Query::Word& word : words_to_mark(
           parse_query("a title:b url:c -d \"e f\" g* type:h date:2007"))) {
    words += word.text + (word.prefix ? "* " : " ");
  }
  EXPECT_EQ(words, "a b e f g* ");
}

}  // namespace
}  // namespace wax::index
