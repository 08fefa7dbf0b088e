// The list of all posts: each once, without those that were deleted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "lines/key_join.h"
#include "lines/line_stream.h"
#include "lines/sort.h"
#include "posts/list/repost_search.h"
#include "posts/stream/post_reader.h"

namespace wax::posts {

struct PostListOptions {
  lines::SortOptions sort;
  // Authors are hashed with it. Empty: with random_author_key(), so that they
  // differ from run to run.
  std::string author_key;
  bool author_names = false;  // instead: as networks give them
  bool text = false;          // a further column
  // A line of kind "delete" for each post that was deleted; and for each author
  // all of whose posts were, one without an id, if author_key is given, or
  // author_names.
  bool deletions = false;
};

struct PostListCounts {
  uint64_t deleted = 0;
  uint64_t duplicates = 0;
  uint64_t matched = 0;            // reposts that were found by their texts
  uint64_t of_deleted = 0;         // reposts whose original was deleted
  uint64_t unwritten_authors = 0;  // deleted ones that get no line
};

// For one thread. Memory: that of options.sort, 3 MiB and that of RepostSearch.
class PostList final : public PlacedPostSink {
 public:
  // `options` and `counts` outlive it.
  PostList(const PostListOptions& options, PostListCounts& counts);

  // Throws IoError.
  void post(Post&& post, const PostPlace& place) override;
  void deletion(std::string_view id, const PostPlace& place) override;
  void local_deletion(std::string_view id, const PostPlace& place) override;
  void author_deletion(std::string_view author,
                       const PostPlace& place) override;

  // The lines (post_line.h), in order of their ids, each id once: the first
  // post of one. What names no other post may be a repost by its text
  // (RepostSearch), with the links of its original, if that has any. A repost
  // of a post that was deleted, found by either, has no links and no text. A
  // deletion counts whether it comes before or after the post. Nothing is added
  // any more. Throws IoError. The list outlives the stream.
  [[nodiscard]] std::unique_ptr<lines::LineStream> lines();

 private:
  std::unique_ptr<lines::LineStream> sorted_lines();
  std::unique_ptr<lines::LineStream> with_authors(
      std::unique_ptr<lines::LineStream> posts);
  void add_candidate(RepostSearch::Post post, RepostSearch& search) const;

  const PostListOptions& options_;
  PostListCounts& counts_;
  std::string author_key_;
  uint64_t number_ = 0;      // of posts
  lines::SortOptions part_;  // half of the memory
  lines::LineSorter added_;
  // Ids by their author (kAuthorKey), or site and local id (kLocalKey).
  lines::KeyJoin deleted_by_key_;
  lines::LineSorter deleted_authors_;  // "author date"
  // What reposts are about; most posts are nobody's originals.
  lines::NotedKeys authors_;    // names in lower case
  lines::NotedKeys originals_;  // ids
  bool has_questions_ = false;
  bool has_deletions_ = false;
  std::string line_;
};

}  // namespace wax::posts
