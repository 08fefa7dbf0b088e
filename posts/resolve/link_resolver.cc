#include "posts/resolve/link_resolver.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "cdx/url/url.h"
#include "cdx/url/url_key.h"
#include "io/spool.h"
#include "posts/list/post_line.h"
#include "posts/resolve/canonical_pages.h"
#include "posts/resolve/captured_redirects.h"
#include "text/number.h"
#include "warc/record/date.h"

namespace wax::posts {
namespace {

constexpr int kNumberDigits = 16;
// Memory of each spool; there are several.
constexpr size_t kSpoolMemory = size_t{1} << 20;

// A link on its way, as a line that sorts by the key of the URL at hand: "key
// number seconds url url ...": all URLs so far, the one at hand last.
struct WayLine {
  std::string_view key;
  std::string_view number;
  int64_t seconds = 0;
  std::vector<std::string_view> urls;
};

std::string way_line(std::string_view number, int64_t seconds,
                     std::string_view urls, std::string_view url) {
  std::string line = cdx::url_key(cdx::UrlKeyKind::kSurt, url);
  (line += ' ').append(number) += ' ';
  line += std::to_string(seconds);
  line.append(urls) += ' ';
  cdx::append_as_field(url, line);
  return line;
}

WayLine parse_way(std::string_view line) {
  WayLine way;
  auto take = [&] {
    std::string_view word = line.substr(0, line.find(' '));
    line.remove_prefix(std::min(word.size() + 1, line.size()));
    return word;
  };
  way.key = take();
  way.number = take();
  way.seconds = text::whole_number<int64_t>(take()).value_or(0);
  while (!line.empty()) way.urls.push_back(take());
  return way;
}

// A revisit of a redirect has no status in most CDX files.
bool is_redirect(const CapturedRedirect& capture) {
  if (capture.status.starts_with('3')) return capture.status != "304";
  return !capture.target.empty() &&
         (capture.status.empty() || capture.status == "-");
}

// How the way of a link ends; nothing when it goes on to `target`.
std::optional<LinkEnd> end_of(const WayLine& way,
                              const CapturedRedirect* capture) {
  if (capture == nullptr) {
    return is_page_url(way.urls.back()) ? LinkEnd::kMissing : LinkEnd::kBad;
  }
  if (capture->status.find_first_of("45") == 0) return LinkEnd::kDead;
  if (!is_redirect(*capture)) return LinkEnd::kResolved;
  if (capture->target.empty()) return LinkEnd::kBad;
  if (std::find(way.urls.begin(), way.urls.end(), capture->target) !=
      way.urls.end()) {
    return LinkEnd::kLoop;
  }
  return way.urls.size() > kMostRedirects ? std::optional(LinkEnd::kTooMany)
                                          : std::nullopt;
}

class ResolvedLinks final : public lines::LineStream {
 public:
  ResolvedLinks(lines::LineStream& links, std::string name_of_links,
                const ResolveOptions& options, ResolveCounts& counts,
                ProblemSink& problems)
      : links_(links),
        name_(std::move(name_of_links)),
        options_(options),
        counts_(counts),
        problems_(problems),
        kept_(std::make_unique<io::Spool>(options.sort.tmpdir, kSpoolMemory)),
        ends_(std::make_unique<io::Spool>(options.sort.tmpdir, kSpoolMemory)) {
    sort_ = options.sort;
    sort_.memory /= 3;
    if (!options.segments.empty()) {
      resolved_ =
          std::make_unique<io::Spool>(options.sort.tmpdir, kSpoolMemory);
    }
  }

  bool next(std::string_view& line) override {
    if (!ended_) resolve();
    std::string_view link;
    std::string_view end;
    if (!kept_lines_->next(link) || !ended_->next(end)) return false;
    // "url TAB date" and further columns; "number end redirects target".
    const size_t url = link.find('\t');
    const size_t date = std::min(link.find('\t', url + 1), link.size());
    line_.assign(link, 0, date);
    end.remove_prefix(kNumberDigits + 1);
    if (options_.missing && end.starts_with(name(LinkEnd::kMissing))) {
      options_.missing(target_of(end));
    }
    line_ += '\t';
    line_ += end;
    line_ += link.substr(date);
    line = line_;
    return true;
  }

 private:
  void resolve() {
    auto ways = std::make_unique<io::Spool>(options_.sort.tmpdir, kSpoolMemory);
    for (std::string line; first_way(line); line.clear()) {
      ways->write(line + '\n');
    }
    for (bool first = true; ways->size() > 0; first = false) {
      auto sorted = lines::sort_lines(lines::lines_of(std::move(ways)), sort_);
      ways = go_on(*sorted, first);
    }
    if (resolved_) find_canonical();
    ended_ = lines::sort_lines(lines::lines_of(std::move(ends_)), sort_);
    kept_lines_ = lines::lines_of(std::move(kept_));
  }

  bool first_way(std::string& way) {
    std::string_view line;
    while (links_.next(line)) {
      ++line_number_;
      if (line.empty() || line.front() == '#') continue;
      const size_t tab = line.find('\t');
      const std::string_view url = line.substr(0, tab);
      const std::string_view rest =
          tab == line.npos ? std::string_view() : line.substr(tab + 1);
      const std::string_view date = rest.substr(0, rest.find('\t'));
      if (!warc::is_short_date(date) || url.empty()) {
        ++counts_.without_date;
        problems_.report({Severity::kLost, "list-bad-line", name_, std::nullopt,
                          "line " + std::to_string(line_number_) +
                              " is not \"URL TAB date\""});
        continue;
      }
      kept_->write(line);
      kept_->write("\n");
      std::string number;
      text::append_hex_number(counts_.links++, kNumberDigits, number);
      way = way_line(
          number, warc::seconds_of_date(date).value_or(warc::last_second(date)),
          "", plain_url(url));
      return true;
    }
    return false;
  }

  // One redirect further; returns the ways that go on after it. `check`: the
  // captures are read to their end.
  std::unique_ptr<io::Spool> go_on(lines::LineStream& sorted, bool check) {
    auto ways = std::make_unique<io::Spool>(options_.sort.tmpdir, kSpoolMemory);
    CapturedRedirects captures(options_.captures, problems_);
    for (std::string_view line; sorted.next(line);) {
      const WayLine way = parse_way(line);
      const std::string_view url = way.urls.back();
      const CapturedRedirect* capture =
          nearest(captures.of(way.key), url, way.seconds);
      if (auto end = end_of(way, capture)) {
        if (resolved_ && *end == LinkEnd::kResolved) {
          resolved_->write(std::string(line) + '\n');
        } else {
          finish(way, *end);
        }
        continue;
      }
      std::string urls;
      for (std::string_view one : way.urls) (urls += ' ') += one;
      ways->write(way_line(way.number, way.seconds, urls, capture->target) +
                  '\n');
    }
    if (check) captures.check_rest();
    return ways;
  }

  // Links that were resolved get the canonical URLs of their pages, where these
  // are archived.
  void find_canonical() {
    auto given =
        std::make_unique<io::Spool>(options_.sort.tmpdir, kSpoolMemory);
    {
      auto sorted =
          lines::sort_lines(lines::lines_of(std::move(resolved_)), sort_);
      CanonicalPages pages(options_.segments, sort_);
      for (std::string_view line; sorted->next(line);) {
        const WayLine way = parse_way(line);
        const std::string_view canonical =
            pages.of(way.key, way.urls.back(), way.seconds);
        if (canonical.empty()) {
          finish(way, LinkEnd::kResolved);
          continue;
        }
        std::string urls;
        for (std::string_view one : way.urls) (urls += ' ') += one;
        given->write(way_line(way.number, way.seconds, urls, canonical) + '\n');
      }
    }
    auto sorted = lines::sort_lines(lines::lines_of(std::move(given)), sort_);
    CapturedRedirects captures(options_.captures, problems_);
    for (std::string_view line; sorted->next(line);) {
      WayLine way = parse_way(line);
      const std::string_view canonical = way.urls.back();
      const CapturedRedirect* capture =
          nearest(captures.of(way.key), canonical, way.seconds);
      way.urls.pop_back();
      const bool is_archived =
          capture != nullptr && end_of(way, capture) == LinkEnd::kResolved;
      if (is_archived) ++counts_.canonical;
      finish(way, LinkEnd::kResolved, is_archived ? canonical : "-");
    }
  }

  void finish(const WayLine& way, LinkEnd end,
              std::string_view canonical = "-") {
    ++counts_.ends[end];
    std::string line(way.number);
    (line += ' ').append(name(end)) += '\t';
    line += std::to_string(way.urls.size() - 1) + '\t';
    line += way.urls.back();
    if (!options_.segments.empty()) (line += '\t') += canonical;
    ends_->write(line += '\n');
  }

  // The third column of a line that finish() has made, behind its number.
  static std::string_view target_of(std::string_view end) {
    (void)take_part(end, '\t');
    (void)take_part(end, '\t');
    return take_part(end, '\t');
  }

  lines::LineStream& links_;
  std::string name_;
  const ResolveOptions& options_;
  ResolveCounts& counts_;
  ProblemSink& problems_;
  lines::SortOptions sort_;
  uint64_t line_number_ = 0;

  std::unique_ptr<io::Spool> kept_;  // lines of links
  std::unique_ptr<io::Spool> ends_;
  std::unique_ptr<io::Spool> resolved_;  // ways; null: no segments
  std::unique_ptr<lines::LineStream> kept_lines_;
  std::unique_ptr<lines::LineStream> ended_;
  std::string line_;
};

}  // namespace

std::string_view name(LinkEnd end) {
  switch (end) {
    case LinkEnd::kResolved:
      return "resolved";
    case LinkEnd::kMissing:
      return "missing";
    case LinkEnd::kDead:
      return "dead";
    case LinkEnd::kLoop:
      return "loop";
    case LinkEnd::kTooMany:
      return "too-many";
    default:
      return "bad";
  }
}

std::unique_ptr<lines::LineStream> resolved_links(
    lines::LineStream& links, const std::string& name_of_links,
    const ResolveOptions& options, ResolveCounts& counts,
    ProblemSink& problems) {
  return std::make_unique<ResolvedLinks>(links, name_of_links, options, counts,
                                         problems);
}

}  // namespace wax::posts
