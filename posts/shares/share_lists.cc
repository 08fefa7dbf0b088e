#include "posts/shares/share_lists.h"

#include <map>
#include <optional>
#include <utility>

#include "io/error.h"
#include "lines/sort.h"
#include "text/number.h"
#include "warc/record/date.h"

namespace wax::posts {
namespace {

constexpr std::string_view kTop = "# waxwing shares 1";
constexpr size_t kPlaceDigits = 10;

std::optional<SharePeriod> kind_of(const std::string& period) {
  // "2010-07-14", "2010-W28", "2010-07"
  if (period.size() == 10) return SharePeriod::kDay;
  if (period.size() == 8) return SharePeriod::kWeek;
  if (period.size() == 7) return SharePeriod::kMonth;
  return {};
}

std::string padded(uint64_t number) {
  std::string digits = std::to_string(number);
  if (digits.size() >= kPlaceDigits) return digits;
  return digits.insert(0, kPlaceDigits - digits.size(), '0');
}

void append_counts(const PageShares& page, std::string& line) {
  for (uint64_t number :
       {page.shares, page.authors, page.originals, page.reposts}) {
    line += '\t' + std::to_string(number);
  }
}

// False when a column is no number.
bool take_counts(std::string_view& line, PageShares& page) {
  for (uint64_t* number :
       {&page.shares, &page.authors, &page.originals, &page.reposts}) {
    const auto value = text::whole_number<uint64_t>(take_part(line, '\t'));
    if (!value) return false;
    *number = *value;
  }
  return true;
}

std::string prefix_of(std::string_view list, SharePeriod kind) {
  std::string prefix(list);
  return (((prefix += '\t') += name(kind)) += '\t');
}

}  // namespace

uint64_t write_share_lists(const std::vector<std::string>& files,
                           const ShareOptions& options, ShareCounts& counts,
                           ProblemSink& problems, io::Output& output) {
  ShareOptions share = options;
  share.by.assign(std::begin(kListedPeriods), std::end(kListedPeriods));
  share.order = ShareOrder::kShares;
  share.limit = 0;
  share.sort.memory /= 2;
  lines::LineSpool lists(share.sort);
  lists.add(std::string(kTop) + '\n');
  std::map<std::pair<SharePeriod, std::string>, uint64_t> pages;
  uint64_t undated = 0;
  count_shares(files, share, counts, problems, [&](const PageShares& page) {
    const auto kind = kind_of(page.period);
    if (!kind) {
      undated += page.shares;
      --counts.pages;
      return;
    }
    const std::string start = start_of(*kind, page.first);
    const uint64_t place = ++pages[{*kind, start}];
    std::string line = prefix_of("list", *kind) + start + '\t' + padded(place);
    line += '\t' + page.urlkey + '\t' + page.url;
    append_counts(page, line);
    line += '\t' + page.first + '\t' + page.last + "\npage\t" + page.urlkey;
    ((line += '\t') += name(*kind)) += '\t' + start;
    append_counts(page, line);
    lists.add(line += '\n');
  });
  for (const auto& [period, count] : pages) {
    lists.add(prefix_of("total", period.first) + period.second + '\t' +
              std::to_string(count) + '\n');
  }
  lists.write_sorted(output);
  return undated;
}

ShareLists::ShareLists(const std::string& path) : file_(path) {
  uint64_t offset = file_.begin();
  std::string_view first;
  if (!file_.read(offset, first) || first != kTop) {
    throw FormatError(path, 0, "is no file of wax-shares --publish");
  }
}

void ShareLists::each_line(
    const std::string& prefix,
    const std::function<bool(std::string_view rest)>& use) {
  uint64_t offset = file_.lower_bound(prefix);
  for (std::string_view line; file_.read(offset, line);) {
    if (!line.starts_with(prefix)) return;
    line.remove_prefix(prefix.size());
    if (!use(line)) return;
  }
}

std::vector<std::string> ShareLists::starts(SharePeriod kind) {
  std::vector<std::string> all;
  each_line(prefix_of("total", kind), [&](std::string_view rest) {
    all.emplace_back(take_part(rest, '\t'));
    return true;
  });
  return all;
}

void ShareLists::each_page(
    SharePeriod kind, std::string_view start,
    const std::function<bool(const PageShares& page)>& use) {
  std::string prefix = prefix_of("list", kind);
  (prefix += start) += '\t';
  PageShares page;
  page.period = start;
  each_line(prefix, [&](std::string_view rest) {
    (void)take_part(rest, '\t');
    page.urlkey = take_part(rest, '\t');
    page.url = take_part(rest, '\t');
    const bool has_counts = take_counts(rest, page);
    page.first = take_part(rest, '\t');
    page.last = rest;
    if (!has_counts || page.last.size() != warc::kDateDigits) throw_damaged();
    return use(page);
  });
}

std::vector<PageShares> ShareLists::of_page(std::string_view urlkey,
                                            SharePeriod kind) {
  std::vector<PageShares> all;
  std::string prefix = "page\t";
  (((prefix += urlkey) += '\t') += name(kind)) += '\t';
  each_line(prefix, [&](std::string_view rest) {
    PageShares& page = all.emplace_back();
    page.urlkey = urlkey;
    page.period = take_part(rest, '\t');
    if (!take_counts(rest, page)) throw_damaged();
    return true;
  });
  return all;
}

void ShareLists::throw_damaged() const {
  throw FormatError(file_.path(), 0,
                    "is damaged: make it again with wax-shares --publish");
}

}  // namespace wax::posts
