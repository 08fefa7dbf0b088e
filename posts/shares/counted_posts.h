// The posts of lists that count.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "io/problem.h"
#include "lines/line_stream.h"
#include "lines/sort.h"
#include "warc/record/date.h"

namespace wax::posts {

struct PostChoice {
  lines::SortOptions sort;
  // Posts with these dates count. Without bounds, also those without a date.
  warc::Period dates;
  // Authors as in the lines of posts; theirs do not count.
  std::vector<std::string> left_out_authors;
};

struct CountedPosts {
  uint64_t posts = 0;       // that count
  uint64_t deleted = 0;     // posts whose deletion is in the lists
  uint64_t duplicates = 0;  // of posts in several lists
  uint64_t left_out = 0;    // by date or author
  uint64_t of_deleted = 0;  // that count, and repeat a deleted post
};

// The lines of posts (posts/list/post_line.h) that count, in byte order.
// `files`, "-" is standard input, have them in any order; of several with one
// id, the first in byte order counts, and none if one is a deletion, or if all
// posts of its author were deleted. A repost of such a post counts without
// links. Other lines are reported ("list-bad-line"). Memory: a third of that of
// choice.sort. Throws IoError. All that is given outlives the stream.
[[nodiscard]] std::unique_ptr<lines::LineStream> counted_posts(
    const std::vector<std::string>& files, const PostChoice& choice,
    CountedPosts& counts, ProblemSink& problems);

}  // namespace wax::posts
