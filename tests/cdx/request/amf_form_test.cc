#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "amf_packet.h"
#include "cdx/request/request_encoder.h"

namespace wax::cdx {
namespace {

constexpr std::string_view kMessages = "flex.messaging.messages.";

std::string form(std::string_view text) {
  std::string out = "request=";
  append_form_value(text, out);
  return out;
}

std::string calls(std::string_view body) {
  return form("<Envelope>[<Request target=t>[" + std::string(body) +
              "]</Request>]</Envelope>");
}

TEST(AmfForm, ShowsValuesAsPythonDoes) {
  const std::pair<std::string, const char*> cases[] = {
      {number0(1), "1"},
      {number0(0.1), "0.1"},
      {number0(NAN), "nan"},
      {number0(-INFINITY), "-inf"},
      {"\x11\x05" + double_bytes(1), "1.0"},
      {"\x01\x01", "True"},
      {"\x05", ""},
      {"\x06", "<UndefinedType>{}</UndefinedType>"},
      {string0("a \"b\""), "a \"b\""},
      {list0({number0(1), list0({}), string0("x")}), "[1,[],x]"},
      {date0(0), "datetime.datetime(1970, 1, 1, 0, 0)"},
      {"\x0f" + big_endian(4, 4) + "<a/>", "<a/>"},
  };
  for (const auto& [bytes, text] : cases) {
    EXPECT_EQ(amf_as_form(call({bytes})), calls(text));
  }
}

TEST(AmfForm, ShowsObjectsAsSortedJson) {
  const std::pair<std::string, const char*> cases[] = {
      {object0({}), "{}"},
      {object0({{"b", number0(1)}, {"a", string0("\"\n\x7f\xc3\xa9")}}),
       R"({"a": "\"\n\u007f\u00e9", "b": 1})"},
      {object0({{"a", number0(1)}, {"a", number0(2)}}), R"({"a": 2})"},
      {object0({{"a", list0({"\x05", "\x01\x01", number0(0.5)})}}),
       R"({"a": [null, true, 0.5]})"},
      {object0({{"a", number0(NAN)}, {"b", number0(INFINITY)}}),
       R"({"a": NaN, "b": Infinity})"},
      {object0({{"a", string0("\xf0\x9f\x98\x80")}}),
       R"({"a": "\ud83d\ude00"})"},
      {"\x08" + big_endian(0, 4) +
           properties0({{"10", "\x05"}, {"9", "\x05"}, {"-1", "\x05"}}),
       R"({"-1": null, "9": null, "10": null})"},
      {"\x08" + big_endian(0, 4) + properties0({{"a", "\x05"}}),
       R"({"a": null})"},
      {"\x11" + object3("C", {{"k", integer3(5)}}), R"({"k": 5})"},
  };
  for (const auto& [bytes, text] : cases) {
    EXPECT_EQ(amf_as_form(call({bytes})), calls(text));
  }
}

TEST(AmfForm, ShowsOperationAndBodyOfARemotingMessage) {
  Parts properties = {{"body", list3({string3("arg")})},
                      {"clientId", "\x01"},
                      {"destination", string3("d")},
                      {"headers", object3("", {})},
                      {"messageId", string3("random")},
                      {"operation", string3("echo")},
                      {"source", "\x01"},
                      {"timestamp", integer3(0)},
                      {"timeToLive", integer3(0)}};
  std::string type = std::string(kMessages) + "RemotingMessage";
  EXPECT_EQ(amf_as_form(call3(object3(type, properties))),
            calls("<RemotingMessage operation=echo>[arg]</RemotingMessage>"));
}

TEST(AmfForm, ShowsAllOfOtherFlexMessages) {
  std::string uuid = "\x0c" + name3("0123456789abcdef");
  // Two bytes of flags, the headers, the client; no correlation; the operation.
  std::string message = std::string("\x88\x01") +
                        object3("", {{"DSId", string3("nil")}}) + uuid +
                        std::string(1, '\0') + "\x01" + integer3(5);
  EXPECT_EQ(
      amf_as_form(call3(external3("DSC", message))),
      calls("<CommandMessageExt>{\"body\": \"\", \"clientId\": "
            "\"UUID('30313233-3435-3637-3839-616263646566')\", "
            "\"correlationId\": \"\", \"destination\": \"\", \"headers\": "
            "\"{\\\"DSId\\\": \\\"nil\\\"}\", \"messageId\": \"\", "
            "\"operation\": \"5\", \"timeToLive\": \"\", \"timestamp\": \"\"}"
            "</CommandMessageExt>"));
}

TEST(AmfForm, ShowsCollectionsAndProxies) {
  std::string list = list3({integer3(1), string3("x")});
  EXPECT_EQ(
      amf_as_form(call3(external3("flex.messaging.io.ArrayCollection", list))),
      calls("[1,x]"));
  EXPECT_EQ(amf_as_form(call3(external3("flex.messaging.io.ObjectProxy",
                                        object3("", {{"b", integer3(5)}})))),
            calls("<ObjectProxy>{\"_amf_object\": \"{\\\"b\\\": 5}\"}"
                  "</ObjectProxy>"));
}

TEST(AmfForm, SortsRequestsByTheirTexts) {
  EXPECT_EQ(
      amf_as_form(packet({{"b", "/1", list0({})}, {"a", "/2", list0({})}})),
      form("<Envelope>[<Request target=a>[]</Request>,"
           "<Request target=b>[]</Request>]</Envelope>"));
  EXPECT_EQ(amf_as_form(packet({})), form("<Envelope>[]</Envelope>"));
}

TEST(AmfForm, ShowsMissingArgumentsAsAnEmptyList) {
  EXPECT_EQ(amf_as_form(packet({{"t", "/1", "\x11\x01"}})), calls(""));
}

TEST(AmfForm, IsNothingForValuesWithoutText) {
  const std::string cases[] = {
      "damaged",
      packet({{"/1/onResult", "null", number0(1)}}),
      call({object0({{"d", date0(0)}})}),
      call({object0({{"u", "\x06"}})}),
      call({"\x08" + big_endian(0, 4) +
            properties0({{"1", "\x05"}, {"a", "\x05"}})}),
      call3("\x0c" + name3("bytes")),
      // An object and a list that hold themselves.
      call({object0({{"self", std::string("\x07\0\0", 3)}})}),
      call({list0({std::string("\x07\0\0", 3)})}),
  };
  for (const std::string& bytes : cases) {
    EXPECT_FALSE(amf_as_form(bytes)) << testing::PrintToString(bytes);
  }
}

TEST(AmfForm, IsCutAfterTheLongestQuery) {
  auto form = amf_as_form(
      call({"\x0c" + big_endian(1 << 19, 4) + std::string(1 << 19, 'x')}));
  ASSERT_TRUE(form);
  EXPECT_GE(form->size(), kMostRequestQuery);
  EXPECT_LT(form->size(), 4 * kMostRequestQuery);
  // What follows has to have a text all the same.
  EXPECT_FALSE(amf_as_form(
      call({string0(std::string(60000, 'x')), object0({{"d", date0(0)}})})));
}

TEST(AmfForm, TakesLinearTimeForListsThatHoldOthersTwice) {
  // Each list holds the one before it twice: 2^200 texts.
  std::vector<std::string> arguments = {list0({})};
  for (uint64_t n = 0; n < 200; ++n) {
    std::string reference = "\x07" + big_endian(n, 2);
    arguments.push_back(list0({reference, reference}));
  }
  auto form = amf_as_form(call(arguments));
  ASSERT_TRUE(form);
  EXPECT_LT(form->size(), 4 * kMostRequestQuery);
}

}  // namespace
}  // namespace wax::cdx
