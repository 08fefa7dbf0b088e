#include "cdx/request/amf.h"

#include <gtest/gtest.h>

#include <string>

#include "amf_packet.h"

namespace wax::cdx {
namespace {

using Kind = AmfValue::Kind;

// The only argument of the only call.
const AmfValue& argument(const AmfEnvelope& envelope) {
  const AmfValue& list = envelope.values[envelope.messages.at(0).body];
  return envelope.values[list.members.at(0).value];
}

TEST(Amf, ReadsTheValuesOfAmf0) {
  const std::pair<std::string, Kind> cases[] = {
      {number0(1), Kind::kInteger},
      {number0(1.5), Kind::kNumber},
      {std::string("\x01\0", 2), Kind::kFalse},
      {"\x01\x02", Kind::kTrue},
      {string0("s"), Kind::kString},
      {object0({{"a", number0(1)}}), Kind::kMap},
      {"\x05", Kind::kNull},
      {"\x06", Kind::kUndefined},
      {"\x08" + big_endian(1, 4) + properties0({{"0", "\x05"}}), Kind::kArray},
      {list0({number0(1), "\x05"}), Kind::kList},
      {date0(0), Kind::kDate},
      {"\x0c" + big_endian(1, 4) + "s", Kind::kString},
      {"\x0d", Kind::kNull},
      {"\x0f" + big_endian(4, 4) + "<a/>", Kind::kXml},
      {"\x10" + name0("C") + properties0({}), Kind::kMap},
  };
  for (const auto& [bytes, kind] : cases) {
    auto envelope = read_amf(call({bytes}));
    ASSERT_TRUE(envelope) << testing::PrintToString(bytes);
    EXPECT_EQ(argument(*envelope).kind, kind) << testing::PrintToString(bytes);
  }
}

TEST(Amf, FollowsReferences) {
  std::string object = object0({{"a", string0("x")}});
  auto zero = read_amf(call({object, std::string("\x07\0\0", 3)}));
  ASSERT_TRUE(zero);
  const auto& arguments = zero->values[zero->messages[0].body].members;
  EXPECT_EQ(arguments[0].value, arguments[1].value);
}

TEST(Amf, BeginsAmf3Anywhere) {
  auto envelope = read_amf(call({object0({{"a", "\x11" + integer3(5)}})}));
  ASSERT_TRUE(envelope);
  const AmfMember& member = argument(*envelope).members.at(0);
  EXPECT_EQ(envelope->values[member.value].number, 5);
}

TEST(Amf, ForgetsReferencesWithEachMessage) {
  std::string object = list0({object0({})});
  std::string reference = list0({std::string("\x07\0\0", 3)});
  EXPECT_TRUE(read_amf(packet({{"t", "/1", object}, {"t", "/2", object}})));
  EXPECT_FALSE(read_amf(packet({{"t", "/1", object}, {"t", "/2", reference}})));
}

TEST(Amf, KeepsTheLastMessageOfOneName) {
  const std::string body = packet(
      {{"a", "/1", list0({})}, {"b", "/2", list0({})}, {"c", "/1", list0({})}});
  auto envelope = read_amf(body);
  ASSERT_TRUE(envelope);
  ASSERT_EQ(envelope->messages.size(), 2u);
  EXPECT_EQ(envelope->messages[0].target, "c");
  EXPECT_EQ(envelope->messages[1].target, "b");
}

TEST(Amf, RecognisesAnswersByTheirTargets) {
  const std::string body = packet({{"/1/onResult", "null", number0(1)}});
  auto envelope = read_amf(body);
  ASSERT_TRUE(envelope);
  EXPECT_FALSE(envelope->messages[0].is_request);
  EXPECT_EQ(envelope->messages[0].name, "/1");
}

TEST(Amf, SkipsHeaders) {
  std::string bytes = packet({{"t", "/1", list0({number0(1)})}});
  bytes.replace(2, 2, big_endian(1, 2));
  bytes.insert(4, name0("h") + '\1' + big_endian(0, 4) + object0({}));
  EXPECT_TRUE(read_amf(bytes));
}

TEST(Amf, RefusesDamage) {
  const std::string cases[] = {
      "",
      "abc",
      packet({{"t", "/1", list0({})}}, 10),
      packet({{"t", "/1", number0(1)}}),
      packet({{"t", "/1", "\x11\x01"}}, 0),
      call({"\x04"}),
      call({"\x02" + big_endian(9, 2) + "short"}),
      call({string0("\xff")}),
      call({std::string("\x07\0\x09", 3)}),
      call({"\x10" + name0("") + properties0({})}),
      call({date0(1e18)}),
      call({"\x0a\xff\xff\xff\xff"}),
      call3("\x0d\x01"),
  };
  for (const std::string& bytes : cases) {
    EXPECT_FALSE(read_amf(bytes)) << testing::PrintToString(bytes);
  }
}

TEST(Amf, RefusesEveryPacketThatIsCut) {
  std::string whole =
      packet({{"t", "/1",
               list0({object0({{"a", string0("x")}}), date0(0),
                      "\x11" + object3("C", {{"k", list3({integer3(1)})}})})}});
  ASSERT_TRUE(read_amf(whole));
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(read_amf(whole.substr(0, size))) << size;
  }
}

TEST(Amf, StopsAtDeepValues) {
  auto nested = [](int levels) {
    std::string bytes;
    for (int n = 1; n < levels; ++n) bytes += "\x0a" + big_endian(1, 4);
    return call({bytes + "\x05"});
  };
  EXPECT_TRUE(read_amf(nested(kDeepestAmf)));
  EXPECT_FALSE(read_amf(nested(kDeepestAmf + 1)));
}

}  // namespace
}  // namespace wax::cdx
