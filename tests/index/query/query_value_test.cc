#include "index/query/query_value.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "tests/index/query/shown_query.h"

namespace wax::index {
namespace {

class QueryValueTest : public testing::TestWithParam<QueryCase> {};

TEST_P(QueryValueTest, Means) {
  EXPECT_EQ(shown(parse_query(GetParam().query)), GetParam().meaning);
}

INSTANTIATE_TEST_SUITE_P(
    Fields, QueryValueTest,
    testing::Values(
        QueryCase{"title:Web", "title:<web>"},
        QueryCase{"title:\"web archive\" x", "(title:<web archive> & <x>)"},
        QueryCase{"title:(a OR b)", "(title:<a> | title:<b>)"},
        QueryCase{"title:(a url:b)", "(title:<a> & title:<url b>)"},
        QueryCase{"type:text/html", "type=text/html"},
        QueryCase{"type:\"text/HTML,application/pdf\"",
                  "type=text/html|application/pdf"},
        QueryCase{"type:text/html,image/gif", "type=text/html|image/gif"},
        QueryCase{"type:image/*", "type=image/*"},
        QueryCase{"type:Image", "type=image/*"},
        QueryCase{"type:image,text/html,video",
                  "(type=text/html | type=image/|video/*)"},
        QueryCase{"type:html",
                  "(family=html | type=text/html|application/xhtml+xml)"},
        QueryCase{"type:pdf,image",
                  "(family=pdf | type=application/pdf | type=image/*)"},
        QueryCase{"-type:text/html", "-type=text/html"},
        QueryCase{"site:www.Example.org",
                  "(site=example.org | sites=example.org)"},
        QueryCase{"host:example.org", "site=example.org"},
        QueryCase{"site:\"a.org,www.b.org\"",
                  "(site=a.org|b.org | sites=a.org|b.org)"},
        QueryCase{"lang:DE", "lang=de"}, QueryCase{"lang:German", "lang=de"},
        QueryCase{"-lang:français", "-lang=fr"},
        QueryCase{"lang:en,chinese", "lang=en|zh|zh-hant"},
        QueryCase{"lang:\"Chinese (Traditional)\"", "lang=zh-hant"},
        QueryCase{"lang:ga", "lang=ga"},
        QueryCase{"lang:zh-Hant", "lang=zh-hant"},
        QueryCase{"lang:germ*", "lang=germ*"},
        QueryCase{"lang:nothing", "lang=nothing"},
        QueryCase{"collection:News", "collection=News"},
        QueryCase{"host:*.example.org",
                  "(site=example.org | sites=example.org)"},
        QueryCase{"site:gov.uk",
                  "(site=gov.uk | sites=gov.uk | site=*.gov.uk as pattern)"},
        QueryCase{"site:co.uk",
                  "(site=co.uk | sites=co.uk | site=*.co.uk as pattern)"},
        QueryCase{"site:github.io",
                  "(site=github.io | sites=github.io | "
                  "site=*.github.io as pattern)"},
        QueryCase{"site:a.github.io", "(site=a.github.io | sites=a.github.io)"},
        QueryCase{"site:example.org,gov.uk",
                  "(site=example.org|gov.uk | sites=example.org|gov.uk | "
                  "site=*.gov.uk as pattern)"},
        QueryCase{"site:*", "(site=* | sites=*)"},
        QueryCase{"urlkey:org,example)/", "urlkey=org,example)/"},
        QueryCase{"(a urlkey:org,example)/b)", "(<a> & urlkey=org,example)/b)"},
        QueryCase{"(urlkey:org,example)/b(c) OR a)",
                  "(urlkey=org,example)/b(c) | <a>)"},
        QueryCase{"(urlkey:org,example)* -(a b))",
                  "(urlkey=org,example)* & -(<a> & <b>))"},
        QueryCase{"(urlkey:*/b.html)", "urlkey=*/b.html as pattern"},
        QueryCase{"urlkey:org,example)/b)", "urlkey=org,example)/b)"},
        QueryCase{"urlkey:org,example)/*", "urlkey=org,example)/*"},
        QueryCase{"digest:sha1:ABC", "digest=sha1:ABC"},
        QueryCase{"url:iana", "url:<iana>"},
        QueryCase{"url:http://x.org/a?b=(c)",
                  "(urlkey=org,x)/a?b=(c)|x.org/a?b=(c) | "
                  "exacturl=http://x.org/a?b=(c))"},
        QueryCase{"url:\"http://x.org/a\"",
                  "(urlkey=org,x)/a|x.org/a | exacturl=http://x.org/a)"},
        QueryCase{"url:(b OR \"www.x.org\")",
                  "(url:<b> | urlkey=org,x)/|x.org/ | exacturl=www.x.org)"},
        QueryCase{"url:\"x.org a\"", "url:<x org a>"},
        QueryCase{"url:\"http://x.org/a b\"", "url:<x org a b>"},
        QueryCase{"url:a%20b", "(url:<a b> | url:<a 20b>)"},
        QueryCase{"caf%C3%A9", "(<cafe> | <caf c3 a9>)"},
        QueryCase{"http://x.org/ø", "(<x org o> | <http x org o>)"},
        QueryCase{"url:\"http://x.org/a*\"",
                  "(urlkey=org,x)/a*|x.org/a* | exacturl=http://x.org/a*)"},
        QueryCase{"url:http://x.org/a*",
                  "(exacturl=http://x.org/a* | urlkey=org,x)/a|x.org/a*)"},
        QueryCase{"url:x.org/*",
                  "(exacturl=http://x.org/|http://www.x.org/|https://x.org/|"
                  "https://www.x.org/* | urlkey=org,x)/|x.org/*)"},
        QueryCase{"exacturl:http://x.org/", "exacturl=http://x.org/"},
        QueryCase{"filename:a,b.warc.gz", "filename=a,b.warc.gz"},
        QueryCase{"filename:*.warc.gz", "filename=*.warc.gz as pattern"},
        QueryCase{"exacturl:\"http://x.org/*a\"", "exacturl=http://x.org/*a"},
        QueryCase{"status:400-499", "status=400..499"},
        QueryCase{"status:>=400", "status=400..999"},
        QueryCase{"length:5-70", "length=000000000005..000000000070"},
        QueryCase{"length:>=1000", "length=000000001000..999999999999"},
        QueryCase{"status:<300", "status=000..299"},
        QueryCase{"status:[400 TO *]", "status=400..999"}));

TEST(QueryColumnTest, ColumnsOfKeywordsAreCommaListsAndKeepTheirCase) {
  EXPECT_EQ(shown(parse_query("tag:News,Sport", kSomeColumns)),
            "tag=News|Sport");
  EXPECT_EQ(shown(parse_query("tag:\"Two words, and more\"", kSomeColumns)),
            "tag=Two words, and more");
  EXPECT_EQ(shown(parse_query("tag:Ne*", kSomeColumns)), "tag=Ne*");
  EXPECT_EQ(shown(parse_query("anchor:\"Read me\"", kSomeColumns)),
            "anchor:<read me>");
}

class QueryWordsTest : public testing::TestWithParam<QueryCase> {};

TEST_P(QueryWordsTest, Means) {
  EXPECT_EQ(shown(parse_query(GetParam().query)), GetParam().meaning);
}

INSTANTIATE_TEST_SUITE_P(
    LikeWords, QueryWordsTest,
    testing::Values(
        QueryCase{"w?ld*c", "<w?ld*c as pattern>"},
        QueryCase{"W?LD*", "<w?ld* as pattern>"},
        QueryCase{"*tion", "<*tion as pattern>"},
        QueryCase{"title:ca*l?", "title:<ca*l? as pattern>"},
        QueryCase{"who was hawise?", "(<who> & <was> & <hawise>)"},
        QueryCase{"word~", "<word~2>"}, QueryCase{"Word~1", "<word~1>"},
        QueryCase{"word~0", "<word>"}, QueryCase{"-word~1", "-<word~1>"},
        QueryCase{"title:(a~1 OR b)", "(title:<a~1> | title:<b>)"},
        QueryCase{"a~b", "<a b>"}, QueryCase{"http://x/~1", "<http x 1>"},
        QueryCase{"\"a b\"~3", "<a b>~3"},
        QueryCase{"\"a b\"~3 c", "(<a b>~3 & <c>)"},
        QueryCase{"\"a\"~3", "<a>"},
        QueryCase{"title:\"a b\"~1", "title:<a b>~1"},
        QueryCase{"\"w?ld*\"", "<w ld>"},
        // "al-kit*" in Arabic letters.
        QueryCase{"\u0627\u0644\u0643\u062A*",
                  "(<\u0627\u0644\u0643\u062A*> | "
                  "exact:<\u0627\u0644\u0643\u062A*>)"},
        QueryCase{"\u0627\u0644\u0643\u062A?\u0628",
                  "(<\u0627\u0644\u0643\u062A?\u0628 as pattern> | "
                  "exact:<\u0627\u0644\u0643\u062A?\u0628 as pattern>)"},
        QueryCase{"title:\u0643\u062A*", "title:<\u0643\u062A*>"}));

TEST(QueryWordTest, BeginningsAndPatternsKeepTheirAccents) {
  for (const auto& [query, folded, exact] :
       std::vector<std::tuple<const char*, const char*, const char*>>{
           {"caf?é", "caf?e", "caf?é"},
           {"Caf\u00C9*", "cafe", "café"},
           {"*é?cole", "*e?cole", "*é?cole"},
           {"cafe\u0301*x", "cafe*x", "café*x"},
           {"Stra\u00DFe*n", "strasse*n", "straße*n"},
           {"caf?e", "caf?e", ""},
           {"й*к", "й*к", ""}}) {
    Query parsed = parse_query(query);
    ASSERT_EQ(parsed.words.size(), 1U) << query;
    EXPECT_EQ(parsed.words[0].text, folded) << query;
    EXPECT_EQ(parsed.words[0].exact, exact) << query;
    EXPECT_EQ(exact_words(parsed).size(), *exact != 0 ? 1U : 0U) << query;
  }
}

}  // namespace

}  // namespace wax::index
