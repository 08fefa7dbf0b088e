#include "index/store/document_json.h"

#include <gtest/gtest.h>

namespace wax::index {
namespace {

TEST(DocumentJsonTest, FieldsHaveTypesAndTheRequestedOrder) {
  StoredDocument document = {
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

TEST(DocumentJsonTest, NothingGivesNothing) {
  std::string out;
  append_json_fields({}, {"title"}, out);
  EXPECT_EQ(out, "");
}

}  // namespace
}  // namespace wax::index
