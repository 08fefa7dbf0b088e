#include "posts/shares/share_counter.h"

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <utility>

#include "cdx/url/url_key.h"
#include "posts/list/post_line.h"
#include "posts/shares/counted_posts.h"
#include "posts/shares/page_key.h"
#include "posts/shares/site_section.h"
#include "posts/stream/post.h"
#include "text/number.h"

namespace wax::posts {
namespace {

constexpr int kNumberDigits = 16;

// "period urlkey author date kind url": the shares of a page in a period lie
// together, and of these those of an author.
struct ShareLine {
  std::string_view period, urlkey, author, date, kind, url;

  static ShareLine parse(std::string_view line) {
    ShareLine share;
    for (std::string_view* column : {&share.period, &share.urlkey,
                                     &share.author, &share.date, &share.kind}) {
      *column = take_part(line, '\t');
    }
    share.url = line;
    return share;
  }
};

std::string key_of(std::string_view url, const ShareOptions& options) {
  if (options.sections) return site_section_of(url);
  return options.index_keys ? cdx::url_key(cdx::UrlKeyKind::kSurt, url)
                            : page_key(url);
}

void append_shares(const PostLine& post, const ShareOptions& options,
                   ShareCounts& counts, std::string& lines) {
  std::set<std::string> keys;  // of the post
  std::string_view links = post[PostColumn::kLinks];
  std::set<std::string> periods;
  for (SharePeriod by : options.by) {
    periods.insert(period_of(by, post[PostColumn::kDate]));
  }
  while (!links.empty()) {
    std::string_view url = take_part(links, ' ');
    const auto [key, is_new] = keys.insert(key_of(url, options));
    if (!is_new) continue;
    ++counts.shares;
    if (options.sections) url = *key;
    for (std::string_view period : periods) {
      for (std::string_view column :
           {period, std::string_view(*key), post[PostColumn::kAuthor],
            post[PostColumn::kDate], post[PostColumn::kKind]}) {
        (lines += column) += '\t';
      }
      (lines += url) += '\n';
    }
  }
}

// A number whose digits sort the other way round.
void append_reversed(uint64_t number, std::string& line) {
  text::append_hex_number(~number, kNumberDigits, line);
}
void append_reversed(std::string_view date, std::string& line) {
  append_reversed(text::whole_number<uint64_t>(date).value_or(0), line);
}

// What a page sorts by, within its period.
std::string rank_of(const PageShares& page, ShareOrder order) {
  std::string rank;
  auto by_shares = [&] {
    append_reversed(page.shares, rank);
    append_reversed(page.authors, rank);
    (rank += page.first.empty() ? "~" : page.first) += ' ';
  };
  switch (order) {
    case ShareOrder::kAuthors:
      append_reversed(page.authors, rank);
      break;
    case ShareOrder::kOriginals:
      append_reversed(page.originals, rank);
      break;
    case ShareOrder::kReposts:
      append_reversed(page.reposts, rank);
      break;
    case ShareOrder::kFirst:
      rank = page.first.empty() ? "~" : page.first;
      break;
    case ShareOrder::kLast:
      append_reversed(page.last, rank);
      break;
    case ShareOrder::kShares:
      break;
  }
  rank += ' ';
  by_shares();
  return rank;
}

std::string page_line(const PageShares& page, ShareOrder order) {
  std::string line = page.period + '\t' + rank_of(page, order);
  line += '\t' + page.urlkey + '\t' + page.url;
  for (uint64_t number :
       {page.shares, page.authors, page.originals, page.reposts}) {
    line += '\t' + std::to_string(number);
  }
  return line + '\t' + page.first + '\t' + page.last;
}

PageShares parse_page(std::string_view line) {
  PageShares page;
  page.period = take_part(line, '\t');
  (void)take_part(line, '\t');
  page.urlkey = take_part(line, '\t');
  page.url = take_part(line, '\t');
  for (uint64_t* number :
       {&page.shares, &page.authors, &page.originals, &page.reposts}) {
    *number = text::whole_number<uint64_t>(take_part(line, '\t')).value_or(0);
  }
  page.first = take_part(line, '\t');
  page.last = line;
  return page;
}

class ShareCounter {
 public:
  ShareCounter(const ShareOptions& options, ShareCounts& counts)
      : options_(options), counts_(counts) {}

  std::unique_ptr<lines::LineStream> pages(
      std::unique_ptr<lines::LineStream> posts) {
    lines::SortOptions part = options_.sort;
    part.memory /= 3;
    auto counted = std::shared_ptr(std::move(posts));
    auto shares = std::make_shared<std::string>();
    auto sorted = std::shared_ptr(lines::sort_lines(
        lines::made_lines([this, counted, shares](std::string& line) {
          return next_share(*counted, *shares, line);
        }),
        part));
    return lines::sort_lines(
        lines::made_lines([this, sorted](std::string& line) {
          return next_page(*sorted, line);
        }),
        part);
  }

 private:
  bool next_share(lines::LineStream& posts, std::string& shares,
                  std::string& line) {
    while (shares_at_ == shares.size()) {
      shares.clear();
      shares_at_ = 0;
      std::string_view post;
      if (!posts.next(post)) return false;
      append_shares(*PostLine::parse(post), options_, counts_, shares);
    }
    const size_t end = shares.find('\n', shares_at_);
    line.assign(shares, shares_at_, end - shares_at_);
    shares_at_ = end + 1;
    return true;
  }

  bool next_page(lines::LineStream& sorted, std::string& line) {
    for (;;) {
      if (!at_share_ && !(at_share_ = sorted.next(share_))) return false;
      PageShares page;
      page.period = ShareLine::parse(share_).period;
      page.urlkey = ShareLine::parse(share_).urlkey;
      std::string author;
      do {
        const ShareLine share = ShareLine::parse(share_);
        if (share.period != page.period || share.urlkey != page.urlkey) break;
        add(share, author, page);
        at_share_ = sorted.next(share_);
      } while (at_share_);
      if (page.shares < options_.least) continue;
      ++counts_.pages;
      line = page_line(page, options_.order);
      return true;
    }
  }

  static void add(const ShareLine& share, std::string& author,
                  PageShares& page) {
    ++page.shares;
    ++(share.kind == name(PostKind::kRepost) ? page.reposts : page.originals);
    // A post without an author has one of its own.
    if (share.author.empty() || share.author != author) {
      ++page.authors;
      author = share.author;
    }
    const bool is_first =
        page.url.empty() ||
        (!share.date.empty() &&
         (page.first.empty() || share.date < page.first ||
          (share.date == page.first && share.url < page.url)));
    if (is_first) {
      page.url = share.url;
      page.first = share.date;
    }
    if (share.date > page.last) page.last = share.date;
  }

  const ShareOptions& options_;
  ShareCounts& counts_;
  size_t shares_at_ = 0;
  std::string_view share_;
  bool at_share_ = false;
};

}  // namespace

std::optional<ShareOrder> share_order(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, ShareOrder>, 6> kNames = {
      {{"shares", ShareOrder::kShares},
       {"authors", ShareOrder::kAuthors},
       {"originals", ShareOrder::kOriginals},
       {"reposts", ShareOrder::kReposts},
       {"first", ShareOrder::kFirst},
       {"last", ShareOrder::kLast}}};
  for (const auto& [word, order] : kNames) {
    if (word == name) return order;
  }
  return {};
}

void count_shares(const std::vector<std::string>& files,
                  const ShareOptions& options, ShareCounts& counts,
                  ProblemSink& problems,
                  const std::function<void(const PageShares& page)>& use) {
  ShareCounter counter(options, counts);
  auto pages = counter.pages(counted_posts(files, options, counts, problems));
  std::string period;
  uint64_t written = 0;
  for (std::string_view line; pages->next(line);) {
    const PageShares page = parse_page(line);
    if (page.period != period) {
      period = page.period;
      written = 0;
    }
    if (options.limit > 0 && written == options.limit) continue;
    ++written;
    use(page);
  }
}

}  // namespace wax::posts
