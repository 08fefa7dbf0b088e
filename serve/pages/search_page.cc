#include <algorithm>
#include <array>
#include <cstdio>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "answers/opened/shown_value.h"
#include "answers/requests/escape.h"
#include "answers/requests/parameter_table.h"
#include "answers/shown/search_answer.h"
#include "io/error.h"
#include "serve/pages/frame.h"
#include "serve/pages/page_routes.h"
#include "serve/pages/search_hit.h"
#include "serve/pages/template.h"
#include "text/ascii.h"
#include "text/number.h"

namespace wax::serve {
namespace {

constexpr const char* kImages = "image";

struct Choice {
  std::string_view value;
  std::string_view name;
};

// What a form keeps of a search, but for query and dates.
std::vector<Values> kept_values(const answers::SearchRequest& search) {
  std::vector<Values> kept;
  auto keep = [&kept](std::string_view name, std::string_view value) {
    if (!value.empty()) kept.push_back({{"name", name}, {"value", value}});
  };
  for (const auto& [field, value] : search.filters) keep(field, value);
  keep(answers::kSort.name, search.sort_text());
  keep(answers::kCollapse.name, search.collapse_text());
  if (search.other_records) keep(answers::kOtherRecords.name, "true");
  return kept;
}

// The tab for images says it, too.
bool is_for_images(const std::pair<std::string, std::string>& filter) {
  return filter.first == answers::kFilterByFamily.name &&
         filter.second == kImages;
}

bool has_images_alone(const answers::SearchRequest& search) {
  return std::ranges::any_of(search.filters, is_for_images);
}

// What a search finds: pages, or images.
std::string counted_hits(const SearchLink& link, uint64_t number) {
  const Words& words = words_of(*link.scope);
  return has_images_alone(link.search)
             ? words.counted(number, "%n% image", "%n% images")
             : words.counted(number, "%n% page", "%n% pages");
}

// Values of search_form.html.
Values form_values(const SearchLink& link) {
  const answers::SearchRequest& search = link.search;
  return {{"advanced_href", "/advanced?" + link.parameters()},
          {"kept", kept_values(search)},
          {"from", search.from},
          {"to", search.to},
          {"query", search.text},
          {"is_blank", search.is_blank()}};
}

std::vector<Values> filter_values(const SearchLink& link) {
  const Words& words = words_of(*link.scope);
  const answers::SearchRequest& search = link.search;
  std::vector<Values> filters;
  for (size_t i = 0; i < search.filters.size(); ++i) {
    const auto& [field, value] = search.filters[i];
    if (is_for_images(search.filters[i])) continue;
    filters.push_back({{"href", link.without_filter(i).href()},
                       {"label", field_label(words, field)},
                       {"value", shown_value(words, field, value)}});
  }
  if (search.other_records) {
    filters.push_back({{"href", link.with_other_records(false).href()},
                       {"label", words.of("Also")},
                       {"value", words.of("records that are no pages")}});
  }
  if (!search.from.empty() || !search.to.empty()) {
    filters.push_back({{"href", link.without_dates().href()},
                       {"label", words.of("Captured")},
                       {"value", search.from + "–" + search.to}});
  }
  return filters;
}

// How many hits each collection has, when all are searched.
Values collections_facet(const SearchLink& link,
                         const answers::SearchAnswer& answer) {
  const Words& words = words_of(*link.scope);
  std::vector<std::pair<const answers::Scope*, uint64_t>> counts;
  for (const answers::Scope& one : link.scope->members)
    counts.emplace_back(&one, 0);
  uint64_t most = 0;
  for (const auto& [document, hits] : answer.in_shards) {
    const answers::Scope& of = link.scope->of_document(document);
    for (auto& [scope, count] : counts) {
      if (scope == &of) most = std::max(most, count += hits);
    }
  }
  std::vector<Values> values;
  for (const auto& [scope, count] : counts) {
    if (count == 0) continue;
    values.push_back({{"href", link.in(*scope).href()},
                      {"value", collection_title(*scope)},
                      {"number", words.number(count)},
                      {"percent", percent_of(count, most)}});
  }
  return {{"label", words.of("Collection")}, {"values", values}};
}

std::vector<Values> facet_values(const SearchLink& link,
                                 const answers::SearchAnswer& answer) {
  const Words& words = words_of(*link.scope);
  std::vector<Values> facets;
  if (link.scope->is_all()) facets.push_back(collections_facet(link, answer));
  for (const auto& facet : answer.facets) {
    if (facet.values.size() < 2) continue;
    uint64_t most = facet.values.front().count;
    std::vector<Values> values;
    for (const auto& value : facet.values) {
      values.push_back({{"href", link.with(facet.field, value.value).href()},
                        {"value", shown_value(words, facet.field, value.value)},
                        {"number", words.number(value.count)},
                        {"percent", percent_of(value.count, most)}});
    }
    facets.push_back(
        {{"label", field_label(words, facet.field)}, {"values", values}});
  }
  return facets;
}

std::string rss_href(const SearchLink& link) {
  return "/opensearch?" + link.parameters();
}

// Links to exports of the hits, collapsed as the page shows them, and to the
// feed; when nothing is found, to the feed alone.
std::vector<Values> format_values(const SearchLink& link,
                                  std::string_view collapse, bool has_hits) {
  constexpr std::array<Choice, 7> kFormats = {{{"csv", "CSV"},
                                               {"jsonl", "JSON lines"},
                                               {"cdx", "CDX"},
                                               {"urls", "URLs"},
                                               {"ipynb", "Open in a notebook"},
                                               {"warc", "WARC"},
                                               {"wacz", "WACZ"}}};
  const Words& words = words_of(*link.scope);
  const bool has_records = link.scope->holdings->shows_captures();
  // Exports are in the order of the index.
  const std::string parameters =
      link.with_collapse(collapse).with_sort("").parameters();
  std::vector<Values> formats;
  for (const auto& [format, name] : kFormats) {
    const bool of_one = format == "cdx" && link.scope->is_all();
    const bool of_records = format == "warc" || format == "wacz";
    if (!has_hits || of_one || (of_records && !has_records)) continue;
    formats.push_back({{"href", "/api/export?format=" + std::string(format) +
                                    '&' + parameters},
                       {"name", words.of(name)}});
  }
  formats.push_back({{"href", rss_href(link)}, {"name", "RSS"}});
  return formats;
}

void set_pages(const SearchLink& link, uint64_t total, Values& values) {
  uint64_t count = std::max<uint64_t>(link.search.count, 1);
  uint64_t reachable = std::min(total, answers::kLastHit - answers::kMostHits);
  uint64_t pages = (reachable + count - 1) / count;
  uint64_t current = link.search.start / count;
  values.set("has_pages", pages >= 2);
  auto page_link = [&](uint64_t page) {
    return Values{{"href", link.href(page * count)}};
  };
  if (current > 0) values.set("previous", page_link(current - 1));
  if (current + 1 < pages) values.set("next", page_link(current + 1));
  uint64_t from = current < 4 ? 0 : current - 4;
  std::vector<Values> list;
  for (uint64_t page = from; page < std::min(pages, from + 9); ++page) {
    list.push_back({{"href", link.href(page * count)},
                    {"number", page + 1},
                    {"is_current", page == current}});
  }
  values.set("pages", list);
}

// What the reader can try when nothing was found.
void set_other_searches(const SearchLink& link,
                        const answers::SearchAnswer& answer, Values& values) {
  const Words& words = words_of(*link.scope);
  values.set("none", words.of(has_images_alone(link.search)
                                  ? "No image has all these words."
                                  : "No page has all these words."));
  std::vector<Values> alone;
  for (const answers::OtherSearch& other : answer.other_searches) {
    SearchLink others = link.with_text(other.text);
    if (other.kind == answers::OtherSearch::Kind::kWithoutFilters) {
      others = others.without_dates();
      others.search.filters.clear();
      values.set("without_filters",
                 Values{{"href", others.href()},
                        {"hits", counted_hits(others, other.documents)}});
    } else {
      alone.push_back({{"href", others.href()},
                       {"text", other.text},
                       {"hits", counted_hits(others, other.documents)}});
    }
  }
  std::string text(text::trim(link.search.text));
  bool is_one_word = alone.empty() && !text.empty() &&
                     text.find_first_of(" \"*:()") == std::string::npos;
  if (is_one_word) {
    text += '*';
    values.set("beginning",
               Values{{"href", link.with_text(text).href()}, {"text", text}});
  }
  values.set("words", alone);
  const auto collections = collection_links(*link.scope);
  if (!link.scope->is_all() && !collections.empty()) {
    values.set("all_href", collections.front().href);
  }
  const bool may_be_url = link.search.text.find_first_of("./") != text.npos;
  values.set("url_href", may_be_url
                             ? url_page_href(*link.scope, link.search.text)
                             : std::string());
}

// How many documents were captured in each year, each with a link.
void set_years(const SearchLink& link, const answers::SearchAnswer& answer,
               Values& values) {
  constexpr size_t kMostYears = 60;
  const auto& years = answer.periods;
  if (years.size() < 2 || years.size() > kMostYears) return;
  uint64_t most = 1;
  for (const auto& year : years) most = std::max(most, year.count);
  constexpr uint64_t kHeight = 40;
  std::vector<Values> list;
  for (const auto& year : years) {
    uint64_t height = year.count == 0
                          ? 0
                          : std::max<uint64_t>(1, year.count * kHeight / most);
    list.push_back(
        {{"year", year.value},
         {"href", link.with_year(year.value).href()},
         {"hits", counted_hits(link, year.count)},
         {"y", kHeight - height},
         {"height", height}});
  }
  values.set("has_years", true).set("years", list);
  const Words& words = words_of(*link.scope);
  values.set("chart", words.of(has_images_alone(link.search)
                                   ? "Images by year of capture"
                                   : "Pages by year of capture"));
  if (text::trim(link.search.text).empty()) return;
  values.set("trends_href", search_href(*link.scope, "query", link.search.text)
                                .replace(0, 7, "/trends"));
}

std::vector<Values> order_values(const SearchLink& link) {
  constexpr std::array<Choice, 3> kOrders = {
      {{"", "Relevance"}, {"newest", "Newest"}, {"oldest", "Oldest"}}};
  const Words& words = words_of(*link.scope);
  std::vector<Values> orders;
  for (const auto& [sort, name] : kOrders) {
    orders.push_back({{"href", link.with_sort(sort).href()},
                      {"name", words.of(name)},
                      {"is_current", sort == link.search.sort_text()}});
  }
  return orders;
}

// Choices of what the search shows one hit each: a URL, a site, similar texts,
// a version.
std::vector<Values> collapse_values(const SearchLink& link,
                                    std::string_view current) {
  constexpr std::array<Choice, 4> kCollapses = {{{"url", "URL"},
                                                 {"site", "Site"},
                                                 {"similar", "Similar text"},
                                                 {"none", "Version"}}};
  const Words& words = words_of(*link.scope);
  std::vector<Values> collapses;
  for (const auto& [collapse, name] : kCollapses) {
    collapses.push_back({{"href", link.with_collapse(collapse).href()},
                         {"name", words.of(name)},
                         {"is_current", collapse == current}});
  }
  return collapses;
}

// All kinds of pages, or images alone.
std::vector<Values> tab_values(const SearchLink& link) {
  const Words& words = words_of(*link.scope);
  SearchLink all = link;
  std::erase_if(all.search.filters, is_for_images);
  const SearchLink images =
      all.with(std::string(answers::kFilterByFamily.name), kImages);
  return {{{"href", all.href()},
           {"name", words.of("Everything")},
           {"is_current", !has_images_alone(link.search)}},
          {{"href", images.href()},
           {"name", words.of("Images")},
           {"is_current", has_images_alone(link.search)}}};
}

std::vector<Values> hit_values(const SearchLink& link,
                               std::span<const answers::SearchHit> hits,
                               std::string_view collapse) {
  std::vector<Values> groups;
  while (!hits.empty()) {
    size_t size = 1;
    while (size < hits.size() && hits[size].rank() == hits[0].rank()) ++size;
    groups.push_back(group_values(link, collapse, hits.first(size)));
    hits = hits.subspan(size);
  }
  return groups;
}

// `collapse` is what the answer collapses.
Values result_values(const SearchLink& link,
                     const answers::SearchAnswer& answer,
                     std::string_view collapse) {
  const answers::SearchRequest& search = link.search;
  const Words& words = words_of(*link.scope);
  const std::string seconds = words.with(
      "%seconds% s", {{"seconds", words.decimal(answer.seconds, 3)}});
  std::vector<Values> filters = filter_values(link);
  Values values = {
      {"total", counted_hits(link, answer.total)},
      {"from_hit",
       search.start > 0 ? words.number(search.start + 1) : std::string()},
      {"seconds", seconds},
      {"tabs", tab_values(link)},
      {"has_filters", !filters.empty()},
      {"filters", filters},
      {"nothing", answer.total == 0},
      {"no_hits_here", answer.total > 0 && answer.hits.empty()},
      {"first_page", link.href()},
      {"pictures", are_pictures(*link.scope, answer.hits)},
      {"first_rank", search.start + 1},
      {"hits", hit_values(link, answer.hits, collapse)},
      {"facets", facet_values(link, answer)},
      {"formats", format_values(link, collapse, answer.total > 0)}};
  if (answer.leaves_out_records) {
    values.set("more_records",
               Values{{"href", link.with_other_records(true).href()}});
  }
  if (!answer.better_text.empty()) {
    values.set("better",
               Values{{"href", link.with_text(answer.better_text).href()},
                      {"text", answer.better_text}});
  }
  if (answer.total > 1) {
    set_years(link, answer, values);
    values.set("has_orders", true).set("orders", order_values(link));
    values.set("collapses", collapse_values(link, collapse));
  }
  if (answer.total == 0) set_other_searches(link, answer, values);
  set_pages(link, answer.groups, values);
  return values;
}

answers::Response front_page(const SearchLink& link, PageFrame& frame) {
  const answers::Scope& scope = *link.scope;
  const Words& words = words_of(scope);
  frame.title = words.with("%collection% – search",
                           {{"collection", collection_title(scope)}});
  Values values = form_values(link);
  values.set("is_all", scope.is_all());
  values.set("description", site_text(scope, "description"));
  if (!scope.is_all()) {
    values.set("about_collection",
               scope.is_one_of_many()
                   ? scope.collection->site().text("description", words.tag())
                   : std::string_view());
  }
  values.set("collection_part", answers::url_part(scope.name()));
  values.set("has_text", visible_documents(scope).has_value());
  if (const auto pages = visible_pages(scope)) {
    values.set("pages", words.counted(*pages, "%n% page", "%n% pages"));
  }
  std::vector<Values> collections;
  for (const auto& one : collection_links(scope)) {
    collections.push_back({{"name", one.name}, {"href", one.href}});
  }
  values.set("has_collections", !collections.empty());
  values.set("collections", collections);
  return page(scope, frame, "front", std::move(values));
}

}  // namespace

answers::Response search_page(const answers::Holdings& holdings,
                              const answers::Request& request) {
  answers::Scope scope = search_scope_of(holdings, request);
  PageFrame frame;
  const Words& words = words_of(scope);
  frame.title = words.of("Search");
  frame.search_box = false;
  frame.current = "/";
  SearchLink link{&scope, {}};
  try {
    link.search = search_request(request);
  } catch (const UsageError& error) {
    return page(scope, frame, "fault", {{"fault", error.what()}}, 400);
  }
  const answers::SearchRequest& search = link.search;
  if (search.is_blank()) return front_page(link, frame);
  frame.title =
      (search.text.empty() ? std::string(words.of("Search")) : search.text) +
      " – " + collection_title(scope);
  Values values = form_values(link);
  try {
    answers::SearchRequest asked = with_all_that_pages_show(scope, search);
    answers::SearchAnswer answer = answer_search(scope, asked);
    add_titles_of_pages(scope, answer.hits);
    frame.missing = answer.missing.reasons();
    values.set("result", result_values(link, answer, asked.collapse_text()));
    frame.has_facets = true;
    frame.feed = rss_href(link);
  } catch (const UsageError& error) {
    values.set("fault", error.what());
    return page(scope, frame, "search", std::move(values), 400);
  }
  return page(scope, frame, "search", std::move(values));
}

}  // namespace wax::serve
