// The posts that others repeat.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "io/spool.h"
#include "lines/line_stream.h"
#include "lines/sort.h"

namespace wax::posts {

// Finds, for a post whose text repeats one ("RT @name: ..."), which it is: of
// the posts that this author wrote in the kCandidateSeconds before it, the
// latest kMostCandidates, the one whose text is most like the whole text of the
// repost, if likeness() is over .5; of several the latest. And finds the links
// of the originals of reposts that have none. Memory: that of `sort`, 4 MiB and
// the candidates of one author. For one thread.
class RepostSearch {
 public:
  static constexpr size_t kSpoolMemory = size_t{1} << 20;  // of several
  static constexpr std::string_view kDeletedOriginal = "!";
  static constexpr size_t kMostCandidates = 3200;
  static constexpr int64_t kCandidateSeconds = int64_t{30} * 24 * 3600;

  struct Post {
    std::string_view id;
    std::string_view date;  // 14 digits
    std::string_view author_name;
    std::string_view text;
    std::string_view links;
  };

  explicit RepostSearch(lines::SortOptions sort);

  // In order of the ids. Without a date or an author's name, its text finds
  // nothing.
  void add_candidate(const Post& post);
  // A post that may repeat another one.
  void add_question(const Post& post);
  // A post that was deleted, in the order of candidates.
  void add_deleted(std::string_view id);
  // A repost, of a post that names it.
  void add_repost(std::string_view id, std::string_view original);

  // Lines "id TAB id of the original TAB its links", in order of the ids; for a
  // repost of a post that was deleted, kDeletedOriginal in place of the links.
  // Call once. Throws IoError.
  [[nodiscard]] std::unique_ptr<lines::LineStream> found();

 private:
  void add(std::string_view author, const Post& post, char kind);
  void answer(lines::LineStream& sorted, io::Spool& answers) const;
  void answer_reposts(io::Spool& answers);

  lines::SortOptions sort_;
  std::unique_ptr<io::Spool> posts_;
  std::unique_ptr<io::Spool> linking_;  // posts with links, deleted ones
  std::unique_ptr<io::Spool> reposts_;
  uint64_t questions_ = 0;
  std::string line_;
};

}  // namespace wax::posts
