#include "serve/pages/frame.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>

#include "answers/opened/shown_value.h"
#include "answers/requests/escape.h"
#include "answers/shown/archived_body.h"
#include "answers/shown/collection_answers.h"
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
  const std::string collection =
      scope.is_all() ? "All collections" : scope.name();
  std::string in = scope.is_one_of_many() ? scope.name() : std::string();
  values.set("collection", collection).set("in", in);
  std::vector<Values> menu;
  for (const auto& [path, title] : kMenu) {
    if (path == "/shared" && !has_shares(scope)) continue;
    if (path == "/sites" && !has_graph(scope)) continue;
    const bool may_be_all = path == "/" || path == "/trends";
    menu.push_back(
        {{"href", scope.is_all() && !may_be_all ? std::string(path)
                                                : href_in(scope, path, "")},
         {"name", title},
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
  answers::Response response;
  response.status = status;
  response.type = "text/html; charset=utf-8";
  response.body =
      rendered("page", {{"window_title", frame.title},
                        {"collection", collection},
                        {"in", in},
                        {"in_query", href_in(scope, "", "")},
                        {"search_box", frame.search_box},
                        {"query", frame.query},
                        {"menu", menu},
                        {"has_collections", !collections.empty()},
                        {"collections", collections},
                        {"missing", missing},
                        {"has_manual", !scope.holdings->manual.empty()},
                        {"main", rendered(name, values)}});
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
  const bool may_be_all = is_of("/search") || is_of("/trends");
  const bool may_be_other = may_be_all || is_of("/url") ||
                            is_of("/url/capture") || is_of("/url/similar") ||
                            is_of("/collection") || is_of("/api") ||
                            is_of("/shared") || is_of("/sites");
  auto add = [&](const std::string& name, bool same, bool is_current) {
    std::string href = same ? scope.target : "/";
    href += href.find('?') == href.npos ? '?' : '&';
    links.push_back({name == answers::kAllCollections ? "All" : name,
                     href + "in=" + answers::url_part(name), is_current});
  };
  add(std::string(answers::kAllCollections), may_be_all, scope.is_all());
  for (const auto& one : scope.holdings->collections.all()) {
    add(one->name(), may_be_other, one.get() == scope.collection);
  }
  return links;
}

std::string url_page_href(const answers::Scope& scope, std::string_view url) {
  return href_in(scope, "/url", "url=" + answers::url_part(url));
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

std::string size_text(uint64_t bytes) {
  if (bytes < 1000) return counted(bytes, "byte", "bytes");
  constexpr std::array<const char*, 5> kUnits = {"kB", "MB", "GB", "TB", "PB"};
  auto size = static_cast<double>(bytes) / 1000;
  size_t unit = 0;
  while (size >= 999.5 && unit + 1 < kUnits.size()) {
    size /= 1000;
    ++unit;
  }
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), size < 9.95 ? "%.1f %s" : "%.0f %s",
                size, kUnits[unit]);
  return text.data();
}

Values day_values(std::string_view date) {
  answers::ShownDate shown = answers::shown_date(date);
  return date_values(shown, date, shown.day);
}

Values moment_values(std::string_view date) {
  answers::ShownDate shown = answers::shown_date(date);
  return date_values(shown, date, shown.day + ' ' + shown.time);
}

std::string counted(uint64_t number, std::string_view one,
                    std::string_view many) {
  return text::grouped(number) + ' ' + std::string(number == 1 ? one : many);
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
