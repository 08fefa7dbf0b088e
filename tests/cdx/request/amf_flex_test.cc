#include <gtest/gtest.h>

#include <string>

#include "amf3_value.h"
#include "amf_packet.h"
#include "cdx/request/amf.h"

namespace wax::cdx {
namespace {

using Kind = AmfValue::Kind;

constexpr const char* kCollection = "flex.messaging.io.ArrayCollection";
constexpr const char* kProxy = "flex.messaging.io.ObjectProxy";
const std::string kFlexPrefix = "flex.messaging.messages.";
const std::string kNoFlags(1, '\0');

std::string uuid_bytes(std::string_view bytes) { return "\x0c" + name3(bytes); }

TEST(Flex, ReadsTheListOfACollection) {
  const std::string list = list3({integer3(1), "\x01"});
  for (const std::string& content :
       {list, external3(kCollection, list), object3("", {{"source", list}})}) {
    Amf3Value read(external3(kCollection, content));
    ASSERT_TRUE(read.good()) << testing::PrintToString(content);
    EXPECT_EQ(read.value().kind, Kind::kCollection);
    ASSERT_EQ(read.value().members.size(), 1u);
    const AmfValue& items = read.at(read.value().members[0].value);
    EXPECT_EQ(items.kind, Kind::kList);
    EXPECT_EQ(items.members.size(), 2u);
  }
}

TEST(Flex, ReadsTheValueOfAProxy) {
  Amf3Value read(external3(kProxy, object3("", {})));
  ASSERT_TRUE(read.good());
  EXPECT_EQ(read.value().kind, Kind::kProxy);
  ASSERT_EQ(read.value().members.size(), 1u);
  EXPECT_EQ(read.at(read.value().members[0].value).kind, Kind::kMap);
}

TEST(Flex, ReadsMessagesThatWriteThemselves) {
  // All have a body; then come the flags of each class.
  const std::string body = "\x01" + string3("b");
  const struct {
    std::string type;
    std::string content;
    const char* name;
  } kCases[] = {
      {"DSA", body + kNoFlags, "AsyncMessageExt"},
      {"DSK", body + kNoFlags + kNoFlags, "AcknowledgeMessageExt"},
      {"DSC", body + kNoFlags + kNoFlags, "CommandMessageExt"},
      {kFlexPrefix + "RemotingMessage", body, "RemotingMessage"},
      {kFlexPrefix + "AsyncMessage", body + kNoFlags, "AsyncMessage"},
      {kFlexPrefix + "ErrorMessage", body + kNoFlags + kNoFlags,
       "ErrorMessage"},
  };
  for (const auto& c : kCases) {
    Amf3Value read(external3(c.type, c.content));
    ASSERT_TRUE(read.good()) << c.type;
    EXPECT_EQ(read.value().kind, Kind::kMessage) << c.type;
    EXPECT_EQ(read.value().text, c.name);
    ASSERT_NE(read.member("body"), nullptr);
    EXPECT_EQ(read.member("body")->text, "b");
    ASSERT_NE(read.member("headers"), nullptr);
    EXPECT_EQ(read.member("headers")->kind, Kind::kMap);
    ASSERT_NE(read.member("clientId"), nullptr);
    EXPECT_EQ(read.member("clientId")->kind, Kind::kNull);
  }
}

TEST(Flex, ReadsTheMembersThatFlagsAnnounce) {
  // A timestamp and two flags of the second byte; then a correlation; then an
  // operation.
  Amf3Value read(external3(
      "DSC", "\xa0\x03" + integer3(7) + uuid_bytes("0123456789abcdef") +
                 uuid_bytes("fedcba9876543210") + "\x02" +
                 uuid_bytes("0000000000000000") + "\x01" + integer3(5)));
  ASSERT_TRUE(read.good());
  EXPECT_EQ(read.member("timestamp")->kind, Kind::kDate);
  EXPECT_EQ(read.member("timestamp")->number, 7);
  EXPECT_EQ(read.member("clientId")->kind, Kind::kUuid);
  EXPECT_EQ(read.member("clientId")->text, "0123456789abcdef");
  EXPECT_EQ(read.member("messageId")->text, "fedcba9876543210");
  EXPECT_EQ(read.member("correlationId")->kind, Kind::kUuid);
  EXPECT_EQ(read.member("operation")->number, 5);
}

TEST(Flex, SettlesObjectsByTheirClass) {
  Parts properties;
  for (const char* name :
       {"body", "clientId", "destination", "headers", "messageId", "timestamp",
        "timeToLive", "operation", "source"}) {
    properties.emplace_back(name, "\x01");
  }
  Amf3Value message(object3(kFlexPrefix + "RemotingMessage", properties));
  ASSERT_TRUE(message.good());
  EXPECT_EQ(message.value().kind, Kind::kMessage);
  EXPECT_EQ(message.value().text, "RemotingMessage");

  // The items of a collection are not among its properties.
  Amf3Value collection(object3(kCollection, {{"a", "\x01"}}));
  ASSERT_TRUE(collection.good());
  EXPECT_EQ(collection.value().kind, Kind::kList);
  EXPECT_TRUE(collection.value().members.empty());

  // Other classes are objects.
  for (const std::string& type :
       {std::string("C"), std::string("RemotingMessage"),
        kFlexPrefix + "DSA"}) {
    Amf3Value other(object3(type, {{"a", "\x01"}}));
    ASSERT_TRUE(other.good()) << type;
    EXPECT_EQ(other.value().kind, Kind::kMap) << type;
  }
}

TEST(Flex, RefusesDamage) {
  const std::string cases[] = {
      // No class of Flex, or none that writes itself.
      external3("com.example.Own", "\x01"),
      external3(kFlexPrefix + "DSA", "\x01\x01" + kNoFlags),
      // No list in a collection.
      external3(kCollection, "\x01"),
      external3(kCollection, integer3(1)),
      external3(kCollection, object3("", {{"a", list3({})}})),
      external3(kCollection, object3("", {{"source", "\x01"}})),
      // A list that is still read: that in which the collection is.
      list3({external3(kCollection, std::string("\x09\0", 2))}),
      // More flags than a class has.
      external3("DSA", "\x80\x80" + kNoFlags + kNoFlags),
      external3("DSA", kNoFlags + "\x80" + kNoFlags),
      // A timestamp that is no number.
      external3("DSA", "\x20" + string3("now") + kNoFlags),
      // No 16 bytes of a UUID, or such as PyAMF packs again.
      external3("DSA", "\x80\x01" + uuid_bytes("short") + kNoFlags),
      external3("DSA", "\x80\x01" + string3("0123456789abcdef") + kNoFlags),
      external3("DSA", "\x80\x01" +
                           uuid_bytes("\x78\x9c"
                                      "23456789abcdef") +
                           kNoFlags),
      // A message without all its properties; a proxy without its value.
      object3(kFlexPrefix + "RemotingMessage", {{"operation", "\x01"}}),
      object3(kProxy, {{"a", "\x01"}}),
  };
  for (const std::string& bytes : cases) {
    EXPECT_FALSE(Amf3Value(bytes).good()) << testing::PrintToString(bytes);
  }
}

}  // namespace
}  // namespace wax::cdx
