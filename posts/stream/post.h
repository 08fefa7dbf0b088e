// A post of a social network.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wax::posts {

enum class PostKind : uint8_t { kPost, kReply, kQuote, kRepost };

// "post", "reply", "quote", "repost".
[[nodiscard]] std::string_view name(PostKind kind);

// Texts are UTF-8 without control characters; empty where the message has none.
struct Post {
  std::string id;        // as the network gives it: number, URL, name
  std::string local_id;  // by which the server that sent it names it, too
  std::string date;      // 14 digits, UTC
  std::string author;
  std::string author_name;  // by which other posts call the author
  std::string language;     // as BCP 47 writes it
  PostKind kind = PostKind::kPost;
  std::string parent;  // the id of the post that it replies to or repeats
  std::string text;
  std::vector<std::string>
      links;  // http, https and ftp, each once, in their order
};

}  // namespace wax::posts
