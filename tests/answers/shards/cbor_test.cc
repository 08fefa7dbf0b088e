#include "answers/shards/cbor.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::answers {
namespace {

using nlohmann::json;

TEST(Cbor, KeepsEveryByteAndEveryBit) {
  const std::string text("\xff\0\xc3", 3);
  const json message = {text, uint64_t{1} << 63, 0.1F, true, nullptr};
  const json read = from_cbor(cbor_of(message));
  EXPECT_EQ(read[0].get<std::string>(), text);
  EXPECT_EQ(read[1].get<uint64_t>(), uint64_t{1} << 63);
  EXPECT_EQ(read[2].get<float>(), 0.1F);
}

TEST(Cbor, OtherBytesAreNoMessage) {
  const std::string whole = cbor_of({{"a", {1, 2, 3}}, {"b", "text"}});
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_THROW((void)from_cbor(whole.substr(0, size)), FormatError) << size;
  }
  EXPECT_THROW((void)from_cbor(whole + "x"), FormatError);
  EXPECT_THROW((void)from_cbor("<html>"), FormatError);
  // A text and an array that would be larger than any memory.
  EXPECT_THROW((void)from_cbor("\x7b\x7f\xff\xff\xff\xff\xff\xff\xff"),
               FormatError);
  EXPECT_THROW((void)from_cbor("\x9b\x7f\xff\xff\xff\xff\xff\xff\xff"),
               FormatError);
}

TEST(Cbor, WhatIsNestedTooDeepIsNoMessage) {
  EXPECT_NO_THROW((void)from_cbor(std::string(kMostNested - 1, '\x81') + '\0'));
  EXPECT_THROW((void)from_cbor(std::string(kMostNested + 1, '\x81') + '\0'),
               FormatError);
  EXPECT_THROW((void)from_cbor(std::string(1 << 20, '\x81')), FormatError);
}

TEST(Cbor, AMessageWithoutWhatIsReadIsNone) {
  auto read = [](const json& message) { return message.at("a").get<int>(); };
  EXPECT_EQ(read_cbor(cbor_of({{"a", 1}}), read), 1);
  EXPECT_THROW((void)read_cbor(cbor_of({{"b", 1}}), read), FormatError);
  EXPECT_THROW((void)read_cbor(cbor_of({{"a", "x"}}), read), FormatError);
}

}  // namespace
}  // namespace wax::answers
