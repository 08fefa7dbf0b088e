#include <gtest/gtest.h>

#include <string>

#include "amf3_value.h"
#include "amf_packet.h"
#include "cdx/request/amf.h"

namespace wax::cdx {
namespace {

using Kind = AmfValue::Kind;

TEST(Amf3, ReadsEachKindOfValue) {
  const std::pair<std::string, Kind> cases[] = {
      {std::string(1, '\0'), Kind::kUndefined},
      {"\x01", Kind::kNull},
      {"\x02", Kind::kFalse},
      {"\x03", Kind::kTrue},
      {integer3(5), Kind::kInteger},
      {"\x05" + double_bytes(1), Kind::kNumber},
      {string3("s"), Kind::kString},
      {"\x07" + name3("<a/>"), Kind::kXml},
      {"\x08\x01" + double_bytes(0), Kind::kDate},
      {list3({integer3(1)}), Kind::kList},
      {"\x09\x01" + name3("k") + integer3(1) + "\x01", Kind::kMap},
      {"\x09\x03" + name3("k") + integer3(1) + "\x01\x01", Kind::kArray},
      {object3("", {{"a", integer3(1)}}), Kind::kMap},
      {"\x0a\x0b" + name3("C") + name3("a") + integer3(1) + "\x01", Kind::kMap},
      {"\x0b" + name3("<a/>"), Kind::kXml},
      {"\x0c" + name3("\x01\xff"), Kind::kBytes},
  };
  for (const auto& [bytes, kind] : cases) {
    Amf3Value read(bytes);
    ASSERT_TRUE(read.good()) << testing::PrintToString(bytes);
    EXPECT_EQ(read.value().kind, kind) << testing::PrintToString(bytes);
  }
}

TEST(Amf3, ReadsIntegersOf29Bits) {
  const std::pair<std::string, double> cases[] = {
      {"\x04\x7f", 127},
      {"\x04\x81\x01", 129},
      {"\x04\xff\x7f", 16383},
      {"\x04\xff\xff\x7f", 2097151},
      {"\x04\xbf\xff\xff\xff", 268435455},
      {std::string("\x04\xc0\x80\x80\0", 5), -268435456},
      {"\x04\xff\xff\xff\xff", -1},
  };
  for (const auto& [bytes, number] : cases) {
    Amf3Value read(bytes);
    ASSERT_TRUE(read.good());
    EXPECT_EQ(read.value().number, number);
  }
}

TEST(Amf3, FollowsReferences) {
  // The list itself is the first object, "k" the first string; the second
  // object has the class of the first.
  Amf3Value read(
      list3({object3("C", {{"k", string3("v")}}),
             std::string("\x0a\x01\x06\x02", 4), std::string("\x0a\x02", 2)}));
  ASSERT_TRUE(read.good());
  const auto items = read.value().members;
  ASSERT_EQ(items.size(), 3u);
  const AmfValue& second = read.at(items[1].value);
  EXPECT_EQ(second.text, "C");
  EXPECT_EQ(second.members[0].key, "k");
  EXPECT_EQ(read.at(second.members[0].value).text, "k");
  EXPECT_EQ(items[2].value, items[0].value);
}

TEST(Amf3, TakesAReferenceToNoListForNull) {
  Amf3Value read(std::string("\x09\x02", 2));
  ASSERT_TRUE(read.good());
  EXPECT_EQ(read.value().kind, Kind::kNull);
}

TEST(Amf3, RefusesDamage) {
  const std::string cases[] = {
      "",
      "\x0d\x01",                       // a vector
      "\x11\x01",                       // a dictionary
      "\x04\x80",                       // a number that is cut
      "\x05" + std::string(7, '\0'),    // a number that is cut
      "\x06\x05s",                      // a string that is cut
      "\x06\x03\xff",                   // no UTF-8
      "\x06\x02",                       // a reference to no string
      "\x0a\x02",                       // a reference to no object
      std::string("\x0a\x05", 2),       // a reference to no class
      "\x0a\x13" + name3("C"),          // a property without a name
      "\x09\x03\x01",                   // an item that is missing
      "\x08\x01" + double_bytes(1e18),  // a year past 9999
      "\x0c\xff\xff\xff\xff",           // more bytes than there are
      external3("com.example.Own", "\x01"),
  };
  for (const std::string& bytes : cases) {
    EXPECT_FALSE(Amf3Value(bytes).good()) << testing::PrintToString(bytes);
  }
}

TEST(Amf3, RefusesEveryValueThatIsCut) {
  std::string whole = object3("C", {{"k", list3({integer3(1), string3("s")})}});
  ASSERT_TRUE(Amf3Value(whole).good());
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(Amf3Value(whole.substr(0, size)).good()) << size;
  }
}

TEST(Amf3, StopsAtDeepValues) {
  auto nested = [](int levels) {
    std::string bytes;
    for (int n = 1; n < levels; ++n) bytes += "\x09\x03\x01";
    return bytes + "\x01";
  };
  EXPECT_TRUE(Amf3Value(nested(kDeepestAmf)).good());
  EXPECT_FALSE(Amf3Value(nested(kDeepestAmf + 1)).good());
}

}  // namespace
}  // namespace wax::cdx
