#include "serve/pages/frame.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>

#include "answers/opened/shown_value.h"
#include "answers/records/archived_body.h"
#include "answers/requests/escape.h"
#include "answers/requests/parameter_table.h"
#include "answers/shown/collection_answers.h"
#include "answers/shown/found_page.h"
#include "answers/shown/site_picture.h"
#include "serve/shares/shared_pages.h"
#include "text/ascii.h"
#include "text/number.h"

namespace wax::serve {
namespace {

Values date_values(const answers::ShownDate& shown, std::string_view date,
                   const std::string& text) {
  if (shown.iso.empty()) return {{"iso", ""}, {"text", date}};
  return {{"iso", shown.iso}, {"text", text}};
}

// What was asked for, of the same collection.
std::string target_in(const answers::Scope& scope) {
  if (scope.target.empty()) return href_in(scope, "/", "");
  if (!scope.is_one_of_many()) return scope.target;
  const char separator =
      scope.target.find('?') == std::string::npos ? '?' : '&';
  return scope.target + separator + "in=" + answers::url_part(scope.name());
}

// Sets the language, and leads back to what was asked for.
std::string language_href(const Words& words, std::string_view target) {
  return "/language?to=" + std::string(words.tag()) +
         "&back=" + answers::url_part(target);
}

// What paths of archived records begin with.
std::string records_path(const answers::Scope& scope) {
  return path_before(scope.is_one_of_many() ? scope.collection : nullptr);
}

}  // namespace

answers::Response page(const answers::Scope& scope, const PageFrame& frame,
                       std::string_view name, Values values, int status) {
  constexpr std::array<std::array<std::string_view, 2>, 6> kMenu = {
      {{"/", "Search"},
       {"/trends", "Trends"},
       {"/shared", "Shared"},
       {"/sites", "Sites"},
       {"/collection", "Collection"},
       {"/api", "API"}}};
  const Words& words = words_of(scope);
  const std::string collection = collection_title(scope);
  std::string in = scope.is_one_of_many() ? scope.name() : std::string();
  values.set("collection", collection).set("in", in);
  values.set("interface", words.tag());
  std::vector<Values> menu;
  for (const auto& [path, title] : kMenu) {
    if (path == "/shared" && !has_shares(scope)) continue;
    if (path == "/sites" && !has_graph(scope)) continue;
    const bool may_be_all = path == "/" || path == "/trends";
    menu.push_back(
        {{"href", scope.is_all() && !may_be_all ? std::string(path)
                                                : href_in(scope, path, "")},
         {"name", words.of(title)},
         {"is_current", path == frame.current}});
  }
  std::vector<Values> collections;
  for (const CollectionLink& one : collection_links(scope)) {
    collections.push_back({{"name", one.name},
                           {"href", one.href},
                           {"is_current", one.is_current}});
  }
  std::vector<std::string> reasons = frame.missing;
  if (reasons.empty()) reasons = answers_of(scope)->reasons();
  for (const answers::Scope& one : scope.members) {
    for (const std::string& reason : one.generation->lost->reasons()) {
      reasons.push_back("in " + one.name() + ", " + reason);
    }
  }
  std::vector<Values> missing;
  for (const std::string& reason : reasons) {
    missing.push_back({{"reason", reason}});
  }
  std::vector<Values> languages;
  for (const Words* other : all_words()) {
    languages.push_back({{"tag", other->tag()},
                         {"name", other->name()},
                         {"href", language_href(*other, target_in(scope))},
                         {"is_current", other == &words}});
  }
  const std::string_view title = site_text(scope, "title");
  const answers::Site& site = site_of(scope);
  const std::string_view imprint = site_text(scope, "imprint");
  answers::Response response;
  response.status = status;
  response.headers = {{"Content-Language", std::string(words.tag())},
                      {"Vary", "Accept-Language, Cookie"}};
  response.type = "text/html; charset=utf-8";
  response.body =
      rendered("page",
               {{"interface", words.tag()},
                {"is_right_to_left", words.is_right_to_left()},
                {"languages", languages},
                {"house", title.empty() ? collection : title},
                {"has_logo", !site.logo.empty()},
                {"has_colors", site.has_colors()},
                {"has_about", has_about(scope)},
                {"imprint_href",
                 answers::may_link(imprint) ? imprint : std::string_view()},
                {"window_title", frame.title},
                {"collection", collection},
                {"in", in},
                {"in_query", href_in(scope, "", "")},
                {"search_box", frame.search_box},
                {"has_facets", frame.has_facets},
                {"feed", frame.feed},
                {"query", frame.query},
                {"menu", menu},
                {"has_collections", !collections.empty()},
                {"collections", collections},
                {"missing", missing},
                {"main", rendered(name, values, words)}},
               words);
  return response;
}

std::string href_in(const answers::Scope& scope, std::string_view path,
                    std::string parameters) {
  if (scope.is_one_of_many()) {
    if (!parameters.empty()) parameters += '&';
    parameters += "in=" + answers::url_part(scope.name());
  }
  std::string href(path);
  return parameters.empty() ? href : href + '?' + parameters;
}

std::vector<CollectionLink> collection_links(const answers::Scope& scope) {
  std::vector<CollectionLink> links;
  if (!scope.is_one_of_many()) return links;
  auto is_of = [&](std::string_view path) {
    return scope.target == path ||
           scope.target.starts_with(std::string(path) + '?');
  };
  // What another collection has, too.
  const bool may_be_all =
      is_of("/search") || is_of("/trends") || is_of("/advanced");
  const bool may_be_other = may_be_all || is_of("/url") ||
                            is_of("/url/capture") || is_of("/url/similar") ||
                            is_of("/collection") || is_of("/api") ||
                            is_of("/shared") || is_of("/sites") ||
                            is_of("/crawl");
  auto add = [&](const std::string& name, const std::string& title, bool same,
                 bool is_current) {
    std::string href = same ? scope.target : "/";
    href += href.find('?') == href.npos ? '?' : '&';
    links.push_back(
        {title, href + "in=" + answers::url_part(name), is_current});
  };
  const Words& words = words_of(scope);
  add(std::string(answers::kAllCollections), std::string(words.of("All")),
      may_be_all, scope.is_all());
  for (const auto& one : scope.holdings->collections.all()) {
    add(one->name(), one->title(words.tag()), may_be_other,
        one.get() == scope.collection);
  }
  return links;
}

std::string url_page_href(const answers::Scope& scope, std::string_view url) {
  return href_in(scope, "/url", "url=" + answers::url_part(url));
}

std::string days_href(const answers::Scope& scope, std::string_view url,
                      std::string_view date) {
  return href_in(scope, "/url",
                 "url=" + answers::url_part(url) +
                     "&year=" + answers::url_part(date.substr(0, 4))) +
         "#days";
}

std::string similar_page_href(const answers::Scope& scope,
                              std::string_view url) {
  return href_in(scope, "/url/similar", "url=" + answers::url_part(url));
}

std::string search_href(const answers::Scope& scope, std::string_view parameter,
                        std::string_view value) {
  return href_in(scope, "/search",
                 std::string(parameter) + '=' + answers::url_part(value));
}

std::string capture_href(const answers::Scope& scope, std::string_view date,
                         std::string_view url) {
  std::string view = view_href(scope, date, url);
  if (!view.empty()) return view;
  if (answers::may_link(url)) {
    std::string replay = replay_url(*scope.holdings, date, url);
    if (!replay.empty()) return replay;
  }
  return url_page_href(scope, url) + "#at-" + std::string(date);
}

std::string capture_page_href(const answers::Scope& scope,
                              std::string_view date, std::string_view url) {
  return href_in(
      scope, "/url/capture",
      "url=" + answers::url_part(url) + "&date=" + answers::url_part(date));
}

std::string cite_href(const answers::Scope& scope, std::string_view date,
                      std::string_view url) {
  return answers::shown_date(date).iso.empty()
             ? std::string()
             : capture_page_href(scope, date, url) + "#cite";
}

std::string view_href(const answers::Scope& scope, std::string_view date,
                      std::string_view url, std::string_view part) {
  if (!scope.holdings->shows_captures()) return {};
  return records_path(scope) + "/view/" +
         answers::archived_path(date, part, url);
}

std::string raw_href(const answers::Scope& scope, std::string_view date,
                     std::string_view url, std::string_view part) {
  return records_path(scope) + "/raw/" +
         answers::archived_path(date, part, url);
}

const answers::Site& site_of(const answers::Scope& scope) {
  return scope.holdings->house();
}

const Words& words_of(const answers::Scope& scope) {
  return preferred_words(scope.languages, site_of(scope).text("language", ""));
}

std::string_view site_text(const answers::Scope& scope, std::string_view key) {
  return site_of(scope).text(key, words_of(scope).tag());
}

std::string collection_title(const answers::Scope& scope) {
  const Words& words = words_of(scope);
  if (scope.is_all()) return std::string(words.of("All collections"));
  const answers::Collection& one = *scope.collection;
  // What is served alone is the library's collection.
  const std::string_view house = site_text(scope, "title");
  const bool is_named = !one.site().text("title", words.tag()).empty();
  return scope.is_one_of_many() || is_named || house.empty()
             ? one.title(words.tag())
             : std::string(house);
}

std::string size_text(const Words& words, uint64_t bytes) {
  if (bytes < 1000) return words.counted(bytes, "%n% byte", "%n% bytes");
  constexpr std::array<std::string_view, 5> kUnits = {"kB", "MB", "GB", "TB",
                                                      "PB"};
  auto size = static_cast<double>(bytes) / 1000;
  size_t unit = 0;
  while (size >= 999.5 && unit + 1 < kUnits.size()) {
    size /= 1000;
    ++unit;
  }
  std::string text = words.decimal(size, size < 9.95 ? 1 : 0);
  return text.append(" ").append(words.of(kUnits[unit]));
}

Values day_values(const Words& words, std::string_view date) {
  const answers::ShownDate shown = answers::shown_date(date);
  return date_values(shown, date, shown.iso.empty() ? "" : words.day(date));
}

Values moment_values(const Words& words, std::string_view date) {
  const answers::ShownDate shown = answers::shown_date(date);
  return date_values(
      shown, date, shown.iso.empty() ? "" : words.day(date) + ' ' + shown.time);
}

std::string_view field_label(const Words& words, std::string_view field) {
  const answers::Parameter* filter = answers::filter_of(field);
  return words.of(filter == nullptr ? field : filter->label);
}

std::string shown_value(const Words& words, std::string_view field,
                        const std::string& value) {
  if (field == "lang" && !value.empty()) return words.language(value);
  return answers::shown_value(field, value);
}

std::string short_url(std::string_view url) {
  for (std::string_view scheme : {"http://", "https://"}) {
    if (url.starts_with(scheme)) url.remove_prefix(scheme.size());
  }
  if (url.starts_with("www.")) url.remove_prefix(4);
  std::string_view host = url.substr(0, url.find_first_of("/?#"));
  if (host.find('@') != host.npos) return std::string(url);
  host = host.substr(0, host.find(':'));
  return answers::shown_value("host", std::string(host))
      .append(url.substr(host.size()));
}

std::string title_or_url(std::string_view title, std::string_view url) {
  return title.empty() ? short_url(url) : std::string(title);
}

int percent_of(uint64_t value, uint64_t most) {
  if (most == 0) return 1;
  double share = static_cast<double>(value) * 100 / static_cast<double>(most);
  return std::max(1, static_cast<int>(share));
}

int shade(uint64_t value, uint64_t most) {
  if (value == 0 || most == 0) return 0;
  double share = std::log1p(static_cast<double>(value)) /
                 std::log1p(static_cast<double>(most));
  return std::min(5, 1 + static_cast<int>(share * 4.0001));
}

}  // namespace wax::serve
