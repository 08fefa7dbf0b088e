#include "answers/shown/hit_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace wax::answers {
namespace {

using testing::HasSubstr;

index::ShownHit sample_hit() {
  index::ShownHit hit;
  hit.hit = {7, 1.5F};
  hit.rank = 3;
  hit.document = {{"urlkey", "org,a)/"},
                  {"digest", "sha1:AB"},
                  {"url", "http://a.org/ x"},
                  {"title", "A\ttitle\nof \x01 two"},
                  {"date", "20070101000000"},
                  {"date", "20080101000000"},
                  {"type", "text/html"},
                  {"filename", "a.warc.gz"},
                  {"offset", "99"}};
  hit.snippet = {"a heron", {{2, 7}}};
  return hit;
}

TEST(HitLines, JsonHasEachFieldAndTheMarks) {
  std::string out;
  append_hit_json(sample_hit(), {"url", "date"}, out);
  EXPECT_EQ(out,
            "\"rank\":3,\"score\":1.5,\"url\":\"http://a.org/ x\","
            "\"date\":[\"20070101000000\",\"20080101000000\"],"
            "\"snippet\":\"a heron\",\"marks\":[[2,7]]");
  index::ShownHit grouped = sample_hit();
  grouped.group_total = 4;
  out.clear();
  append_hit_json(grouped, {}, out);
  EXPECT_EQ(out,
            "\"rank\":3,\"score\":1.5,\"group\":4,\"snippet\":\"a heron\","
            "\"marks\":[[2,7]]");
}

TEST(HitLines, TabsAndControlsOfValuesBecomeSpaces) {
  std::string out;
  append_hit_tsv(sample_hit(), {"rank", "title", "date", "none", "group"}, out);
  EXPECT_EQ(out, "3\tA title of   two\t20070101000000,20080101000000\t\t1\n");
}

TEST(HitLines, CdxHasALineForEachDateAndThePlaceOfTheFirst) {
  std::string out;
  append_hit_cdx(sample_hit(), out);
  EXPECT_EQ(out,
            "org,a)/ 20070101000000 http://a.org/%20x text/html - AB - - - 99 "
            "a.warc.gz\n"
            "org,a)/ 20080101000000 http://a.org/%20x text/html - AB - - - - "
            "-\n");
}

TEST(HitLines, DatesWithAPlaceHaveItInCdxAndJson) {
  index::ShownHit hit = sample_hit();
  hit.document.emplace_back("places", "20080101000000 revisit 7 b.warc.gz\n");
  std::string out;
  append_hit_cdx(hit, out);
  EXPECT_EQ(
      out,
      "org,a)/ 20070101000000 http://a.org/%20x text/html - AB - - - 99 "
      "a.warc.gz\n"
      "org,a)/ 20080101000000 http://a.org/%20x warc/revisit - AB - - - 7 "
      "b.warc.gz\n");
  out.clear();
  append_hit_json(hit, {"places"}, out);
  EXPECT_THAT(out, HasSubstr("\"places\":[{\"date\":\"20080101000000\","
                             "\"kind\":\"revisit\",\"offset\":7,"
                             "\"filename\":\"b.warc.gz\"}]"));
}

TEST(HitLines, FacetsAreOneObject) {
  std::string out;
  append_facet_json({"site", {{"a \"b\"", 2}, {"c", 1}}, 3}, out);
  EXPECT_EQ(out,
            "{\"facet\":\"site\",\"different\":3,\"values\":[{\"value\":\"a "
            "\\\"b\\\"\",\"count\":2},{\"value\":\"c\",\"count\":1}]}");
}

TEST(HitLines, FieldsHaveTypesAndTheRequestedOrder) {
  index::StoredDocument document = {
      {"url", "http://x/\"\n"}, {"date", "20070101000000"},
      {"length", "12"},         {"offset", "007"},
      {"title", "a"},           {"title", "b"},
      {"status", "x"}};
  std::string out;
  append_json_fields(
      document, {"title", "date", "length", "offset", "status", "none", "url"},
      out);
  EXPECT_EQ(out,
            "\"title\":[\"a\",\"b\"],\"date\":[\"20070101000000\"],"
            "\"length\":12,\"offset\":\"007\",\"status\":\"x\","
            "\"url\":\"http://x/\\\"\\n\"");
}

TEST(HitLines, NothingGivesNothing) {
  std::string out;
  append_json_fields({}, {"title"}, out);
  EXPECT_EQ(out, "");
}

}  // namespace
}  // namespace wax::answers
