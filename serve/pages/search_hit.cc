#include "serve/pages/search_hit.h"

#include <algorithm>
#include <cstdint>
#include <map>

#include "answers/opened/shown_value.h"
#include "answers/records/beside_page.h"
#include "answers/records/page_view.h"
#include "answers/shown/found_page.h"
#include "io/error.h"
#include "serve/pages/frame.h"
#include "text/number.h"

namespace wax::serve {
namespace {

// A browser need not load more for a small picture.
constexpr uint64_t kMostPictureBytes = 4'000'000;

std::vector<Values> snippet_values(const answers::SearchHit& hit) {
  std::vector<Values> parts;
  for (const answers::SnippetPart& part : hit.snippet()) {
    parts.push_back({{"text", part.text}, {"is_marked", part.is_marked}});
  }
  return parts;
}

// Where a browser gets the picture; empty when the hit is none or the archives
// are not at hand.
std::string picture_source(const answers::Scope& scope,
                           const answers::SearchHit& hit) {
  std::string_view date = hit.page.first_date();
  if (!scope.holdings->shows_captures() || date.empty() || !hit.page.is_image ||
      hit.page.length.value_or(0) > kMostPictureBytes) {
    return {};
  }
  return raw_href(scope, date, hit.page.url);
}

// The last picture that a crawler's browser took of the page; empty: it has
// none, or hits show none.
std::string picture_beside(const answers::Scope& scope,
                           const answers::SearchHit& hit) {
  const answers::Holdings& holdings = *scope.holdings;
  if (!holdings.shows_page_pictures || !holdings.has_archives() ||
      hit.page.is_image || !scope.generation->has_captures()) {
    return {};
  }
  answers::UrlHistory page;
  page.url = hit.page.url;
  try {
    const auto picture =
        picture_of_page(scope, page, answers::Picture::kSmall);
    return picture ? view_href(scope, picture->date, picture->url,
                               answers::kViewMedia)
                   : std::string();
  } catch (const UsageError&) {
    return {};  // a URL without a key
  }
}

// The first capture in the time of the search, or else of all.
std::string_view found_date(const SearchLink& link,
                            const answers::FoundPage& page) {
  const std::string& to = link.search.to;
  for (const std::string& date : page.dates) {
    if (date >= link.search.from && date.compare(0, to.size(), to) <= 0) {
      return date;
    }
  }
  return page.first_date();
}

std::string hit_href(const SearchLink& link, const answers::Scope& scope,
                     const answers::SearchHit& hit) {
  const std::string& url = hit.page.url;
  const std::string_view date = found_date(link, hit.page);
  return date.empty() ? url_page_href(scope, url)
                      : capture_href(scope, date, url);
}

std::string shown_title(const answers::SearchHit& hit) {
  std::string title = title_or_url(hit.page.title, hit.page.url);
  if (!hit.page.title.empty() || !hit.page.is_image) return title;
  // The name of its file, which stands beside its picture.
  std::string name = title.substr(title.rfind('/') + 1);
  return name.empty() ? title : name;
}

// The page that shows an image; false: none is known.
Value shown_by_value(const answers::Scope& scope,
                     const answers::FoundPage& image) {
  const answers::FoundPage::ShownBy& page = image.shown_by;
  if (page.url.empty()) return false;
  const bool has_title = !page.title.empty();
  return Values{{"href", capture_href(scope, page.date, page.url)},
                {"direction", has_title ? "auto" : "ltr"},
                {"text", has_title ? page.title : short_url(page.url)}};
}

// The other hits of a group, by their titles.
std::vector<Values> others_values(const SearchLink& link,
                                  std::span<const answers::SearchHit> others) {
  std::vector<Values> list;
  for (const answers::SearchHit& other : others) {
    const answers::Scope& scope =
        link.scope->of_document(other.shown.hit.document);
    list.push_back({{"href", hit_href(link, scope, other)},
                    {"title", shown_title(other)},
                    {"short_url", short_url(other.page.url)}});
  }
  return list;
}

// All of the group, with a link where a search can name it.
Value rest_value(const SearchLink& link, std::string_view collapse,
                 const answers::SearchHit& best, size_t shown) {
  uint64_t total = best.group_total();
  const Words& words = words_of(*link.scope);
  if (total <= 1) return false;
  if (collapse == "url") {
    return Values{
        {"href", url_page_href(link.scope->of_document(best.shown.hit.document),
                               best.page.url) +
                     "#versions"},
        {"text",
         words.counted(total, "%n% version found", "%n% versions found")}};
  }
  if (total <= shown) return false;
  if (collapse == "similar") {
    return Values{{"href", ""},
                  {"text", words.counted(total, "%n% page almost the same",
                                         "%n% pages almost the same")}};
  }
  std::string field(collapse);
  std::string value(best.value_of(field));
  if (value.empty()) return false;
  return Values{
      {"href", link.with(field, value).with_collapse("url").href()},
      {"text", words.with("All %n% of %value%",
                          {{"n", words.number(total)}, {"value", value}})}};
}

}  // namespace

std::vector<Values> years_values(const answers::Scope& scope,
                                 const std::vector<std::string>& dates,
                                 std::string_view url) {
  const Words& words = words_of(scope);
  struct Year {
    std::string_view first;
    uint64_t captures = 0;
  };
  std::map<std::string_view, Year> years;
  for (std::string_view date : dates) {
    Year& year = years[date.substr(0, 4)];
    if (year.captures++ == 0) year.first = date;
  }
  constexpr uint64_t kMany = 12;
  std::vector<Values> list;
  for (const auto& [name, year] : years) {
    list.push_back({{"year", name},
                    {"shade", shade(year.captures, kMany)},
                    {"href", capture_href(scope, year.first, url)},
                    {"captures", words.counted(year.captures, "%n% capture",
                                               "%n% captures")},
                    {"times", year.captures > 1 ? std::to_string(year.captures)
                                                : std::string()}});
  }
  return list;
}

Values group_values(const SearchLink& link, std::string_view collapse,
                    std::span<const answers::SearchHit> group) {
  const answers::SearchHit& best = group.front();
  const answers::Scope& scope =
      link.scope->of_document(best.shown.hit.document);
  const Words& words = words_of(scope);
  const answers::FoundPage& found = best.page;
  std::string picture = picture_source(scope, best);
  if (picture.empty()) picture = picture_beside(scope, best);
  bool links_site = !found.site.empty() && collapse != "site";
  Values values = {
      {"href", hit_href(link, scope, best)},
      {"title", shown_title(best)},
      {"picture", picture},
      {"alternative", found.alternative},
      {"shown_by", shown_by_value(scope, found)},
      {"short_url", short_url(found.url)},
      {"url", found.url},
      {"lang", found.lang},
      {"language", shown_value(words, "lang", found.lang)},
      {"type", found.type},
      {"type_name", words.of(answers::type_name(found.type))},
      {"status", found.status == 200 ? "" : answers::digits_of(found.status)},
      {"size", found.length ? size_text(words, *found.length) : std::string()},
      {"url_href", url_page_href(scope, found.url)},
      {"captures",
       words.counted(found.dates.size(), "%n% capture", "%n% captures")},
      {"site_href", links_site ? search_href(*link.scope, "site", found.site)
                               : std::string()},
      {"cite_href", cite_href(scope, found_date(link, found), found.url)}};
  std::vector<Values> snippet = snippet_values(best);
  std::vector<Values> others = others_values(link, group.subspan(1));
  if (link.scope->is_all()) {
    values.set("collection", collection_title(scope));
    values.set("of_collection", Values{{"href", link.in(scope).href()},
                                       {"name", collection_title(scope)}});
  } else {
    values.set("of_collection", false);
  }
  values.set("has_snippet", !snippet.empty()).set("snippet", snippet);
  values.set("has_others", !others.empty()).set("others", others);
  values.set("has_years", !found.dates.empty());
  values.set("years", years_values(scope, found.dates, found.url));
  values.set("rest", rest_value(link, collapse, best, group.size()));
  if (found.dates.empty()) {
    values.set("archived", false);
  } else {
    values.set("archived", day_values(words, found_date(link, found)));
  }
  return values;
}

bool are_pictures(const answers::Scope& scope,
                  std::span<const answers::SearchHit> hits) {
  return !hits.empty() &&
         std::all_of(hits.begin(), hits.end(), [&](const auto& hit) {
           return !picture_source(scope.of_document(hit.shown.hit.document),
                                  hit)
                       .empty();
         });
}

}  // namespace wax::serve
