// The posts of archives, and of files of posts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "io/problem.h"
#include "posts/stream/post.h"
#include "posts/stream/post_shapes.h"

namespace wax::posts {

struct PostCounts {
  uint64_t records = 0;   // of archives
  uint64_t streams = 0;   // records and files with posts
  uint64_t messages = 0;  // of these
  uint64_t other = 0;     // messages that are no posts and no deletions
  uint64_t posts = 0;
  uint64_t deletions = 0;
  uint64_t bad = 0;  // messages that cannot be read
};

// Where posts and deletions are.
struct PostPlace {
  std::string_view file;  // as it was given
  uint64_t offset = 0;    // of the record; in a file of posts, 0
  std::string_view date;  // of the capture, 14 digits; "-" in a file of posts
  // The registered domain that sent the record; in a file of posts, empty.
  std::string_view site = {};
};

class PlacedPostSink {
 public:
  virtual ~PlacedPostSink() = default;
  virtual void post(Post&& post, const PostPlace& place) = 0;
  virtual void deletion(std::string_view id, const PostPlace& place) = 0;
  // The post with that local_id of that site is deleted.
  virtual void local_deletion(std::string_view id, const PostPlace& place) = 0;
  // All posts of an author are deleted.
  virtual void author_deletion(std::string_view author,
                               const PostPlace& place) = 0;
};

// Gives the posts of the responses with status 200 and the resources of an
// archive, or of a file of posts, compressed or not; its bytes tell which it
// is ("-", standard input: posts that are not compressed, or an archive). A
// record whose first message with a known shape is a post or a deletion is a
// stream of posts; from there on, and before, messages that cannot be read are
// reported ("post-bad"), and in a file of posts always. What else archives hold
// is passed over, and a file
// that cannot be read on is reported ("unreadable-archive"). Memory: that of
// JsonMessages. Throws what `sink` throws.
void read_posts(const std::string& file, const PostShapes& shapes,
                PlacedPostSink& sink, PostCounts& counts,
                ProblemSink& problems);

}  // namespace wax::posts
