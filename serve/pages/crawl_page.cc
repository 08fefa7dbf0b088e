#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/requests/parameter_table.h"
#include "io/error.h"
#include "serve/crawl/crawl_report.h"
#include "serve/pages/frame.h"
#include "serve/pages/page_routes.h"

namespace wax::serve {
namespace {

using crawl::FindingKind;

constexpr size_t kMostFindings = 200;

// By crawl::FindingKind.
constexpr std::array<std::string_view, crawl::kFindingKinds> kKindTitles = {
    "Missing parts of pages",
    "Pages that say they are not there",
    "Log-in forms instead of pages",
    "Questions about cookies instead of pages",
    "URLs without end",
    "Pages that lost words",
    "Pages whose text a browser showed otherwise",
    "Pages without text",
    "Records that are not whole"};

// Nothing without a name.
std::optional<FindingKind> kind_of(std::string_view name) {
  if (name.empty()) return std::nullopt;
  std::string names;
  for (size_t i = 0; i < crawl::kFindingKinds; ++i) {
    const auto kind = static_cast<FindingKind>(i);
    if (name == crawl::name(kind)) return kind;
    names.append(i == 0 ? "" : ", ").append(crawl::name(kind));
  }
  throw UsageError("kind is " + std::string(name) + ", and none of " + names);
}

std::string kind_href(const answers::Scope& scope, FindingKind kind) {
  return href_in(scope, "/crawl", "kind=" + std::string(crawl::name(kind)));
}

// The kinds that have findings, and the shown one.
std::vector<Values> kind_values(const answers::Scope& scope,
                                const CrawlReport& report) {
  const Words& words = words_of(scope);
  std::vector<Values> kinds;
  for (size_t i = 0; i < crawl::kFindingKinds; ++i) {
    const auto kind = static_cast<FindingKind>(i);
    if (report.counts[i] == 0 && kind != report.kind) continue;
    kinds.push_back({{"name", words.of(kKindTitles[i])},
                     {"number", words.number(report.counts[i])},
                     {"href", kind_href(scope, kind)},
                     {"is_current", kind == report.kind}});
  }
  return kinds;
}

std::vector<Values> finding_values(const answers::Scope& scope,
                                   const CrawlReport& report) {
  const Words& words = words_of(scope);
  std::vector<Values> rows;
  for (const crawl::Finding& one : report.findings) {
    rows.push_back(
        {{"href", url_page_href(scope, one.url)},
         {"url", one.url},
         {"short_url", short_url(one.url)},
         {"part", one.part},
         {"day", one.date.size() == 14 ? Value(day_values(words, one.date))
                                       : Value(false)},
         {"page", one.page.empty() ? Value(false)
                                   : Value(Values{
                                         {"href", url_page_href(scope,
                                                                one.page)},
                                         {"short_url", short_url(one.page)}})},
         {"pages", one.count > 1 ? words.counted(one.count, "%n% page",
                                                 "%n% pages")
                                 : std::string()},
         {"detail", one.detail}});
  }
  return rows;
}

}  // namespace

answers::Response crawl_page(const answers::Holdings& holdings,
                             const answers::Request& request) {
  const answers::Scope scope = scope_of(holdings, request);
  const Words& words = words_of(scope);
  const auto kind = kind_of(request.parameters.get(answers::kFindingKind));
  const CrawlReport report = crawl_report(scope, kind, kMostFindings);
  PageFrame frame;
  frame.title = words.with("What the crawl lacks – %collection%",
                           {{"collection", collection_title(scope)}});
  frame.current = "/collection";
  Values values = {{"has_report", report.is_there}};
  if (!report.is_there) {
    return page(scope, frame, "crawl", std::move(values), 404);
  }
  const auto shown = static_cast<size_t>(report.kind);
  const bool is_any = kind || report.counts[shown] > 0;
  const bool is_cut = report.counts[shown] > report.findings.size();
  values.set("has_kinds", is_any)
      .set("kinds", kind_values(scope, report))
      .set("title", words.of(kKindTitles[shown]))
      .set("none", report.findings.empty())
      .set("findings", finding_values(scope, report))
      .set("most_links", is_cut ? words.number(kMostFindings) : std::string());
  return page(scope, frame, "crawl", std::move(values));
}

}  // namespace wax::serve
