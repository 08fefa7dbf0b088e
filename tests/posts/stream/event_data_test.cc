#include "posts/stream/event_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace wax::posts {
namespace {

// Hands its bytes out in two pieces.
class TwoPieces final : public io::ByteSource {
 public:
  TwoPieces(std::string_view bytes, size_t split)
      : rest_(bytes), split_(split) {}
  std::string_view peek(size_t at_least) override {
    return rest_.substr(
        0, split_ > 0 ? std::max(split_, at_least) : std::string_view::npos);
  }
  void consume(size_t n) override {
    rest_.remove_prefix(n);
    split_ -= std::min(split_, n);
  }

 private:
  std::string_view rest_;
  size_t split_;
};

TEST(EventData, IsThatOfEventsWhereverItIsCut) {
  const std::string lines =
      ":)\n\nevent: update\ndata: {\"a\":\ndata:\"data: x\"}\nid: 3\n\n"
      "event: delete\ndata: 109\ndata: {}\n\ndata:[1]\n\ndata: 12\n\n"
      "event:delete\ndata:x\n\ndata: {\"cut";
  const std::string expected =
      "{\"a\":\n\"data: x\"}\n{\"event\":\"delete\",\"payload\":\"109\"}\n"
      "[1]\n{}\n{}\n{\"cut";
  for (const char* end : {"\n", "\r\n", "\r"}) {
    std::string text;
    for (char c : lines) c == '\n' ? text += end : text += c;
    for (size_t split = 0; split < text.size(); ++split) {
      TwoPieces source(text, split);
      EventData events(source);
      ASSERT_EQ(io::read_all(events, 1 << 20), expected) << split;
    }
  }
}

TEST(EventData, IsToldByItsFirstLine) {
  EXPECT_TRUE(begins_like_events("event: update"));
  EXPECT_TRUE(begins_like_events(":thump"));
  EXPECT_TRUE(begins_like_events("data:{"));
  EXPECT_FALSE(begins_like_events("{\"event\":1}"));
  EXPECT_FALSE(begins_like_events("WARC/1.0"));
  EXPECT_FALSE(begins_like_events(""));
}

}  // namespace
}  // namespace wax::posts
