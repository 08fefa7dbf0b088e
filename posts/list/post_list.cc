#include "posts/list/post_list.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "cdx/url/url.h"
#include "io/spool.h"
#include "lines/merge.h"
#include "posts/list/author_names.h"
#include "posts/list/post_line.h"
#include "posts/stream/post_text.h"
#include "text/ascii.h"
#include "text/number.h"
#include "text/utf8.h"

namespace wax::posts {
namespace {

constexpr int kNumberDigits = 16;
constexpr char kAuthorKey = 'a';
constexpr char kLocalKey = 'l';
// The most bytes of a text that are kept; the rest is left out.
constexpr size_t kMostText = 64 * 1024;

// "id number date author name language kind parent links offset file local
// text", where "local" has the site that gives the local id, and that; a
// deletion has the number "-", which sorts first, and ends after the kind.
struct AddedLine {
  std::string_view id, number, date, author, name, language, kind, parent,
      links, offset, file, local, text;

  static AddedLine parse(std::string_view line) {
    AddedLine added;
    for (std::string_view* column :
         {&added.id, &added.number, &added.date, &added.author, &added.name,
          &added.language, &added.kind, &added.parent, &added.links,
          &added.offset, &added.file, &added.local, &added.text}) {
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

lines::SortOptions part_of(lines::SortOptions options, uint64_t parts) {
  options.memory /= parts;
  return options;
}

std::string key_of(char kind, std::string_view value) {
  return std::string(1, kind).append(value);
}

std::string local_name(std::string_view id, const PostPlace& place) {
  return std::string(place.site).append(" ").append(id);
}

void set_deletion(std::string_view id, std::string_view date,
                  std::string& line) {
  line = id;
  append_column("", line);
  append_column(date, line);
  for (int column = 0; column < 3; ++column) append_column("", line);
  append_column(kDeleted, line);
}

// The first line of each id; a deletion, if one is. `use_deleted` sees the
// others of these.
class UniquePosts final : public lines::LineStream {
 public:
  using UseDeleted = std::function<void(std::string_view line)>;
  UniquePosts(std::unique_ptr<lines::LineStream> sorted, PostListCounts& counts,
              UseDeleted use_deleted = {})
      : sorted_(std::move(sorted)),
        counts_(counts),
        use_deleted_(std::move(use_deleted)) {}

  bool next(std::string_view& line) override {
    for (std::string_view read; sorted_->next(read);) {
      std::string_view rest = read;
      const std::string_view id = take_part(rest, '\t');
      const bool is_deletion = take_part(rest, '\t') == "-";
      if (id == id_) {
        // The deletions sort first.
        if (is_deletion) continue;
        ++(is_deleted_ ? counts_.deleted : counts_.duplicates);
        if (is_deleted_ && use_deleted_) use_deleted_(read);
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
  UseDeleted use_deleted_;
  std::string id_;
  bool is_deleted_ = false;
};

// The text of the column.
std::string shown_author(std::string_view author,
                         const PostListOptions& options,
                         const AuthorNames& names) {
  return author.empty() || options.author_names ? std::string(author)
                                                : names.of(author);
}

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
        authors_(author_key),
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
    const bool is_deleted = found_links_ == RepostSearch::kDeletedOriginal;
    const bool is_by_text = post.parent.empty();
    if (is_by_text) {
      ++counts_.matched;
      post.kind = name(PostKind::kRepost);
      post.parent = found_parent_;
    }
    if (is_deleted) {
      ++counts_.of_deleted;
      post.links = post.text = {};
    } else if (post.links.empty() || (is_by_text && !found_links_.empty())) {
      // Its own may be cut with its text.
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
    append_column(shown_author(post.author, options_, authors_), line_);
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
      author_key_(options.author_key.empty() ? random_author_key()
                                             : options.author_key),
      part_(part_of(options.sort, 2)),
      added_(part_),
      deleted_by_key_(part_of(options.sort, 8)),
      deleted_authors_(part_of(options.sort, 16)) {}

void PostList::post(Post&& post, const PostPlace& place) {
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
  append_column(post.local_id.empty() ? "" : local_name(post.local_id, place),
                line_);
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
  set_deletion(id, place.date, line_);
  added_.add(line_);
  has_deletions_ = true;
}

void PostList::local_deletion(std::string_view id, const PostPlace& place) {
  deleted_by_key_.note(key_of(kLocalKey, local_name(id, place)));
  has_deletions_ = true;
}

void PostList::author_deletion(std::string_view author,
                               const PostPlace& place) {
  deleted_by_key_.note(key_of(kAuthorKey, author));
  line_ = author;
  append_column(place.date, line_);
  deleted_authors_.add(line_);
  has_deletions_ = true;
}

// The lines that were added, with deletions of those that others name by
// another key than their id.
std::unique_ptr<lines::LineStream> PostList::sorted_lines() {
  auto sorted = added_.sorted();
  if (!deleted_by_key_.has_keys()) return sorted;
  auto kept = std::make_unique<io::Spool>(options_.sort.tmpdir,
                                          RepostSearch::kSpoolMemory);
  for (std::string_view line; sorted->next(line);) {
    kept->write(line);
    kept->write("\n");
    const AddedLine post = AddedLine::parse(line);
    if (post.is_deletion()) continue;
    for (const auto& key :
         {key_of(kAuthorKey, post.author), key_of(kLocalKey, post.local)}) {
      if (deleted_by_key_.may_have(key)) deleted_by_key_.add(key, post.id);
    }
  }
  sorted.reset();
  lines::LineSorter deletions(part_of(options_.sort, 16));
  deleted_by_key_.each_match([&](std::string_view id) {
    set_deletion(id, "", line_);
    deletions.add(line_);
  });
  std::vector<lines::LineInput> inputs;
  inputs.push_back({"posts", lines::lines_of(std::move(kept))});
  inputs.push_back({"deletions", deletions.sorted()});
  return lines::merge_lines(std::move(inputs), {.jobs = 1});
}

// `posts` with a line for each deleted author.
std::unique_ptr<lines::LineStream> PostList::with_authors(
    std::unique_ptr<lines::LineStream> posts) {
  if (!options_.deletions || !deleted_by_key_.has_keys()) return posts;
  // A key that nobody else has names them for no other list.
  const bool has_names = options_.author_names || !options_.author_key.empty();
  const AuthorNames names(author_key_);
  lines::LineSorter deletions(part_of(options_.sort, 16));
  auto authors = deleted_authors_.sorted();
  std::string last;
  for (std::string_view read; authors->next(read);) {
    const std::string_view author = take_part(read, '\t');
    if (author == last) continue;
    last = author;
    if (!has_names) {
      ++counts_.unwritten_authors;
      continue;
    }
    line_ = "-";
    append_column(read, line_);
    append_column(shown_author(author, options_, names), line_);
    append_column("", line_);
    append_column(kDeleted, line_);
    for (int column = 0; column < (options_.text ? 5 : 4); ++column) {
      append_column("", line_);
    }
    deletions.add(line_);
  }
  std::vector<lines::LineInput> inputs;
  inputs.push_back({"authors", deletions.sorted()});
  inputs.push_back({"posts", std::move(posts)});
  return lines::merge_lines(std::move(inputs), {.jobs = 1});
}

void PostList::add_candidate(RepostSearch::Post post,
                             RepostSearch& search) const {
  const bool is_by_text = authors_.may_have(lower_case(post.author_name));
  if (!is_by_text && !originals_.may_have(post.id)) return;
  if (!is_by_text) post.text = {};
  search.add_candidate(post);
}

std::unique_ptr<lines::LineStream> PostList::lines() {
  if (!has_questions_ && !has_deletions_) {
    return std::make_unique<PostLines>(
        std::make_unique<UniquePosts>(added_.sorted(), counts_),
        lines::lines_of(std::string_view()), options_, author_key_, counts_);
  }
  auto kept = std::make_unique<io::Spool>(options_.sort.tmpdir,
                                          RepostSearch::kSpoolMemory);
  RepostSearch search(part_);
  auto use_deleted = [&](std::string_view line) {
    const AddedLine post = AddedLine::parse(line);
    add_candidate({post.id, post.date, post.name, post.text,
                   RepostSearch::kDeletedOriginal},
                  search);
  };
  auto unique =
      std::make_unique<UniquePosts>(sorted_lines(), counts_, use_deleted);
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
  unique.reset();
  return with_authors(std::make_unique<PostLines>(
      lines::lines_of(std::move(kept)), search.found(), options_, author_key_,
      counts_));
}

}  // namespace wax::posts
