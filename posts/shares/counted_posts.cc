#include "posts/shares/counted_posts.h"

#include <functional>
#include <set>
#include <string_view>
#include <utility>

#include "cdx/files/open_cdx.h"
#include "posts/list/post_line.h"

namespace wax::posts {
namespace {

// The lines of all files that are posts.
class PostLinesOf final : public lines::LineStream {
 public:
  PostLinesOf(const std::vector<std::string>& files, ProblemSink& problems)
      : files_(files), problems_(problems) {}

  bool next(std::string_view& line) override {
    for (;;) {
      if (lines_ == nullptr) {
        if (file_ == files_.size()) return false;
        lines_ = cdx::open_lines(files_[file_]);
        number_ = 0;
      }
      while (lines_->next(line)) {
        ++number_;
        if (line.empty() || line.front() == '#') continue;
        if (PostLine::parse(line)) return true;
        problems_.report({Severity::kLost, "list-bad-line", files_[file_],
                          std::nullopt,
                          "line " + std::to_string(number_) +
                              " is not a post of wax-posts"});
      }
      lines_.reset();
      ++file_;
    }
  }

 private:
  const std::vector<std::string>& files_;
  ProblemSink& problems_;
  size_t file_ = 0;
  std::unique_ptr<lines::LineStream> lines_;
  uint64_t number_ = 0;  // of the line
};

class PostsThatCount final : public lines::LineStream {
 public:
  PostsThatCount(std::unique_ptr<lines::LineStream> sorted,
                 const PostChoice& choice, CountedPosts& counts)
      : sorted_(std::move(sorted)),
        choice_(choice),
        counts_(counts),
        left_out_(choice.left_out_authors.begin(),
                  choice.left_out_authors.end()) {}

  bool next(std::string_view& line) override {
    while (next_id()) {
      if (!is_chosen(*PostLine::parse(line_))) {
        ++counts_.left_out;
        continue;
      }
      ++counts_.posts;
      line = line_;
      return true;
    }
    return false;
  }

 private:
  // The first post of the next id that has no deletion.
  bool next_id() {
    for (;;) {
      if (!at_line_ && !read()) return false;
      const std::string id = id_;
      uint64_t posts = 0;
      bool is_deleted = false;
      while (at_line_ && id_ == id) {
        if (is_deletion_) {
          is_deleted = true;
        } else if (posts++ == 0) {
          line_ = read_;
        }
        (void)read();
      }
      if (!is_deleted) {
        counts_.duplicates += posts - 1;
        return true;
      }
      counts_.deleted += posts;
    }
  }

  bool read() {
    at_line_ = sorted_->next(read_);
    if (at_line_) {
      const PostLine post = *PostLine::parse(read_);
      id_ = post[PostColumn::kId];
      is_deletion_ = post[PostColumn::kKind] == kDeleted;
    }
    return at_line_;
  }

  [[nodiscard]] bool is_chosen(const PostLine& post) const {
    if (left_out_.contains(post[PostColumn::kAuthor])) return false;
    const std::string_view date = post[PostColumn::kDate];
    return choice_.dates.is_open() ||
           (!date.empty() && choice_.dates.holds(date));
  }

  std::unique_ptr<lines::LineStream> sorted_;
  const PostChoice& choice_;
  CountedPosts& counts_;
  std::set<std::string, std::less<>> left_out_;
  std::string_view read_;
  std::string id_;
  bool is_deletion_ = false;
  bool at_line_ = false;
  std::string line_;
};

}  // namespace

std::unique_ptr<lines::LineStream> counted_posts(
    const std::vector<std::string>& files, const PostChoice& choice,
    CountedPosts& counts, ProblemSink& problems) {
  lines::SortOptions part = choice.sort;
  part.memory /= 3;
  return std::make_unique<PostsThatCount>(
      lines::sort_lines(std::make_unique<PostLinesOf>(files, problems), part),
      choice, counts);
}

}  // namespace wax::posts
