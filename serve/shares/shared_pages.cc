#include "serve/shares/shared_pages.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "answers/requests/parameter_table.h"
#include "answers/requests/search_request.h"
#include "answers/shown/collection_answers.h"
#include "answers/shown/url_history.h"
#include "collection/layout.h"
#include "io/error.h"
#include "posts/shares/share_lists.h"
#include "warc/record/date.h"

namespace wax::serve {
namespace {

using posts::PageShares;
using posts::SharePeriod;

// A page's plot has at most about so many bars.
constexpr size_t kMostBars = 100;

std::string file_of(const answers::Scope& scope) {
  return collection::Layout{scope.collection->files().folder}.shares();
}

std::string noon(std::string_view day) { return std::string(day) + "120000"; }

SharedPeriod period_from(SharePeriod kind, const std::string& start) {
  return {posts::period_of(kind, noon(start)), start};
}

ShareNumbers numbers_of(const PageShares& page) {
  return {page.shares, page.authors, page.originals, page.reposts};
}

// Nothing for an empty word.
std::optional<SharePeriod> kind_named(std::string_view by) {
  if (by.empty()) return {};
  const auto kind = posts::share_period(by);
  if (!kind || std::ranges::find(posts::kListedPeriods, *kind) ==
                   std::end(posts::kListedPeriods)) {
    throw UsageError("by is " + std::string(by) +
                     ", and not day, week or month");
  }
  return kind;
}

// The start of the period of the request; empty: the last one.
std::string asked_start(const answers::Request& request, SharePeriod kind) {
  const std::string date =
      written_date(request.parameters, answers::kShareDate);
  if (date.empty()) return {};
  // The first second of a short date.
  const auto seconds =
      warc::is_given_date(date) ? warc::seconds_of_date(date) : std::nullopt;
  if (!seconds) throw UsageError("date: " + warc::no_date(date) + '.');
  return posts::start_of(kind, warc::date14_of_seconds(*seconds));
}

// What `read` makes of the file of shares; what cannot be read is reported.
template <typename Answer, typename Read>
Answer answer_from_file(const answers::Scope& scope, const Read& read) {
  if (!has_shares(scope)) return {};
  try {
    posts::ShareLists lists(file_of(scope));
    return read(lists);
  } catch (const UsageError&) {
    throw;
  } catch (const answers::OutOfTime&) {
    throw;
  } catch (const Error& error) {
    if (scope.holdings->report) scope.holdings->report(error.what());
    return {};
  }
}

// The periods without shares before the one that begins with `start`.
void add_gap(SharePeriod kind, const std::string& start,
             std::vector<PeriodShares>& periods) {
  while (!periods.empty()) {
    std::string next =
        posts::start_after(kind, noon(periods.back().period.start));
    if (next <= periods.back().period.start || next >= start) return;
    periods.push_back({period_from(kind, next), {}});
  }
}

std::string title_of(const answers::Scope& scope, const std::string& urlkey) {
  std::string title;
  std::string last;
  for (const answers::FoundPage& page : answers_of(scope)->versions(urlkey)) {
    if (page.title.empty() || page.first_date() < last) continue;
    title = page.title;
    last = page.first_date();
  }
  return title;
}

void set_neighbours(posts::ShareLists& lists, SharePeriod kind,
                    std::string start, SharedPages& answer) {
  const std::vector<std::string> starts = lists.starts(kind);
  if (start.empty() && !starts.empty()) start = starts.back();
  const auto here = std::ranges::lower_bound(starts, start);
  if (here != starts.begin()) answer.before = *(here - 1);
  const auto after = std::ranges::upper_bound(starts, start);
  if (after != starts.end()) answer.after = *after;
  if (!start.empty()) answer.period = period_from(kind, start);
}

}  // namespace

bool has_shares(const answers::Scope& scope) {
  std::error_code none;
  return !scope.is_all() && !scope.collection->files().folder.empty() &&
         scope.generation->has_captures() &&
         scope.generation->url_key == cdx::UrlKeyKind::kSurt &&
         std::filesystem::exists(file_of(scope), none);
}

SharedPages shared_pages(const answers::Scope& scope,
                         const answers::Request& request) {
  const SharePeriod kind = kind_named(request.parameters.get(answers::kShareBy))
                               .value_or(SharePeriod::kWeek);
  const std::string start = asked_start(request, kind);
  const uint64_t most = request.parameters.number(answers::kSharedCount, 20);
  if (most > answers::kSharedCount.most) {
    throw UsageError("An answer has at most " +
                     std::to_string(answers::kSharedCount.most) + " pages.");
  }
  return answer_from_file<SharedPages>(scope, [&](posts::ShareLists& lists) {
    SharedPages answer;
    answer.has_shares = true;
    answer.by = posts::name(kind);
    set_neighbours(lists, kind, start, answer);
    answers::ListedCaptures listed(*scope.generation);
    auto use = [&](const PageShares& page) {
      if (answer.pages.size() == most) return false;
      if (std::chrono::steady_clock::now() > scope.deadline)
        throw answers::OutOfTime();
      const std::vector<answers::UrlCapture> captures = listed.of(page.urlkey);
      if (captures.empty()) return true;
      answer.pages.push_back({captures.back().url, page.urlkey,
                              title_of(scope, page.urlkey), numbers_of(page),
                              page.first, page.last});
      return true;
    };
    lists.each_page(kind, answer.period.start, use);
    return answer;
  });
}

SharesOfPage shares_of_page(const answers::Scope& scope,
                            const std::string& urlkey, std::string_view by) {
  const auto asked = kind_named(by);
  return answer_from_file<SharesOfPage>(scope, [&](posts::ShareLists& lists) {
    SharesOfPage answer;
    if (answers::ListedCaptures(*scope.generation).of(urlkey).empty())
      return answer;
    for (SharePeriod kind : posts::kListedPeriods) {
      if (asked && kind != *asked) continue;
      answer.by = posts::name(kind);
      answer.periods.clear();
      const std::vector<PageShares> shares = lists.of_page(urlkey, kind);
      if (shares.empty()) return answer;
      for (const PageShares& page : shares) {
        add_gap(kind, page.period, answer.periods);
        answer.periods.push_back(
            {period_from(kind, page.period), numbers_of(page)});
      }
      if (answer.periods.size() <= kMostBars) break;
    }
    return answer;
  });
}

}  // namespace wax::serve
