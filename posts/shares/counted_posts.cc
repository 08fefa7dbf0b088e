#include "posts/shares/counted_posts.h"

#include <functional>
#include <set>
#include <string_view>
#include <utility>

#include "cdx/files/open_cdx.h"
#include "io/spool.h"
#include "lines/key_join.h"
#include "lines/merge.h"
#include "posts/list/post_line.h"
#include "posts/stream/post.h"

namespace wax::posts {
namespace {

constexpr size_t kSpoolMemory = size_t{1} << 20;

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

// Lines of posts that are sorted: the first post of each id that has no
// deletion.
class UndeletedPosts final : public lines::LineStream {
 public:
  UndeletedPosts(std::unique_ptr<lines::LineStream> sorted,
                 CountedPosts& counts)
      : sorted_(std::move(sorted)), counts_(counts) {}

  bool next(std::string_view& line) override {
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
        line = line_;
        return true;
      }
      counts_.deleted += posts;
    }
  }

 private:
  bool read() {
    at_line_ = sorted_->next(read_);
    if (at_line_) {
      const PostLine post = *PostLine::parse(read_);
      id_ = post[PostColumn::kId];
      is_deletion_ = post.is_deletion();
    }
    return at_line_;
  }

  std::unique_ptr<lines::LineStream> sorted_;
  CountedPosts& counts_;
  std::string_view read_;
  std::string id_;
  bool is_deletion_ = false;
  bool at_line_ = false;
  std::string line_;
};

class PostsThatCount final : public lines::LineStream {
 public:
  PostsThatCount(std::unique_ptr<lines::LineStream> lines,
                 const PostChoice& choice, CountedPosts& counts)
      : lines_(std::move(lines)),
        choice_(choice),
        counts_(counts),
        left_out_(choice.left_out_authors.begin(),
                  choice.left_out_authors.end()),
        posts_of_deleted_(part_of(16)),
        reposts_of_deleted_(part_of(8)) {}

  bool next(std::string_view& line) override {
    if (!posts_) prepare();
    for (std::string_view read; posts_->next(read);) {
      const PostLine post = *PostLine::parse(read);
      const bool is_of_deleted = take_found(post);
      if (!is_chosen(post)) {
        ++counts_.left_out;
        continue;
      }
      ++counts_.posts;
      if (is_of_deleted) ++counts_.of_deleted;
      line = is_of_deleted ? without_links(read, post) : read;
      return true;
    }
    return false;
  }

 private:
  [[nodiscard]] lines::SortOptions part_of(uint64_t parts) const {
    lines::SortOptions part = choice_.sort;
    part.memory /= 3 * parts;
    return part;
  }

  void prepare() {
    auto sorted = sort_all();
    if (posts_of_deleted_.has_keys()) sorted = with_deletions(*sorted);
    posts_ = std::make_unique<UndeletedPosts>(std::move(sorted), counts_);
    if (reposts_of_deleted_.has_keys()) find_reposts();
  }

  std::unique_ptr<lines::LineStream> sort_all() {
    lines::LineSorter sorter(part_of(1));
    for (std::string_view line; lines_->next(line);) {
      const PostLine post = *PostLine::parse(line);
      if (post.is_deletion()) {
        if (post[PostColumn::kId].empty()) {
          posts_of_deleted_.note(post[PostColumn::kAuthor]);
          continue;
        }
        reposts_of_deleted_.note(post[PostColumn::kId]);
      }
      sorter.add(line);
    }
    lines_.reset();
    return sorter.sorted();
  }

  // The lines, and deletions of the posts of deleted authors.
  std::unique_ptr<lines::LineStream> with_deletions(lines::LineStream& sorted) {
    auto kept = std::make_unique<io::Spool>(choice_.sort.tmpdir, kSpoolMemory);
    for (std::string_view line; sorted.next(line);) {
      kept->write(line);
      kept->write("\n");
      const PostLine post = *PostLine::parse(line);
      const std::string_view author = post[PostColumn::kAuthor];
      if (!post.is_deletion() && posts_of_deleted_.may_have(author)) {
        posts_of_deleted_.add(author, post[PostColumn::kId]);
      }
    }
    lines::LineSorter deletions(part_of(16));
    posts_of_deleted_.each_match([&](std::string_view id) {
      reposts_of_deleted_.note(id);
      line_.assign(id).append("\t-\t-\t-\t").append(kDeleted);
      deletions.add(line_ += "\t-\t-\t-\t-");
    });
    std::vector<lines::LineInput> inputs;
    inputs.push_back({"posts", lines::lines_of(std::move(kept))});
    inputs.push_back({"deletions", deletions.sorted()});
    return lines::merge_lines(std::move(inputs), {.jobs = 1});
  }

  void find_reposts() {
    auto kept = std::make_unique<io::Spool>(choice_.sort.tmpdir, kSpoolMemory);
    for (std::string_view line; posts_->next(line);) {
      kept->write(line);
      kept->write("\n");
      const PostLine post = *PostLine::parse(line);
      const std::string_view parent = post[PostColumn::kParent];
      if (post[PostColumn::kKind] == name(PostKind::kRepost) &&
          reposts_of_deleted_.may_have(parent)) {
        reposts_of_deleted_.add(parent, post[PostColumn::kId]);
      }
    }
    posts_ = lines::lines_of(std::move(kept));
    // With a tab, ids sort as lines of posts do.
    lines::LineSorter found(part_of(16));
    reposts_of_deleted_.each_match(
        [&](std::string_view id) { found.add(line_.assign(id) += '\t'); });
    found_ = found.sorted();
    has_found_ = found_->next(found_id_);
  }

  // Whether it repeats a deleted post. Posts come in order.
  bool take_found(const PostLine& post) {
    if (!has_found_ ||
        found_id_.substr(0, found_id_.size() - 1) != post[PostColumn::kId]) {
      return false;
    }
    has_found_ = found_->next(found_id_);
    return true;
  }

  std::string_view without_links(std::string_view line, const PostLine& post) {
    const std::string_view links = post[PostColumn::kLinks];
    if (links.empty()) return line;
    line_.assign(line.data(), links.data()) += '-';
    return line_.append(links.end(), line.end());
  }

  [[nodiscard]] bool is_chosen(const PostLine& post) const {
    if (left_out_.contains(post[PostColumn::kAuthor])) return false;
    const std::string_view date = post[PostColumn::kDate];
    return choice_.dates.is_open() ||
           (!date.empty() && choice_.dates.holds(date));
  }

  std::unique_ptr<lines::LineStream> lines_;
  const PostChoice& choice_;
  CountedPosts& counts_;
  std::set<std::string, std::less<>> left_out_;
  lines::KeyJoin posts_of_deleted_;    // by author
  lines::KeyJoin reposts_of_deleted_;  // by the id of the original
  std::unique_ptr<lines::LineStream> posts_;
  std::unique_ptr<lines::LineStream> found_;  // ids of reposts
  std::string_view found_id_;
  bool has_found_ = false;
  std::string line_;
};

}  // namespace

std::unique_ptr<lines::LineStream> counted_posts(
    const std::vector<std::string>& files, const PostChoice& choice,
    CountedPosts& counts, ProblemSink& problems) {
  return std::make_unique<PostsThatCount>(
      std::make_unique<PostLinesOf>(files, problems), choice, counts);
}

}  // namespace wax::posts
