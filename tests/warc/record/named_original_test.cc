#include "warc/record/named_original.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace wax::warc {
namespace {

NamedOriginal named_by(const std::string& lines) {
  Headers fields;
  fields.parse(lines);
  return named_original(fields);
}

TEST(NamedOriginal, HasUrlAndDateOfTheHeader) {
  const NamedOriginal named = named_by(
      "WARC-Type: revisit\r\n"
      "warc-refers-to-target-uri: <http://a.org/>\r\n"
      "WARC-Refers-To-Date: 2007-02-03T04:05:06Z\r\n\r\n");
  EXPECT_EQ(named.url, "http://a.org/");
  EXPECT_EQ(named.date, "20070203040506");
}

TEST(NamedOriginal, HasNothingThatTheHeaderDoesNotName) {
  for (const char* lines :
       {"", "WARC-Refers-To: <urn:uuid:1>\r\n", "WARC-Refers-To-Date: x\r\n"}) {
    EXPECT_EQ(named_by(lines).url, "") << lines;
    EXPECT_EQ(named_by(lines).date, "") << lines;
  }
}

TEST(ContainerName, IsTheFileOfTheValue) {
  const std::pair<const char*, const char*> cases[] = {
      {"file://first.wacz", "first.wacz"},
      {" <File://b/first.warc.gz> ", "b/first.warc.gz"},
      {"first.wacz#/archive/a.warc.gz", "first.wacz"},
      {"file:///d/first.wacz!/archive/a.warc.gz", "/d/first.wacz"},
      {"file://a#1.warc", "a#1.warc"},
      {"https://a.org/first.wacz", "https://a.org/first.wacz"},
      {"file://", ""},
      {"", ""}};
  for (const auto& [value, name] : cases) {
    EXPECT_EQ(container_name(value), name) << value;
  }
}

TEST(ContainerValue, IsReadAsTheFile) {
  for (const char* name : {"a.warc", "a b%20.wacz", "\xC3\xA4.wacz"}) {
    EXPECT_EQ(container_name(container_value(name).value_or("")), name);
  }
  EXPECT_EQ(container_value(""), std::nullopt);
  EXPECT_EQ(container_value("a\r\nX: b.warc"), std::nullopt);
}

}  // namespace
}  // namespace wax::warc
