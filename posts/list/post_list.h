// The list of all posts: each once, without those that were deleted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lines/line_stream.h"
#include "lines/sort.h"
#include "posts/list/repost_search.h"
#include "posts/stream/post_reader.h"

namespace wax::posts {

struct PostListOptions {
  lines::SortOptions sort;
  // Authors are hashed with it. Empty: with one that is made of the first post,
  // so that they differ from list to list.
  std::string author_key;
  bool author_names = false;  // instead: as networks give them
  bool text = false;          // a further column
  bool deletions = false;     // a line for each deletion, of kind "delete"
};

struct PostListCounts {
  uint64_t deleted = 0;
  uint64_t duplicates = 0;
  uint64_t matched = 0;     // reposts that were found by their texts
  uint64_t of_deleted = 0;  // reposts whose original was deleted
};

// For one thread. Memory: that of options.sort, 2 MiB and that of RepostSearch.
class PostList final : public PlacedPostSink {
 public:
  // `options` and `counts` outlive it.
  PostList(const PostListOptions& options, PostListCounts& counts);

  // Throws IoError.
  void post(Post&& post, const PostPlace& place) override;
  void deletion(std::string_view id, const PostPlace& place) override;

  // The lines (post_line.h), in order of their ids, each id once: the first
  // post of one. What names no other post may be a repost by its text
  // (RepostSearch), with the links of its original, if that has any. A repost
  // of a post that was deleted has no links. A deletion counts whether it comes
  // before or after the post. Nothing is added any more. Throws IoError. The
  // list outlives the stream.
  [[nodiscard]] std::unique_ptr<lines::LineStream> lines();

 private:
  // Whether a text is perhaps among those that were noted.
  class Noted {
   public:
    void note(std::string_view text) { bits_[place_of(text)] = true; }
    [[nodiscard]] bool has(std::string_view text) const {
      return bits_[place_of(text)];
    }

   private:
    static constexpr size_t kBits = size_t{1} << 23;
    static size_t place_of(std::string_view text) {
      return std::hash<std::string_view>()(text) % kBits;
    }
    std::vector<bool> bits_ = std::vector<bool>(kBits);
  };

  void add_candidate(RepostSearch::Post post, RepostSearch& search) const;

  const PostListOptions& options_;
  PostListCounts& counts_;
  std::string author_key_;
  uint64_t number_ = 0;      // of posts
  lines::SortOptions part_;  // half of the memory
  lines::LineSorter added_;
  // What reposts are about; most posts are nobody's originals.
  Noted authors_;    // names in lower case
  Noted originals_;  // ids
  bool has_questions_ = false;
  bool has_deletions_ = false;
  std::string line_;
};

}  // namespace wax::posts
