#include "posts/list/repost_search.h"

#include <deque>
#include <unordered_map>
#include <utility>

#include "posts/list/post_line.h"
#include "posts/stream/likeness.h"
#include "posts/stream/post_text.h"
#include "text/ascii.h"
#include "warc/record/date.h"

namespace wax::posts {
namespace {

// At one date, candidates sort before questions.
constexpr char kCandidate = 'c';
constexpr char kQuestion = 'q';
constexpr double kLeastLikeness = .5;
// The most bytes of a text that are compared, from its beginning.
constexpr size_t kMostCompared = 1024;

struct Candidate {
  int64_t seconds;
  std::string id;
  std::string links;
  LetterPairs pairs;
};

}  // namespace

RepostSearch::RepostSearch(lines::SortOptions sort)
    : sort_(std::move(sort)),
      posts_(std::make_unique<io::Spool>(sort_.tmpdir, kSpoolMemory)),
      linking_(std::make_unique<io::Spool>(sort_.tmpdir, kSpoolMemory)),
      reposts_(std::make_unique<io::Spool>(sort_.tmpdir, kSpoolMemory)) {}

void RepostSearch::add_candidate(const Post& post) {
  if (!post.links.empty()) {
    line_ = post.id;
    append_column(post.links, line_);
    linking_->write(line_ += '\n');
  }
  if (!post.text.empty()) add(post.author_name, post, kCandidate);
}

void RepostSearch::add_deleted(std::string_view id) {
  line_ = id;
  append_column(kDeletedOriginal, line_);
  linking_->write(line_ += '\n');
}

void RepostSearch::add_question(const Post& post) {
  const std::string_view author = repeated_author(post.text);
  if (author.empty()) return;
  add(author, post, kQuestion);
  ++questions_;
}

void RepostSearch::add_repost(std::string_view id, std::string_view original) {
  line_ = original;
  append_column(id, line_);
  reposts_->write(line_ += '\n');
}

// "author date kind id links text"
void RepostSearch::add(std::string_view author, const Post& post, char kind) {
  if (author.empty() || !warc::is_date14(post.date)) return;
  line_ = author;
  text::lower_case(line_);
  append_column(post.date, line_);
  append_column(std::string_view(&kind, 1), line_);
  append_column(post.id, line_);
  append_column(post.links, line_);
  append_column(post.text.substr(0, kMostCompared), line_);
  line_ += '\n';
  posts_->write(line_);
}

std::unique_ptr<lines::LineStream> RepostSearch::found() {
  auto answers = std::make_unique<io::Spool>(sort_.tmpdir, kSpoolMemory);
  if (questions_ > 0) {
    auto sorted = lines::sort_lines(lines::lines_of(std::move(posts_)), sort_);
    answer(*sorted, *answers);
  }
  if (reposts_->size() > 0) answer_reposts(*answers);
  return lines::sort_lines(lines::lines_of(std::move(answers)), sort_);
}

void RepostSearch::answer(lines::LineStream& sorted, io::Spool& answers) const {
  std::string author;
  std::deque<Candidate> candidates;
  for (std::string_view line; sorted.next(line);) {
    const std::string_view name = take_part(line, '\t');
    const int64_t seconds =
        warc::seconds_of_date(take_part(line, '\t')).value_or(0);
    const bool is_question = take_part(line, '\t').front() == kQuestion;
    const std::string_view id = take_part(line, '\t');
    const std::string_view links = take_part(line, '\t');
    if (name != author) {
      author = name;
      candidates.clear();
    }
    while (!candidates.empty() &&
           candidates.front().seconds < seconds - kCandidateSeconds) {
      candidates.pop_front();
    }
    LetterPairs pairs(line);
    if (!is_question) {
      if (candidates.size() == kMostCandidates) candidates.pop_front();
      candidates.push_back(
          {seconds, std::string(id), std::string(links), std::move(pairs)});
      continue;
    }
    const Candidate* best = nullptr;
    double most = kLeastLikeness;
    for (auto one = candidates.rbegin(); one != candidates.rend(); ++one) {
      if (one->id == id || most_likeness(pairs, one->pairs) <= most) continue;
      const double alike = likeness(pairs, one->pairs);
      if (alike <= most) continue;
      most = alike;
      best = &*one;
    }
    if (best == nullptr) continue;
    std::string found(id);
    append_column(best->id, found);
    append_column(best->links, found);
    answers.write(found += '\n');
  }
}

void RepostSearch::answer_reposts(io::Spool& answers) {
  auto reposts = lines::sort_lines(lines::lines_of(std::move(reposts_)), sort_);
  auto linking = lines::lines_of(std::move(linking_));
  std::string_view links;
  std::string_view linking_id;
  bool is_linking = true;
  auto go_to = [&](std::string_view id) {
    while (is_linking && linking_id < id) {
      is_linking = linking->next(links);
      if (is_linking) linking_id = take_part(links, '\t');
    }
    return is_linking && linking_id == id;
  };
  for (std::string_view line; reposts->next(line);) {
    const std::string_view original = take_part(line, '\t');
    if (!go_to(original)) continue;
    std::string found(line);
    append_column(original, found);
    append_column(links, found);
    answers.write(found += '\n');
  }
}

}  // namespace wax::posts
