#include "posts/stream/post_reader.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "cdx/url/host.h"
#include "cdx/url/url.h"
#include "io/compress/decompressed.h"
#include "io/error.h"
#include "io/inputs/input_files.h"
#include "posts/stream/event_data.h"
#include "posts/stream/json_messages.h"
#include "text/ascii.h"
#include "warc/reader/payload_reader.h"

namespace wax::posts {
namespace {

constexpr size_t kBeginning = 512;
// Problems that are kept until a post shows that the record is a stream.
constexpr size_t kMostKept = 100;
// A record without posts is read no further after so many bytes.
constexpr uint64_t kMostWithoutPosts = uint64_t{64} << 20;

bool begins_like_posts(std::string_view bytes) {
  if (begins_like_events(bytes)) return true;
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  bytes = text::trim_front(bytes, text::kAllSpace);
  if (bytes.starts_with('\x1E')) bytes.remove_prefix(1);
  if (bytes.starts_with('{')) return true;
  if (bytes.starts_with('[')) {
    bytes = text::trim_front(bytes.substr(1), text::kAllSpace);
    return bytes.empty() || bytes.starts_with('{');
  }
  // "name = [", "name([", as JavaScript has data.
  const size_t open = bytes.find_first_of("([{<");
  if (open == bytes.npos || bytes[open] == '<') return false;
  const std::string_view before = bytes.substr(0, open);
  if (!std::all_of(before.begin(), before.end(),
                   [](char c) { return c >= ' ' && c <= '~'; })) {
    return false;
  }
  return (bytes[open] == '(' && !before.empty()) ||
         text::trim_back(before, text::kAllSpace).ends_with('=');
}

std::string site_of(std::string_view text) {
  cdx::Url url;
  if (!cdx::parse(text, url)) return {};
  return std::string(cdx::registered_domain(url.host));
}

// Empty when it is damaged.
std::string_view beginning_of(io::ByteSource& source) {
  try {
    return source.peek(kBeginning);
  } catch (const FormatError&) {
    return {};
  }
}

class PostsOfFile {
 public:
  PostsOfFile(const std::string& file, const PostShapes& shapes,
              PlacedPostSink& sink, PostCounts& counts, ProblemSink& problems)
      : file_(file),
        shapes_(shapes),
        sink_(sink),
        counts_(counts),
        problems_(problems) {}

  void read() {
    std::unique_ptr<io::ByteSource> posts;
    std::unique_ptr<warc::PayloadReader> reader;
    if (!told([&] {
          posts = open_posts();
          if (posts) return true;
          auto source = std::move(not_posts_);
          if (!source) source = io::open_input(file_);
          reader = std::make_unique<warc::PayloadReader>(std::move(source),
                                                         problems_);
          return true;
        })) {
      return;
    }
    if (posts) {
      read_stream(*posts, {file_, 0, "-"}, "");
      return;
    }
    warc::Payload payload;
    while (told([&] { return reader->next(payload); })) {
      if (told([&] {
            return begins_like_posts(payload.body->peek(kBeginning));
          })) {
        const std::string site = site_of(payload.url);
        read_stream(*payload.body, {file_, payload.offset, payload.date, site},
                    payload.url);
      }
    }
    counts_.records += reader->records();
  }

 private:
  class Placed final : public PostSink {
   public:
    Placed(PlacedPostSink& sink, const PostPlace& place, PostCounts& counts)
        : sink_(sink), place_(place), counts_(counts) {}
    void post(Post&& post) override {
      ++counts_.posts;
      sink_.post(std::move(post), place_);
    }
    void deletion(std::string_view id) override {
      ++counts_.deletions;
      sink_.deletion(id, place_);
    }
    void local_deletion(std::string_view id) override {
      ++counts_.deletions;
      sink_.local_deletion(id, place_);
    }
    void author_deletion(std::string_view author) override {
      ++counts_.deletions;
      sink_.author_deletion(author, place_);
    }

   private:
    PlacedPostSink& sink_;
    const PostPlace& place_;
    PostCounts& counts_;
  };

  // The answer of `read`; false, which is reported, when the file cannot be
  // read. What the sink throws is no matter of the file.
  template <typename Read>
  bool told(const Read& read) {
    try {
      return read();
    } catch (const Error& error) {
      problems_.report({Severity::kLost, "unreadable-archive", file_,
                        std::nullopt, error.what()});
      return false;
    }
  }

  // The bytes of a file of posts; null for another one.
  std::unique_ptr<io::ByteSource> open_posts() {
    auto source = io::open_input(file_);
    if (begins_like_posts(source->peek(kBeginning))) return source;
    if (file_ == "-") {
      not_posts_ = std::move(source);
      return nullptr;
    }
    auto plain = io::decompressed(std::move(source), 1);
    return begins_like_posts(beginning_of(*plain)) ? std::move(plain) : nullptr;
  }

  void read_stream(io::ByteSource& body, const PostPlace& place,
                   std::string_view url) {
    EventData events(body);
    const bool has_events = begins_like_events(body.peek(kBeginning));
    JsonMessages messages(has_events ? static_cast<io::ByteSource&>(events)
                                     : body);
    Placed placed(sink_, place, counts_);
    std::vector<Problem> kept;
    PostCounts found;
    bool has_posts = false;
    JsonMessages::Message message;
    while (told([&] { return messages.next(message); })) {
      ++found.messages;
      if (!message.error.empty()) {
        ++found.bad;
        Problem problem = bad_message(message, place, url);
        if (has_posts) {
          problems_.report(std::move(problem));
        } else if (kept.size() < kMostKept) {
          kept.push_back(std::move(problem));
        }
      } else if (!shapes_.give(message.json, placed)) {
        ++found.other;
      } else if (!std::exchange(has_posts, true)) {
        for (Problem& problem : kept) problems_.report(std::move(problem));
      }
      if (!has_posts && message.offset > kMostWithoutPosts) return;
    }
    if (!has_posts) {
      // Records of archives may be any JSON; a file was given as posts.
      if (!url.empty()) return;
      for (Problem& problem : kept) problems_.report(std::move(problem));
    }
    if (has_posts) ++counts_.streams;
    counts_.messages += found.messages;
    counts_.bad += found.bad;
    counts_.other += found.other;
  }

  Problem bad_message(const JsonMessages::Message& message,
                      const PostPlace& place, std::string_view url) const {
    std::string text = "the message at byte " + std::to_string(message.offset);
    if (!url.empty()) text.append(" of ").append(url);
    text.append(" ").append(message.error);
    std::optional<uint64_t> offset;
    if (!url.empty()) offset = place.offset;
    return {Severity::kLost, "post-bad", file_, offset, std::move(text)};
  }

  const std::string& file_;
  std::unique_ptr<io::FileSource> not_posts_;  // standard input, unread
  const PostShapes& shapes_;
  PlacedPostSink& sink_;
  PostCounts& counts_;
  ProblemSink& problems_;
};

}  // namespace

void read_posts(const std::string& file, const PostShapes& shapes,
                PlacedPostSink& sink, PostCounts& counts,
                ProblemSink& problems) {
  PostsOfFile(file, shapes, sink, counts, problems).read();
}

}  // namespace wax::posts
