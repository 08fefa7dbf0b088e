#include <gtest/gtest.h>

#include <string>

#include "serve/api/cdx_query.h"
#include "tests/serve/small_site.h"
#include "text/json_tree.h"

namespace wax::serve {
namespace {

// What a writer makes of some lines, with a key to resume with.
std::string written(const SmallSite& small, std::string_view parameters,
                    CdxDialect dialect, const std::string& line) {
  auto cdx = open_cdx_files(const_cast<SmallSite&>(small).holdings(), nullptr);
  CdxQuery query = read_cdx_query(answers::Parameters(parameters), dialect);
  auto key = std::make_shared<std::string>();
  auto writer = capture_writer(*cdx, query, key);
  std::string out;
  writer->begin(out);
  writer->line(line, out);
  *key = "K";
  writer->end(out);
  return out;
}

TEST(CaptureWriters, GiveFieldsInEachForm) {
  SmallSite small;
  const std::string fields = "url=a&fl=url,length&output=";
  const std::string line = "http://a/ 12";
  auto dialect = CdxDialect::kOutbackCdx;
  EXPECT_EQ(written(small, fields + "text", dialect, line),
            "http://a/ 12\n\nK\n");
  EXPECT_EQ(text::json_text(text::parse_json(
                written(small, fields + "json", dialect, line))),
            "[[\"http://a/\",12],[],[\"K\"]]");
  EXPECT_EQ(text::json_text(text::parse_json(
                written(small, fields + "json", CdxDialect::kWayback, line))),
            "[[\"url\",\"length\"],[\"http://a/\",\"12\"],[],[\"K\"]]");
  EXPECT_EQ(text::json_text(text::parse_json(
                written(small, fields + "jsondict", dialect, line))),
            "[{\"length\":12,\"url\":\"http://a/\"},{\"resumeKey\":\"K\"}]");
}

TEST(CaptureWriters, GiveWholeLinesAsTheyAre) {
  SmallSite small;
  EXPECT_EQ(written(small, "url=a", CdxDialect::kPywb, "a b c"),
            "a b c\n\nK\n");
}

TEST(CaptureWriters, BlocksAreLinesOrObjects) {
  std::string out;
  block_writer(false)->line("a 2006\tpart\t1\t2\t3", out);
  EXPECT_EQ(out, "a 2006\tpart\t1\t2\t3\n");
  out.clear();
  block_writer(true)->line("a 2006\tpart\t1\t2\t3", out);
  EXPECT_EQ(text::json_text(text::parse_json(out)),
            "{\"length\":2,\"lineno\":3,\"offset\":1,\"part\":\"part\","
            "\"urlkey\":\"a 2006\"}");
}

TEST(CaptureWriters, TypesAreThoseOfTheForms) {
  EXPECT_EQ(type_of(CdxOutput::kLines), "text/plain; charset=utf-8");
  EXPECT_EQ(type_of(CdxOutput::kJsonObjects), "application/json");
  EXPECT_EQ(type_of(CdxOutput::kJsonLines), "application/x-ndjson");
}

}  // namespace
}  // namespace wax::serve
