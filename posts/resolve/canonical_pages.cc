#include "posts/resolve/canonical_pages.h"

#include <utility>

#include "cdx/url/host.h"
#include "cdx/url/url.h"
#include "cdx/url/url_key.h"
#include "collection/segment/segment.h"
#include "io/spool.h"
#include "posts/list/post_line.h"
#include "posts/resolve/captured_redirects.h"
#include "text/number.h"
#include "warc/record/date.h"

namespace wax::posts {
namespace {

bool is_of_same_domain(std::string_view a, std::string_view b) {
  cdx::Url first;
  cdx::Url second;
  return cdx::parse(a, first) && cdx::parse(b, second) && !first.host.empty() &&
         cdx::registered_domain(first.host) ==
             cdx::registered_domain(second.host);
}

// "key seconds url canonical"; the last is "-" when the page gives itself no
// other URL of its domain.
void append_page(const document::Document& page, std::string& lines) {
  const auto seconds = warc::seconds_of_date(page.date);
  if (!seconds) return;
  const std::string url = plain_url(page.url);
  const std::string canonical =
      page.canonical.empty() ? std::string() : plain_url(page.canonical);
  const bool is_other = !canonical.empty() && canonical != url &&
                        is_of_same_domain(url, canonical);
  lines += cdx::url_key(cdx::UrlKeyKind::kSurt, url);
  lines += ' ' + std::to_string(*seconds) + ' ';
  cdx::append_as_field(url, lines);
  lines += ' ';
  cdx::append_as_field(is_other ? std::string_view(canonical) : "-", lines);
  lines += '\n';
}

}  // namespace

CanonicalPages::CanonicalPages(const std::vector<std::string>& segments,
                               const lines::SortOptions& sort) {
  auto pages = std::make_unique<io::Spool>(sort.tmpdir, size_t{1} << 20);
  for (const std::string& path : segments) {
    collection::SegmentReader segment(path);
    document::Document page;
    while (segment.next(page)) {
      std::string line;
      append_page(page, line);
      pages->write(line);
    }
  }
  sorted_ = lines::sort_lines(lines::lines_of(std::move(pages)), sort);
  at_line_ = sorted_->next(line_);
}

void CanonicalPages::read_key() {
  pages_.clear();
  while (at_line_) {
    std::string_view rest = line_;
    const std::string_view key = take_part(rest, ' ');
    if (key > key_) break;
    if (key == key_) {
      Page& page = pages_.emplace_back();
      page.seconds =
          text::whole_number<int64_t>(take_part(rest, ' ')).value_or(0);
      page.url = take_part(rest, ' ');
      page.canonical = rest;
    }
    at_line_ = sorted_->next(line_);
  }
  order_by_time(pages_);
}

std::string_view CanonicalPages::of(std::string_view key, std::string_view url,
                                    int64_t seconds) {
  if (key != key_) {
    key_ = key;
    read_key();
  }
  const Page* page = nearest(pages_, url, seconds);
  if (page == nullptr || page->canonical == "-") return {};
  return page->canonical;
}

}  // namespace wax::posts
