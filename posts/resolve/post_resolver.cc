#include "posts/resolve/post_resolver.h"

#include <algorithm>
#include <vector>

#include "io/error.h"
#include "io/spool.h"
#include "posts/list/post_line.h"
#include "warc/record/date.h"

namespace wax::posts {
namespace {

// Whether the links of the post are asked for.
bool is_dated(const PostLine& post) {
  return warc::is_short_date(post[PostColumn::kDate]);
}

class ResolvedPosts final : public lines::LineStream {
 public:
  ResolvedPosts(lines::LineStream& posts, const std::string& name,
                const ResolveOptions& options, ResolveCounts& counts,
                ProblemSink& problems)
      : posts_(posts),
        name_(name),
        problems_(problems),
        kept_(
            std::make_unique<io::Spool>(options.sort.tmpdir, size_t{1} << 20)),
        links_(lines::made_lines(
            [this](std::string& line) { return next_link(line); })),
        resolved_(resolved_links(*links_, name, options, counts, problems)) {}

  bool next(std::string_view& line) override {
    if (!kept_lines_) {
      // The first answer comes when all links were read.
      has_answer_ = resolved_->next(answer_);
      kept_lines_ = lines::lines_of(std::move(kept_));
    }
    std::string_view kept;
    if (!kept_lines_->next(kept)) return false;
    const PostLine post = *PostLine::parse(kept);
    std::string_view links = post[PostColumn::kLinks];
    if (links.empty() || !is_dated(post)) {
      line = kept;
      return true;
    }
    line_.assign(kept.data(), links.data());
    std::vector<std::string> targets;
    while (!links.empty()) {
      std::string target = target_of(take_part(links, ' '));
      if (std::find(targets.begin(), targets.end(), target) == targets.end()) {
        targets.push_back(std::move(target));
      }
    }
    for (const std::string& target : targets) {
      if (&target != targets.data()) line_ += ' ';
      line_ += target;
    }
    const char* end = post[PostColumn::kLinks].end();
    line_.append(end, kept.data() + kept.size());
    line = line_;
    return true;
  }

 private:
  bool next_link(std::string& line) {
    while (link_ == links_of_post_.size()) {
      if (!next_post()) return false;
    }
    line = links_of_post_[link_++];
    (line += '\t') += date_;
    return true;
  }

  bool next_post() {
    std::string_view line;
    while (posts_.next(line)) {
      ++line_number_;
      if (line.empty() || line.front() == '#') continue;
      const auto post = PostLine::parse(line);
      if (!post) {
        problems_.report({Severity::kLost, "list-bad-line", name_, std::nullopt,
                          "line " + std::to_string(line_number_) +
                              " is not a post of wax-posts"});
        continue;
      }
      kept_->write(line);
      kept_->write("\n");
      links_of_post_.clear();
      link_ = 0;
      if (is_dated(*post)) {
        date_ = (*post)[PostColumn::kDate];
        std::string_view links = (*post)[PostColumn::kLinks];
        while (!links.empty()) {
          links_of_post_.emplace_back(take_part(links, ' '));
        }
      }
      return true;
    }
    return false;
  }

  // "url date end redirects target canonical", in the order of the links.
  std::string target_of(std::string_view link) {
    if (!has_answer_) throw UsageError(name_ + ": was changed meanwhile");
    std::string_view answer = answer_;
    for (int column = 0; column < 2; ++column) (void)take_part(answer, '\t');
    const std::string_view end = take_part(answer, '\t');
    (void)take_part(answer, '\t');
    const bool is_url = end == name(LinkEnd::kResolved) ||
                        end == name(LinkEnd::kMissing) ||
                        end == name(LinkEnd::kDead);
    std::string target(is_url ? take_part(answer, '\t') : link);
    if (is_url && !answer.empty() && answer != "-") target = answer;
    has_answer_ = resolved_->next(answer_);
    return target;
  }

  lines::LineStream& posts_;
  std::string name_;
  ProblemSink& problems_;
  uint64_t line_number_ = 0;
  std::vector<std::string> links_of_post_;
  size_t link_ = 0;
  std::string date_;

  std::unique_ptr<io::Spool> kept_;
  std::unique_ptr<lines::LineStream> links_;
  std::unique_ptr<lines::LineStream> resolved_;
  std::unique_ptr<lines::LineStream> kept_lines_;
  std::string_view answer_;
  bool has_answer_ = false;
  std::string line_;
};

}  // namespace

std::unique_ptr<lines::LineStream> resolved_posts(
    lines::LineStream& posts, const std::string& name_of_posts,
    const ResolveOptions& options, ResolveCounts& counts,
    ProblemSink& problems) {
  return std::make_unique<ResolvedPosts>(posts, name_of_posts, options, counts,
                                         problems);
}

}  // namespace wax::posts
