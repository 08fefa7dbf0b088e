#include "warc/check/check_json.h"

#include <gtest/gtest.h>

namespace wax::warc {
namespace {

TEST(CheckJson, IsOneObjectPerFile) {
  std::string text;
  auto output = io::open_memory(text);
  CheckJson json(*output);
  CheckReport report;
  report.format = "warc";
  report.records = 3;
  report.intact = 2;
  report.block.stated = 2;
  report.block.mismatched = 1;
  json.begin("a \"b\"");
  json.add({Severity::kLost, "lost-id", "a \"b\"", 7, "why"});
  json.add({Severity::kNote, "odd-id", "a \"b\"", {}, "so"});
  json.end(report);
  EXPECT_EQ(
      text,
      R"({"file":"a \"b\"","findings":[)"
      R"({"offset":7,"severity":"lost","id":"lost-id","text":"why"},)"
      R"({"severity":"note","id":"odd-id","text":"so"}],)"
      R"("format":"warc","records":3,"intact":2,)"
      R"("blockDigests":{"stated":2,"stored":0,"dechunked":0,"either":0,)"
      R"("block":0,"mismatched":1,"unchecked":0},)"
      R"("payloadDigests":{"stated":0,"stored":0,"dechunked":0,"either":0,)"
      R"("block":0,"mismatched":0,"unchecked":0},"clean":false})"
      "\n");
}

TEST(CheckJson, ANoteLeavesAFileClean) {
  std::string text;
  auto output = io::open_memory(text);
  CheckJson json(*output);
  json.begin("a");
  json.add({Severity::kLost, "x", "a", {}, ""});
  json.end({});
  text.clear();
  json.begin("b");
  json.add({Severity::kNote, "x", "b", {}, ""});
  json.end({});
  EXPECT_TRUE(text.ends_with("\"clean\":true}\n")) << text;
  EXPECT_NE(text.find("\"format\":null"), std::string::npos);
}

TEST(CheckJson, AFindingBeginsItsFile) {
  std::string text;
  auto output = io::open_memory(text);
  CheckJson json(*output);
  json.add({Severity::kLost, "x", "gone", {}, ""});
  json.end({});
  EXPECT_TRUE(text.starts_with("{\"file\":\"gone\",\"findings\":[{")) << text;
}

}  // namespace
}  // namespace wax::warc
