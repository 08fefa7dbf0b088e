#include "posts/stream/json_messages.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/problem.h"
#include "warc/http/headers.h"
#include "warc/http/http.h"

namespace wax::posts {
namespace {

using Texts = std::vector<std::string>;

Texts messages_of(io::ByteSource& source) {
  JsonMessages messages(source);
  Texts found;
  for (JsonMessages::Message message; messages.next(message);) {
    found.push_back(message.error.empty()
                        ? simdjson::minify(message.json)
                        : std::to_string(message.offset) + ' ' +
                              std::string(message.error));
  }
  return found;
}

Texts messages_of(std::string_view bytes) {
  io::MemorySource source(bytes);
  return messages_of(source);
}

TEST(JsonMessages, OfLinesAndOneAfterAnother) {
  const Texts two = {R"({"a":1})", R"({"b":[{"c":"}{"}]})"};
  EXPECT_EQ(messages_of("{\"a\":1}\n{\"b\":[{\"c\":\"}{\"}]}\n"), two);
  EXPECT_EQ(messages_of("{\"a\":1}\r{\"b\":[{\"c\":\"}{\"}]}"), two);
  EXPECT_EQ(messages_of("\r\n{\"a\":1}\r\n\r\n{\"b\":[{\"c\":\"}{\"}]}\r\n"),
            two);
  EXPECT_EQ(messages_of("{\"a\":1}{\"b\":[{\"c\":\"}{\"}]}"), two);
  EXPECT_EQ(messages_of("\x1E{\"a\":1}\n\x1E{\"b\":[{\"c\":\"}{\"}]}\n"), two);
  EXPECT_EQ(messages_of("{\n \"a\" : 1\n}\n{ \"b\":\n[{\"c\":\"}{\"}] }"), two);
}

TEST(JsonMessages, OfArraysAndScripts) {
  const Texts two = {R"({"a":1})", R"({"b":2})"};
  EXPECT_EQ(messages_of("[{\"a\":1},{\"b\":2}]"), two);
  EXPECT_EQ(messages_of("[\n{\"a\":1},\n{\"b\":2}\n]\n"), two);
  EXPECT_EQ(messages_of("\xEF\xBB\xBF[{\"a\":1},{\"b\":2}]"), two);
  EXPECT_EQ(messages_of("window.YTD.tweet.part0 = [ {\"a\":1},\n{\"b\":2} ]"),
            two);
  EXPECT_EQ(messages_of("call([{\"a\":1},{\"b\":2}]);"), two);
}

TEST(JsonMessages, BadOnesAreToldAndLeftOut) {
  EXPECT_EQ(messages_of("{\"a\":1}\n{\"b\":\"x\n{\"c\":3}\n"),
            (Texts{R"({"a":1})", "8 is no JSON object", R"({"c":3})"}));
  EXPECT_EQ(messages_of("{\"a\":1,\n{\"b\":2}\n"),
            (Texts{"0 is no JSON object", R"({"b":2})"}));
  EXPECT_EQ(messages_of("{\"a\":\n{\"b\":2}\n{\"c\":3}\n"),
            (Texts{"0 is no JSON object", R"({"b":2})", R"({"c":3})"}));
  EXPECT_EQ(messages_of("{\"a\":\"\xFF\"}\n{\"b\":2}"),
            (Texts{"0 is not UTF-8", R"({"b":2})"}));
  EXPECT_EQ(messages_of("{\"a\":1}\nnull\n{\"b\":2}\n"),
            (Texts{R"({"a":1})", "8 is no JSON object", R"({"b":2})"}));
  EXPECT_EQ(messages_of("{\"a\":\"\x01\"}\n{\"b\":2}"),
            (Texts{"0 is no JSON object", R"({"b":2})"}));
  EXPECT_EQ(messages_of("{\"a\":1}\n{\"b\":"),
            (Texts{R"({"a":1})", "8 is cut"}));
  EXPECT_EQ(messages_of(""), Texts{});
}

TEST(JsonMessages, ArraysThatDoNotEndAreTold) {
  EXPECT_EQ(messages_of("[{\"a\":1},"), (Texts{R"({"a":1})", "9 is cut"}));
  EXPECT_EQ(messages_of("[{\"a\":1},{\"b\""),
            (Texts{R"({"a":1})", "9 is cut"}));
  EXPECT_EQ(messages_of("[[{\"a\":1}],[]]"), (Texts{R"({"a":1})"}));
  EXPECT_EQ(messages_of("[{\"a\":\"\xFF\"}]\n{\"b\":2}\n"),
            (Texts{"1 is not UTF-8", R"({"b":2})"}));
  const std::string deep = std::string(100000, '[') + "\n{\"b\":2}\n";
  EXPECT_EQ(messages_of(deep),
            (Texts{"1024 has more than 1024 levels", R"({"b":2})"}));
}

TEST(JsonMessages, LongAndDeepOnesAreLeftOut) {
  const std::string rest = "\n{\"b\":2}\n";
  const std::string text(kLongestMessage, 'x');
  EXPECT_EQ(messages_of("{\"a\":\"" + text + "\"}" + rest),
            (Texts{"0 is longer than 8 MiB", R"({"b":2})"}));
  const std::string deep(100000, '[');
  EXPECT_EQ(
      messages_of("{\"a\":" + deep + std::string(100000, ']') + "}" + rest),
      (Texts{"0 has more than 1024 levels", R"({"b":2})"}));
  const std::string fits(kLongestMessage - 100, 'x');
  EXPECT_EQ(messages_of("{\"a\":\"" + fits + "\"}" + rest).size(), 2U);
}

TEST(JsonMessages, AreTheSameForEachSplitOfAChunkedStream) {
  const std::string stream =
      "{\"id\":1,\"text\":\"caf\xC3\xA9\"}\r\n{\"id\":2,\"text\":\"b\"}\r\r\n"
      "{\"delete\":{\"status\":{\"id\":1}}}\r{\"id\":3,\"te";
  const Texts expected = {"{\"id\":1,\"text\":\"caf\xC3\xA9\"}",
                          R"({"id":2,"text":"b"})",
                          R"({"delete":{"status":{"id":1}}})",
                          std::to_string(stream.rfind('{')) + " is cut"};
  auto chunk = [](std::string_view bytes) {
    char size[20];
    (void)snprintf(size, sizeof(size), "%zx\r\n", bytes.size());
    return size + std::string(bytes) + "\r\n";
  };
  warc::Headers headers;
  headers.parse("Transfer-Encoding: chunked\r\n");
  for (size_t at = 1; at < stream.size(); ++at) {
    const std::string body = chunk(std::string_view(stream).substr(0, at)) +
                             chunk(std::string_view(stream).substr(at)) +
                             "0\r\n\r\n";
    io::MemorySource stored(body);
    NoProblems none;
    auto decoded = warc::decode_body(stored, headers, {}, none, {});
    EXPECT_EQ(messages_of(*decoded), expected) << at;
  }
}

}  // namespace
}  // namespace wax::posts
