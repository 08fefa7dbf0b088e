// Streams of posts: whatever the bytes are, the messages that are cut out of
// them are the same however the bytes arrive, and posts are clean.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/support/entry.h"
#include "io/byte_source.h"
#include "posts/list/post_line.h"
#include "posts/stream/json_messages.h"
#include "posts/stream/post_shapes.h"
#include "text/utf8.h"

namespace wax::fuzz {
namespace {

// Gives a few bytes at once.
class Pieces final : public io::ByteSource {
 public:
  Pieces(std::string_view bytes, size_t piece) : rest_(bytes), piece_(piece) {}
  std::string_view peek(size_t at_least) override {
    return rest_.substr(0, std::max(at_least, piece_));
  }
  void consume(size_t n) override { rest_.remove_prefix(n); }

 private:
  std::string_view rest_;
  size_t piece_;
};

class Checked final : public posts::PostSink {
 public:
  void post(posts::Post&& post) override {
    require(!post.id.empty());
    for (const std::string* text : {&post.id, &post.author, &post.author_name,
                                    &post.text, &post.parent}) {
      require(text::is_utf8(*text));
      require(std::none_of(text->begin(), text->end(), [](char c) {
        return static_cast<unsigned char>(c) < ' ';
      }));
    }
    require(post.date.empty() || post.date.size() == 14);
  }
  void deletion(std::string_view id) override { require(!id.empty()); }
  void local_deletion(std::string_view id) override { require(!id.empty()); }
  void author_deletion(std::string_view author) override {
    require(!author.empty());
  }
};

std::vector<std::string> messages_of(std::string_view bytes, size_t piece) {
  static const posts::PostShapes shapes;
  Pieces source(bytes, piece);
  posts::JsonMessages messages(source);
  Checked checked;
  std::vector<std::string> found;
  for (posts::JsonMessages::Message message; messages.next(message);) {
    found.push_back(std::to_string(message.offset) + ' ' +
                    std::string(message.error) + ' ' +
                    std::string(message.bytes));
    if (message.error.empty()) (void)shapes.give(message.json, checked);
  }
  return found;
}

}  // namespace

void run(std::string_view bytes) {
  const auto whole = messages_of(bytes, bytes.size() + 1);
  require(whole == messages_of(bytes, 1));
}

}  // namespace wax::fuzz
