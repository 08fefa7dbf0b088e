#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "answers/records/archived_body.h"
#include "answers/records/beside_page.h"
#include "answers/records/page_view.h"
#include "answers/requests/escape.h"
#include "answers/requests/parameter_table.h"
#include "answers/shown/found_page.h"
#include "answers/shown/page_links.h"
#include "answers/shown/url_history.h"
#include "io/error.h"
#include "serve/api/shares_plot.h"
#include "serve/pages/frame.h"
#include "serve/pages/page_routes.h"
#include "serve/shares/shared_pages.h"
#include "text/number.h"

namespace wax::serve {
namespace {

constexpr uint64_t kRowsOfPage = 200;
constexpr size_t kMostVersions = 500;
constexpr size_t kMostAsked = 500;

// A link to a capture, with its day.
Values seen_values(const answers::Scope& scope,
                   const answers::UrlCapture& capture) {
  return day_values(words_of(scope), capture.date)
      .set("href", capture_href(scope, capture.date, capture.url));
}

void set_calendar(const Words& words, const answers::UrlHistory& history,
                  Values& values) {
  struct Month {
    uint64_t captures = 0;
    uint64_t changes = 0;
    std::string first;
  };
  std::map<std::string, std::array<Month, 12>> years;
  uint64_t most = 8;  // so that few captures look like few
  for (const answers::ListedCapture& listed : history.captures) {
    const std::string& date = listed.capture.date;
    if (date.size() < 6) continue;
    auto month = text::whole_number(std::string_view(date).substr(4, 2));
    if (!month || *month < 1 || *month > 12) continue;
    Month& cell = years[date.substr(0, 4)][*month - 1];
    if (cell.captures++ == 0) cell.first = date;
    if (!listed.repeats) ++cell.changes;
    most = std::max(most, cell.captures);
  }
  std::vector<Values> months;
  for (int month = 1; month <= 12; ++month) {
    months.push_back({{"name", words.month(month, false)},
                      {"short_name", words.month(month, true)}});
  }
  std::vector<Values> rows;
  for (const auto& [year, cells_of_year] : years) {
    std::vector<Values> cells;
    for (size_t i = 0; i < cells_of_year.size(); ++i) {
      const Month& month = cells_of_year[i];
      if (month.captures == 0) {
        cells.push_back({{"captures", false}});
        continue;
      }
      cells.push_back(
          {{"captures", words.number(month.captures)},
           {"counted_captures",
            words.counted(month.captures, "%n% capture", "%n% captures")},
           {"new_versions", words.counted(month.changes, "%n% new version",
                                          "%n% new versions")},
           {"shade", shade(month.captures, most)},
           {"first", month.first},
           {"month", words.month(static_cast<int>(i) + 1, false)},
           {"has_new", month.changes > 0}});
    }
    rows.push_back({{"year", year}, {"cells", cells}});
  }
  values.set("has_calendar", !rows.empty());
  values.set("months", months).set("calendar", rows);
}

// The days of one year, each week in a row that begins with Monday. `asked` is
// a year; without captures in it, the last one that has some.
void set_days(const answers::Scope& scope, const answers::UrlHistory& history,
              std::string_view asked, Values& values) {
  struct Day {
    const answers::UrlCapture* first = nullptr;
    uint64_t captures = 0;
  };
  std::map<std::string, std::map<std::string, Day>> years;
  for (const answers::ListedCapture& listed : history.captures) {
    const std::string& date = listed.capture.date;
    if (answers::shown_date(date).iso.empty()) continue;
    Day& day = years[date.substr(0, 4)][date.substr(4, 4)];
    if (day.captures++ == 0) day.first = &listed.capture;
  }
  if (years.empty()) return;
  auto year = years.find(std::string(asked));
  if (year == years.end()) year = std::prev(years.end());
  const Words& words = words_of(scope);
  const auto number = text::whole_number<int>(year->first).value_or(1);
  std::vector<Values> months;
  for (unsigned month = 1; month <= 12; ++month) {
    const auto of_year = std::chrono::year(number) / std::chrono::month(month);
    const std::chrono::weekday first(std::chrono::sys_days(of_year / 1));
    const auto last =
        static_cast<unsigned>((of_year / std::chrono::last).day());
    std::vector<Values> cells(first.iso_encoding() - 1, Values{{"day", ""}});
    bool has_captures = false;
    for (unsigned n = 1; n <= last; ++n) {
      const std::string digits =
          std::to_string(10'000 + month * 100 + n).substr(1);
      const auto day = year->second.find(digits);
      Values cell = {{"day", words.number(n)}, {"href", ""}};
      if (day != year->second.end()) {
        const answers::UrlCapture& capture = *day->second.first;
        has_captures = true;
        cell.set("href", capture_href(scope, capture.date, capture.url))
            .set("title", words.day(capture.date) + ": " +
                              words.counted(day->second.captures, "%n% capture",
                                            "%n% captures"))
            .set("shade", shade(day->second.captures, 8));
      }
      cells.push_back(std::move(cell));
    }
    if (!has_captures) continue;
    months.push_back({{"name", words.month(static_cast<int>(month), false)},
                      {"cells", cells}});
  }
  std::vector<Values> others;
  for (const auto& [name, days] : years) {
    others.push_back({{"year", name},
                      {"href", days_href(scope, history.url, name)},
                      {"is_current", name == year->first}});
  }
  values.set("days", Values{{"year", year->first},
                            {"months", months},
                            {"has_others", others.size() > 1},
                            {"others", others}});
}

void set_versions(const answers::Scope& scope,
                  const answers::UrlHistory& history, Values& values) {
  const Words& words = words_of(scope);
  std::vector<Values> versions;
  const answers::UrlVersion* before = nullptr;
  for (const answers::UrlVersion& version : history.versions) {
    if (version.number > kMostVersions) break;
    const answers::UrlCapture& first = version.first;
    Values one = {{"href", capture_href(scope, first.date, first.url)},
                  {"first", day_values(words, first.date)},
                  {"captures", words.counted(version.captures, "%n% capture",
                                             "%n% captures")},
                  {"title", version.title},
                  {"mime", first.mime},
                  {"status", first.status},
                  {"digest", first.digest},
                  {"short_digest", first.digest.substr(0, 8)}};
    if (version.captures > 1) {
      one.set("last", day_values(words, version.last));
    } else {
      one.set("last", false);
    }
    bool compares = before != nullptr && before->has_text && version.has_text;
    one.set("changes_href",
            compares
                ? href_in(scope, "/url/changes",
                          "url=" + answers::url_part(history.url) + "&from=" +
                              answers::url_part(before->first.digest) +
                              "&to=" + answers::url_part(first.digest))
                : std::string());
    versions.push_back(std::move(one));
    before = &version;
  }
  values.set("versions", versions);
  if (history.versions.size() > kMostVersions) {
    values.set("most_versions", words.number(kMostVersions));
  }
}

Values capture_row(const answers::Scope& scope,
                   const answers::ListedCapture& listed) {
  const answers::UrlCapture& capture = listed.capture;
  const Words& words = words_of(scope);
  const auto& size = capture.length;
  std::string_view kind = capture.is_revisit ? "revisit"
                          : listed.repeats   ? "duplicate"
                                             : "new";
  return {
      {"date", capture.date},
      {"moment", moment_values(words, capture.date)},
      {"href", capture_href(scope, capture.date, capture.url)},
      {"kind", words.of(kind)},
      {"is_new", kind == "new"},
      {"version", listed.version},
      {"status", capture.status},
      {"mime", capture.mime},
      {"size", size ? size_text(words, *size) : std::string()},
      {"filename", capture.filename},
      {"offset", answers::digits_of(capture.offset)},
      {"details_href", capture_page_href(scope, capture.date, capture.url)}};
}

void set_captures(const answers::Scope& scope,
                  const answers::UrlHistory& history, uint64_t start,
                  Values& values) {
  uint64_t end =
      std::min<uint64_t>(history.captures.size(), start + kRowsOfPage);
  std::vector<Values> rows;
  for (uint64_t i = start; i < end; ++i) {
    rows.push_back(capture_row(scope, history.captures[i]));
  }
  std::vector<Values> pages;
  for (uint64_t at = 0; at < history.captures.size(); at += kRowsOfPage) {
    pages.push_back({{"href", url_page_href(scope, history.url) +
                                  "&start=" + std::to_string(at) + "#captures"},
                     {"is_current", at == start},
                     {"number", at + 1}});
  }
  values.set("captures", rows);
  values.set("has_pages", pages.size() > 1).set("pages", pages);
}

std::vector<Values> linked_values(
    const answers::Scope& scope,
    const std::vector<answers::LinkedPage>& pages) {
  const Words& words = words_of(scope);
  std::vector<Values> rows;
  for (const answers::LinkedPage& linked : pages) {
    Values row = {{"href", url_page_href(scope, linked.url)},
                  {"url", short_url(linked.url)},
                  {"anchor", linked.anchor}};
    if (!linked.first.empty())
      row.set("first", day_values(words, linked.first));
    if (linked.last.substr(0, 8) != linked.first.substr(0, 8)) {
      row.set("last", day_values(words, linked.last));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

void set_links(const answers::Scope& scope, const std::string& urlkey,
               Values& values) {
  const answers::PageLinks links = page_links(scope, urlkey);
  if (!links.has_graph) return;
  values.set("links", Values{{"to", linked_values(scope, links.to)},
                             {"to_is_cut", links.to_is_cut},
                             {"no_to", links.to.empty()},
                             {"from", linked_values(scope, links.from)},
                             {"from_is_cut", links.from_is_cut},
                             {"no_from", links.from.empty()}});
}

void set_shares(const answers::Scope& scope, const answers::UrlHistory& history,
                Values& values) {
  const std::string plot =
      shares_plot(shares_of_page(scope, history.urlkey, ""),
                  /*is_in_page=*/true);
  if (plot.empty()) return;
  values.set(
      "shares",
      Values{{"plot", plot},
             {"json_href", href_in(scope, "/api/shares",
                                   "url=" + answers::url_part(history.url))}});
}

void set_picture(const answers::Scope& scope,
                 const answers::UrlHistory& history, Values& values) {
  const auto picture =
      picture_of_page(scope, history, answers::Picture::kSmall);
  if (!picture) return;
  const std::string source =
      view_href(scope, picture->date, picture->url, answers::kViewMedia);
  if (source.empty()) return;
  values.set("picture",
             Values{{"source", source},
                    {"moment", moment_values(words_of(scope), picture->date)}});
}

void set_asked(const answers::Scope& scope, const answers::UrlHistory& history,
               Values& values) {
  const auto info = asked_urls(scope, history);
  if (!info || info->asked.empty()) return;
  std::vector<Values> rows;
  for (const document::AskedUrl& asked : info->asked) {
    if (rows.size() == kMostAsked) break;
    rows.push_back(
        {{"href", answers::may_link(asked.url) ? url_page_href(scope, asked.url)
                                               : std::string()},
         {"url", short_url(asked.url)},
         {"type", asked.type},
         {"status",
          asked.status > 0 ? std::to_string(asked.status) : asked.error}});
  }
  values.set(
      "asked",
      Values{{"moment", moment_values(words_of(scope), info->record.date)},
             {"urls", words_of(scope).counted(info->asked.size(), "%n% URL",
                                              "%n% URLs")},
             {"is_cut", info->asked.size() > kMostAsked},
             {"rows", rows}});
}

// "2007" of "year=2007", for the calendar.
std::string_view asked_year(const answers::Request& request) {
  for (const auto& [name, value] : request.parameters.pairs()) {
    if (name == "year") return value;
  }
  return {};
}

Values history_values(const answers::Scope& scope,
                      const answers::UrlHistory& history, uint64_t start,
                      std::string_view year) {
  const Words& words = words_of(scope);
  Values values = {
      {"title", title_or_url(history.title, history.url)},
      {"url", history.url},
      {"urlkey", history.urlkey},
      {"first_seen", seen_values(scope, history.captures.front().capture)},
      {"last_seen", seen_values(scope, history.captures.back().capture)},
      {"captures_number", words.number(history.captures.size())},
      {"versions_number", words.number(history.versions.size())},
      {"duplicates", words.number(history.duplicates)},
      {"revisits", words.number(history.revisits)},
      {"cut_at",
       history.is_cut ? words.number(answers::kMostListed) : std::string()},
      {"json_href", href_in(scope, "/api/captures",
                            "url=" + answers::url_part(history.url))},
      {"similar_href", similar_page_href(scope, history.url)}};
  if (scope.holdings->shows_captures()) {
    const std::string url = answers::url_part(history.url);
    values.set("records",
               Values{{"warc_href",
                       href_in(scope, "/api/export", "format=warc&url=" + url)},
                      {"wacz_href", href_in(scope, "/api/export",
                                            "format=wacz&url=" + url)}});
  }
  set_picture(scope, history, values);
  set_asked(scope, history, values);
  set_links(scope, history.urlkey, values);
  set_shares(scope, history, values);
  set_calendar(words, history, values);
  set_days(scope, history, year, values);
  set_versions(scope, history, values);
  if (start >= history.captures.size()) start = 0;
  set_captures(scope, history, start - start % kRowsOfPage, values);
  return values;
}

}  // namespace

answers::Response url_page(const answers::Holdings& holdings,
                           const answers::Request& request) {
  answers::Scope scope = url_scope_of(holdings, request);
  std::string url(request.parameters.get(answers::kUrl));
  PageFrame frame;
  frame.title = words_of(scope).with(
      "Captures of %url% – %collection%",
      {{"url", url}, {"collection", collection_title(scope)}});
  if (url.empty()) throw UsageError("Give a URL: /url?url=...");
  answers::UrlHistory history;
  try {
    history = url_history(scope, url);
  } catch (const UsageError& error) {
    return page(scope, frame, "no_captures",
                {{"url", url}, {"fault", error.what()}}, 400);
  }
  if (history.captures.empty()) {
    auto taken = answers::taken_away(holdings, {scope.generation}, url);
    if (taken) return std::move(*taken);
    return page(
        scope, frame, "no_captures",
        {{"url", url}, {"search_href", search_href(scope, "query", url)}}, 404);
  }
  return page(scope, frame, "url",
              history_values(scope, history,
                             request.parameters.number(answers::kFirstRow, 0),
                             asked_year(request)));
}

}  // namespace wax::serve
