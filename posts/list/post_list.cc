#include "posts/list/post_list.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "cdx/url/url.h"
#include "io/spool.h"
#include "posts/list/author_names.h"
#include "posts/list/post_line.h"
#include "posts/stream/post_text.h"
#include "text/ascii.h"
#include "text/number.h"
#include "text/utf8.h"

namespace wax::posts {
namespace {

constexpr int kNumberDigits = 16;
// Of a longer text, the rest is left out.
constexpr size_t kMostText = 64 * 1024;

// "id number date author name language kind parent links offset file text"; a
// deletion has the number "-", which sorts first, and ends after the kind.
struct AddedLine {
  std::string_view id, number, date, author, name, language, kind, parent,
      links, offset, file, text;

  static AddedLine parse(std::string_view line) {
    AddedLine added;
    for (std::string_view* column :
         {&added.id, &added.number, &added.date, &added.author, &added.name,
          &added.language, &added.kind, &added.parent, &added.links,
          &added.offset, &added.file, &added.text}) {
      *column = take_part(line, '\t');
      if (*column == "-") *column = {};
    }
    return added;
  }
  [[nodiscard]] bool is_deletion() const { return kind == kDeleted; }
};

void append_links(const std::vector<std::string>& links, std::string& line) {
  if (links.empty()) return append_column("", line);
  char before = '\t';
  for (const std::string& link : links) {
    line += std::exchange(before, ' ');
    cdx::append_as_field(link, line);
  }
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  text::lower_case(lower);
  return lower;
}

lines::SortOptions half_of(lines::SortOptions options) {
  options.memory /= 2;
  return options;
}

// The first line of each id; a deletion, if one is.
class UniquePosts final : public lines::LineStream {
 public:
  UniquePosts(std::unique_ptr<lines::LineStream> sorted, PostListCounts& counts)
      : sorted_(std::move(sorted)), counts_(counts) {}

  bool next(std::string_view& line) override {
    for (std::string_view read; sorted_->next(read);) {
      std::string_view rest = read;
      const std::string_view id = take_part(rest, '\t');
      const bool is_deletion = take_part(rest, '\t') == "-";
      if (id == id_) {
        // The deletions sort first.
        if (!is_deletion) {
          ++(is_deleted_ ? counts_.deleted : counts_.duplicates);
        }
        continue;
      }
      id_ = id;
      is_deleted_ = is_deletion;
      line = read;
      return true;
    }
    return false;
  }

 private:
  std::unique_ptr<lines::LineStream> sorted_;
  PostListCounts& counts_;
  std::string id_;
  bool is_deleted_ = false;
};

// Lines as callers see them. `found` has what RepostSearch found.
class PostLines final : public lines::LineStream {
 public:
  PostLines(std::unique_ptr<lines::LineStream> added,
            std::unique_ptr<lines::LineStream> found,
            const PostListOptions& options, const std::string& author_key,
            PostListCounts& counts)
      : added_(std::move(added)),
        found_(std::move(found)),
        options_(options),
        authors_(author_key.empty() ? "-" : author_key),
        counts_(counts) {
    next_found();
  }

  bool next(std::string_view& line) override {
    for (std::string_view read; added_->next(read);) {
      AddedLine post = AddedLine::parse(read);
      if (post.is_deletion() && !options_.deletions) continue;
      const bool is_found = at_found_ && found_id_ == post.id;
      if (is_found) set_original(post);
      write(post);
      if (is_found) next_found();
      line = line_;
      return true;
    }
    return false;
  }

 private:
  // What the search found for the repost.
  void set_original(AddedLine& post) {
    if (found_links_ == RepostSearch::kDeletedOriginal) {
      ++counts_.of_deleted;
      post.links = {};
      return;
    }
    if (post.parent.empty()) {
      ++counts_.matched;
      post.kind = name(PostKind::kRepost);
      post.parent = found_parent_;
      // Its own may be cut with its text.
      if (!found_links_.empty()) post.links = found_links_;
    } else if (post.links.empty()) {
      post.links = found_links_;
    }
  }

  void next_found() {
    std::string_view line;
    at_found_ = found_->next(line);
    if (!at_found_) return;
    found_id_ = take_part(line, '\t');
    found_parent_ = take_part(line, '\t');
    found_links_ = line == "-" ? "" : line;
  }

  void write(const AddedLine& post) {
    line_ = post.id;
    append_column(post.date, line_);
    append_column(post.author.empty() || options_.author_names
                      ? std::string(post.author)
                      : authors_.of(post.author),
                  line_);
    append_column(post.language, line_);
    append_column(post.kind, line_);
    append_column(post.parent, line_);
    append_column(post.links, line_);
    append_column(post.offset, line_);
    append_column(post.file, line_);
    if (options_.text) append_column(post.text, line_);
  }

  std::unique_ptr<lines::LineStream> added_;
  std::unique_ptr<lines::LineStream> found_;
  const PostListOptions& options_;
  AuthorNames authors_;
  PostListCounts& counts_;
  bool at_found_ = false;
  std::string found_id_;
  std::string found_parent_;
  std::string found_links_;
  std::string line_;
};

}  // namespace

PostList::PostList(const PostListOptions& options, PostListCounts& counts)
    : options_(options),
      counts_(counts),
      author_key_(options.author_key),
      part_(half_of(options.sort)),
      added_(part_) {}

void PostList::post(Post&& post, const PostPlace& place) {
  if (author_key_.empty()) {
    author_key_ = post.id + ' ' + post.date + ' ' + post.text;
  }
  line_ = post.id;
  line_ += '\t';
  text::append_hex_number(number_++, kNumberDigits, line_);
  append_column(post.date, line_);
  append_column(post.author, line_);
  append_column(post.author_name, line_);
  append_column(post.language, line_);
  append_column(name(post.kind), line_);
  append_column(post.parent, line_);
  append_links(post.links, line_);
  append_column(std::to_string(place.offset), line_);
  line_ += '\t';
  cdx::append_as_field(place.file, line_);
  const auto text = std::string_view(post.text).substr(0, kMostText);
  append_column(text.substr(0, text::utf8_prefix(text)), line_);
  added_.add(line_);
  if (post.parent.empty()) {
    const std::string_view author = repeated_author(post.text);
    if (author.empty()) return;
    authors_.note(lower_case(author));
    has_questions_ = true;
  } else if (post.links.empty() && post.kind == PostKind::kRepost) {
    originals_.note(post.parent);
    has_questions_ = true;
  }
}

void PostList::deletion(std::string_view id, const PostPlace& place) {
  line_ = id;
  append_column("", line_);
  append_column(place.date, line_);
  for (int column = 0; column < 3; ++column) append_column("", line_);
  append_column(kDeleted, line_);
  added_.add(line_);
  has_deletions_ = true;
}

void PostList::add_candidate(RepostSearch::Post post,
                             RepostSearch& search) const {
  const bool is_by_text = authors_.has(lower_case(post.author_name));
  if (!is_by_text && !originals_.has(post.id)) return;
  if (!is_by_text) post.text = {};
  search.add_candidate(post);
}

std::unique_ptr<lines::LineStream> PostList::lines() {
  auto unique = std::make_unique<UniquePosts>(added_.sorted(), counts_);
  if (!has_questions_ && !has_deletions_) {
    return std::make_unique<PostLines>(std::move(unique),
                                       lines::lines_of(std::string_view()),
                                       options_, author_key_, counts_);
  }
  auto kept = std::make_unique<io::Spool>(options_.sort.tmpdir);
  RepostSearch search(part_);
  for (std::string_view line; unique->next(line);) {
    kept->write(line);
    kept->write("\n");
    const AddedLine added = AddedLine::parse(line);
    if (added.is_deletion()) {
      search.add_deleted(added.id);
      continue;
    }
    const RepostSearch::Post post = {added.id, added.date, added.name,
                                     added.text, added.links};
    add_candidate(post, search);
    if (added.parent.empty()) {
      search.add_question(post);
    } else if (added.kind == name(PostKind::kRepost) &&
               (added.links.empty() || has_deletions_)) {
      search.add_repost(added.id, added.parent);
    }
  }
  return std::make_unique<PostLines>(lines::lines_of(std::move(kept)),
                                     search.found(), options_, author_key_,
                                     counts_);
}

}  // namespace wax::posts
