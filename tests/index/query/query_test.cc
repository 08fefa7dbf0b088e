#include "index/query/query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "tests/index/query/shown_query.h"

namespace wax::index {
namespace {

using testing::HasSubstr;

class QueryTest : public testing::TestWithParam<QueryCase> {};

TEST_P(QueryTest, Means) {
  EXPECT_EQ(shown(parse_query(GetParam().query)), GetParam().meaning);
}

INSTANTIATE_TEST_SUITE_P(
    Words, QueryTest,
    testing::Values(
        QueryCase{"web", "<web>"}, QueryCase{"  Web ", "<web>"},
        QueryCase{"web archive", "(<web> & <archive>)"},
        QueryCase{"web AND archive", "(<web> & <archive>)"},
        QueryCase{"a b c", "(<a> & <b> & <c>)"},
        QueryCase{"web OR archive", "(<web> | <archive>)"},
        QueryCase{"web||archive", "<web archive>"},
        QueryCase{"web || archive && old", "(<web> | (<archive> & <old>))"},
        QueryCase{"a b OR c d", "((<a> & <b>) | (<c> & <d>))"},
        QueryCase{"a (b OR c)", "(<a> & (<b> | <c>))"},
        QueryCase{"a(b)c", "(<a> & <b> & <c>)"},
        QueryCase{"web -archive", "(<web> & -<archive>)"},
        QueryCase{"web NOT archive", "(<web> & -<archive>)"},
        QueryCase{"web !archive", "(<web> & -<archive>)"},
        QueryCase{"+web +archive", "(<web> & <archive>)"},
        QueryCase{"-archive", "-<archive>"},
        QueryCase{"NOT -archive", "<archive>"},
        QueryCase{"-(a OR b)", "-(<a> | <b>)"},
        QueryCase{"\"Web Archive\"", "<web archive>"},
        QueryCase{"-\"web archive\"", "-<web archive>"},
        QueryCase{"a\"b c\"d", "(<a> & <b c> & <d>)"},
        QueryCase{"“Web Archive”", "<web archive>"},
        QueryCase{"\"web archive” old", "(<web archive> & <old>)"},
        QueryCase{"„web archive\"", "<web archive>"},
        QueryCase{"5” tube", "(<5> & <tube>)"},
        QueryCase{"title:«old web»", "title:<old web>"},
        QueryCase{"Title:keep", "title:<keep>"},
        QueryCase{"Note:keep", "<note keep>"},
        QueryCase{"\"a \\\" b\"", "<a b>"}, QueryCase{"iana.js", "<iana js>"},
        QueryCase{"web-archive", "<web archive>"},
        QueryCase{"archiv*", "<archiv*>"},
        QueryCase{"web-archiv*", "<web archiv*>"}, QueryCase{"*", "*"},
        QueryCase{"web - archive", "(<web> & <archive>)"},
        QueryCase{"web ... archive", "(<web> & <archive>)"},
        QueryCase{"or and not", "(<or> & <and> & <not>)"},
        QueryCase{"ORder ANDy NOTe", "(<order> & <andy> & <note>)"},
        QueryCase{"日本語", "<日本 本语>"}, QueryCase{"語", "<语*>"},
        QueryCase{"\"a 日本 b\"", "<a 日本 _ b>"},
        QueryCase{"http://x.org/a", "<http x org a>"},
        QueryCase{"12:30", "<12 30>"},
        QueryCase{"note: web", "(<note> & <web>)"}, QueryCase{"C++", "<c>"},
        QueryCase{"Mueller~de", "(<mueller> | <muller>)"},
        QueryCase{"-Müller~de", "-(<muller> | <mueller>)"},
        QueryCase{"müller~de~de", "(<muller> | <mueller>)"},
        QueryCase{"neue~de", "<neue>"}, QueryCase{"a.org/~de", "<a org de>"},
        QueryCase{"Muel*~de", "(<muel*> | <mul*>)"},
        QueryCase{"title:(für~de a)",
                  "((title:<fur> | title:<fuer>) & "
                  "title:<a>)"},
        QueryCase{"\"Hans Müller\"~de b",
                  "((<hans muller> | <hans mueller>) & <b>)"},
        QueryCase{"\"a für\"~de~2", "(<a fur>~2 | <a fuer>~2)"}));

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
        BadCase{"a-b~1", "\"~\" stands after one word"},
        BadCase{"日本語*語", "stand within one word"},
        BadCase{"\"a b\"~", "needs a number"},
        BadCase{"\"a b\"~dex", "needs a number"},
        BadCase{"\"a b\"~9999", "is 1000 at most"},
        BadCase{"title:[a TO b]", "\"title\" has no ranges"},
        BadCase{"date:[2007]", "a range is [FIRST TO LAST]"},
        BadCase{"date:[2007 TO", "\"[\" is not closed"},
        BadCase{"views:5", "there is no field \"views\""},
        BadCase{"type:,", "\"type:\" has no value"},
        BadCase{"date:07", "at character 6: \"07\" is no date: a date has 4"},
        BadCase{"date:2007x", "a date has 4 to 14 digits"},
        BadCase{"date:200710031234567", "a date has 4 to 14 digits"},
        BadCase{"date:-", "a date has 4 to 14 digits"},
        BadCase{"date:20081345", "\"20081345\" is no date"},
        BadCase{"date:19991", "\"19991\" is no date"},
        BadCase{"date:200713*", "\"200713\" is no date"},
        BadCase{"date:2007-20080230", "\"20080230\" is no date"},
        BadCase{"date:[20070532 TO 2008]", "\"20070532\" is no date"},
        BadCase{"month:200713", "\"200713\" is no date"},
        BadCase{"date:2008-2007", "ends before it begins"}));

TEST(QueryParserTest, DeepNestingIsRefused) {
  EXPECT_THROW((void)parse_query(std::string(100000, '(') + "a"), UsageError);
  EXPECT_THROW((void)parse_query("title:" + std::string(100000, '(')),
               UsageError);
}

// `what`: of a QueryError.
void expect_caret_within(const std::string& what) {
  std::vector<std::string> lines;
  std::istringstream text(what);
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  ASSERT_EQ(lines.size(), 3U) << what;
  auto characters = [](const std::string& line) {
    return static_cast<size_t>(std::count_if(
        line.begin(), line.end(),
        [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  };
  ASSERT_TRUE(lines[2].ends_with('^')) << what;
  ASSERT_EQ(lines[2].find_first_not_of(' '), lines[2].size() - 1) << what;
  // Behind the last character at most.
  ASSERT_LE(lines[2].size(), characters(lines[1]) + 1) << what;
}

TEST(QueryParserTest, AnyTextIsAQueryOrAnErrorThatPointsIntoIt) {
  const char* pieces[] = {
      "a",       "\"",       "(",       ")",       " ",
      "OR ",     "AND ",     "-",       "*",       "NOT ",
      ":",       "/",        "title:",  "date:",   "200",
      "7",       "url:",     "site:",   ",",       "\\",
      "\xFF",    "語",       "+",       "://",     "type:",
      "!",       "||",       "&&",      "~",       "?",
      "[",       "]",        ">",       " TO ",    "status:",
      "views:",  "anchor:",  "rank:",   "tag:",    "..",
      "<=",      "é",        "e\u0301", "\n",      "length:",
      "2007-10", "~1",       "~de",     "urlkey:", "99999999999999999999",
      "1e",      "\xE8\xAA", "host:",   "word",    "\"a b\""};
  std::mt19937 random(17);
  size_t errors = 0;
  for (size_t round = 0; round < 100'000; ++round) {
    std::string text;
    for (size_t n = random() % 12; n > 0; --n) {
      if (random() % 8 == 0) {
        text += static_cast<char>(random());
      } else {
        text += pieces[random() % std::size(pieces)];
      }
    }
    try {
      (void)shown(parse_query(text, kSomeColumns));
    } catch (const QueryError& error) {
      ++errors;
      SCOPED_TRACE(text);
      expect_caret_within(error.what());
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(errors, 1000U);
  EXPECT_LT(errors, 99'000U);
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

TEST(QueryErrorTest, AnErrorPointsAtItsCharacter) {
  try {
    (void)parse_query("äöü titel:keep");
    FAIL();
  } catch (const QueryError& error) {
    EXPECT_EQ(error.character(), 5U);
    EXPECT_THAT(error.what(), testing::EndsWith("\n  äöü titel:keep\n      ^"));
  }
}

TEST(QueryErrorTest, LongQueriesAreShownAroundTheCharacter) {
  std::string query(200, 'a');
  QueryError error(query, 100, "why");
  EXPECT_EQ(error.character(), 101U);
  EXPECT_EQ(error.reason(), "why");
  EXPECT_EQ(std::string(error.what()), "query: at character 101: why\n  ..." +
                                           std::string(80, 'a') + "...\n" +
                                           std::string(65, ' ') + "^");
}

TEST(QueryErrorTest, LineBreaksAndTabsAreShownAsSpaces) {
  QueryError error("a\n\tb", 3, "why");
  EXPECT_THAT(error.what(), testing::EndsWith("\n  a  b\n     ^"));
}

}  // namespace

}  // namespace wax::index
