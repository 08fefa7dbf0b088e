#include "index/query/query_form.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/index/query/shown_query.h"

namespace wax::index {
namespace {

// What is required, in any order.
std::vector<std::string> required(std::string_view query) {
  std::vector<std::string> all;
  size_t alternatives = 0;
  for (const QueryPart& part : query_parts(query)) {
    all.push_back(shown(part.query));
    alternatives = part.alternative;
  }
  if (alternatives > 0) return {shown(parse_query(query))};
  std::sort(all.begin(), all.end());
  return all;
}

TEST(QueryForm, AQueryOfItsFormFindsTheSame) {
  for (const char* query : {"castle",
                            "Müller~de",
                            "a \"Hans Müller\"~de",
                            "river castle",
                            "river AND castle",
                            "river OR castle",
                            "river -castle",
                            "river NOT castle",
                            "\"grey heron\"",
                            "\"grey heron\" \"old castle\"",
                            "\"grey heron\"~5",
                            "archiv*",
                            "archve~ c?st*e",
                            "title:heron",
                            "title:(old OR new) castle",
                            "site:example.org",
                            "url:http://example.org/news/*",
                            "type:pdf",
                            "type:text/html,image lang:de",
                            "lang:e*",
                            "lang:\"e*\"",
                            "site:\"a,b\"",
                            "date:2006-2008",
                            "-date:2007",
                            "date:2007-",
                            "date:..20080215",
                            "date:20070531203500",
                            "date:2007-10-31..2008-02 heron",
                            "(river OR \"old castle\") heron",
                            "(a OR b) (c OR d)",
                            "river OR castle -heron",
                            "-\"old castle\" heron",
                            "+river !castle",
                            "--river",
                            "C++ U.S.A. e-mail",
                            "*",
                            "\xE2\x80\x9Cgrey heron\xE2\x80\x9D",
                            "\"a \\\" b\"",
                            "site:a.org site:b.org",
                            "urlkey:org,a)/b(c)",
                            "status:>=400",
                            "site:\"two words\"",
                            "-(river castle) heron",
                            "http://a.org/b",
                            "river \xE2\x80\x93 castle"}) {
    const QueryForm form = read_query_form(query);
    const std::string written = written_query(form);
    EXPECT_EQ(required(written), required(query)) << query << " -> " << written;
    EXPECT_EQ(read_query_form(written), form) << query << " -> " << written;
  }
}

TEST(QueryForm, AWrittenValueIsReadAsThatValue) {
  for (const std::string field : {"digest", "status"}) {
    for (const std::string value :
         {"a", "a b", "a\tb", "a\rb", "a\vb", "a\fb", "\r", "a..b", "1..2",
          "..", ">1", "<=1", "200-299", "-a", "a*", "a\"b", "a\\b", "a(b"}) {
      const std::string written = written_value(field, value);
      const Query query = parse_query(written + " heron");
      ASSERT_EQ(query.parts.size(), 2U) << written;
      EXPECT_EQ(query.parts[0].kind, Query::Kind::kExact) << written;
      EXPECT_EQ(query.parts[0].values, std::vector{value}) << written;
    }
  }
}

TEST(QueryForm, HasAPlaceForEachPart) {
  const QueryForm form = read_query_form(
      "river \"old castle\" (grey OR \"white heron\") -duck site:a.org "
      "type:pdf lang:de date:2006..200802 title:x");
  EXPECT_EQ(form.all, "river");
  EXPECT_EQ(form.phrase, "old castle");
  EXPECT_EQ(form.any, "grey \"white heron\"");
  EXPECT_EQ(form.without, "duck");
  EXPECT_EQ(form.site, "a.org");
  EXPECT_EQ(form.type, "pdf");
  EXPECT_EQ(form.lang, "de");
  EXPECT_EQ(form.from, "2006-01-01");
  EXPECT_EQ(form.to, "2008-02-29");
  EXPECT_EQ(form.other, "title:x");
  EXPECT_EQ(read_query_form("grey OR heron").any, "grey heron");
  EXPECT_EQ(read_query_form("grey OR heron x").other, "grey OR heron x");
}

TEST(QueryForm, WordsAreTakenLiterally) {
  struct Row {
    const char* word;
    const char* query;
  };
  for (const Row& row :
       std::vector<Row>{{"castle", "castle"},
                        {"OR", "\"OR\""},
                        {"NOT river", "\"NOT\" river"},
                        {"NOTE", "NOTE"},
                        {"-castle", "\"-castle\""},
                        {"title:heron", "\"title:heron\""},
                        {"f(x)", "\"f(x)\""},
                        {"(", "\"(\""},
                        {"\"old  castle\" river", "\"old  castle\" river"},
                        {"5\" pipe", "\"5\\\"\" pipe"},
                        {"cast* c?st", "cast* c?st"},
                        {"12:30", "12:30"},
                        {"C++", "C++"}}) {
    QueryForm form;
    form.all = row.word;
    EXPECT_EQ(written_query(form), row.query) << row.word;
  }
  QueryForm form;
  form.phrase = "a \"b\" \xE2\x80\x9C c\\";
  form.any = "OR x";
  form.without = "-y title:z";
  form.site = "a b";
  const std::string written = written_query(form);
  EXPECT_EQ(written,
            "\"a \\\"b\\\" \\\xE2\x80\x9C c\\\\\" (\"OR\" OR x) -\"-y\" "
            "-\"title:z\" site:\"a b\"");
  EXPECT_EQ(read_query_form(written).phrase, form.phrase);
  form = {};
  form.other = "a OR b";
  form.site = "x.org";
  EXPECT_EQ(written_query(form), "site:x.org (a OR b)");
  EXPECT_TRUE(QueryForm().is_empty());
}

}  // namespace
}  // namespace wax::index
