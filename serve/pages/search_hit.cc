#include "serve/pages/search_hit.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>

#include "index/document/type_family.h"
#include "serve/pages/frame.h"

namespace wax::serve {
namespace {

// A browser need not load more for a small picture.
constexpr uint64_t kMostPictureBytes = 4'000'000;

std::string_view type_name(std::string_view type) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5>
      kNames = {{{"text/html", "HTML"},
                 {"application/xhtml+xml", "HTML"},
                 {"application/pdf", "PDF"},
                 {"text/plain", "Text"},
                 {"application/epub+zip", "EPUB"}}};
  for (const auto& [full, name] : kNames) {
    if (full == type) return name;
  }
  return type;
}

void append_marked(const index::Snippet& snippet, Markup& out) {
  std::string_view text = snippet.text;
  size_t at = 0;
  for (const auto& [from, to] : snippet.marks) {
    out << text.substr(at, from - at) << "<mark>"
        << text.substr(from, to - from) << "</mark>";
    at = to;
  }
  out << text.substr(at);
}

void append_citation(const Scope& scope, const index::ShownHit& found,
                     std::string_view first, Markup& out) {
  const index::StoredDocument& values = found.document;
  const std::string& title = index::value_of(values, "title");
  const std::string& url = index::value_of(values, "url");
  out << "<details class=\"cite\"><summary>Cite</summary><p><cite "
         "dir=\"auto\">";
  out << (title.empty() ? std::string_view(url) : std::string_view(title))
      << "</cite>. <span class=\"url\">" << url << "</span>";
  if (!first.empty()) {
    out << ", archived " << moment_element(first) << " UTC";
  }
  out << ". Collection " << scope.collection->name();
  if (const auto& file = index::value_of(values, "filename"); !file.empty()) {
    out << ", " << file << ", byte " << index::value_of(values, "offset");
  }
  if (const auto& digest = index::value_of(values, "digest"); !digest.empty()) {
    out << ", <code>" << digest << "</code>";
  }
  out << ".</p></details>";
}

std::string_view first_date(const index::ShownHit& hit) {
  std::vector<std::string_view> dates = values_of(hit.document, "date");
  return dates.empty() ? std::string_view() : dates.front();
}

// Where a browser gets the picture; empty when the hit is none or the archives
// are not at hand.
std::string picture_source(const Scope& scope, const index::ShownHit& hit) {
  const index::StoredDocument& values = hit.document;
  std::string_view date = first_date(hit);
  if (scope.site->archives == nullptr || date.empty() ||
      index::type_family(index::value_of(values, "type")) != "image" ||
      std::strtoull(index::value_of(values, "length").c_str(), nullptr, 10) >
          kMostPictureBytes) {
    return {};
  }
  return raw_href(date, index::value_of(values, "url"));
}

std::string hit_href(const Scope& scope, const index::ShownHit& hit) {
  const std::string& url = index::value_of(hit.document, "url");
  std::string_view first = first_date(hit);
  return first.empty() ? url_page_href(scope, url)
                       : capture_href(scope, first, url);
}

std::string_view shown_title(const index::ShownHit& hit) {
  const std::string& title = index::value_of(hit.document, "title");
  if (!title.empty()) return title;
  std::string_view url = short_url(index::value_of(hit.document, "url"));
  if (index::type_family(index::value_of(hit.document, "type")) != "image") {
    return url;
  }
  // The name of its file, which stands beside its picture.
  std::string_view name = url.substr(url.rfind('/') + 1);
  return name.empty() ? url : name;
}

void append_facts_of(const index::StoredDocument& values, Markup& out) {
  const std::string& type = index::value_of(values, "type");
  const std::string& lang = index::value_of(values, "lang");
  const std::string& status = index::value_of(values, "status");
  out << "<span class=\"facts\">";
  if (!type.empty()) {
    out << "<span title=\"" << type << "\">" << type_name(type) << "</span>";
  }
  if (!lang.empty()) out << "<span>" << lang << "</span>";
  if (!status.empty() && status != "200") {
    out << "<span>HTTP " << status << "</span>";
  }
  if (const auto& length = index::value_of(values, "length"); !length.empty()) {
    out << "<span>" << size_text(std::strtoull(length.c_str(), nullptr, 10))
        << "</span>";
  }
  out << "</span>";
}

// The other hits of a group, by their titles.
void append_others(const Scope& scope, std::span<const index::ShownHit> others,
                   Markup& out) {
  if (others.empty()) return;
  out << "<ul class=\"others\">";
  for (const index::ShownHit& other : others) {
    out << "<li dir=\"auto\"><a href=\"" << hit_href(scope, other) << "\">"
        << shown_title(other) << "</a> <span class=\"quiet\" dir=\"ltr\">"
        << short_url(index::value_of(other.document, "url")) << "</span></li>";
  }
  out << "</ul>";
}

// A link to all of the group, where a search can name it.
void append_rest(const SearchLink& link, std::string_view folded,
                 const index::ShownHit& best, size_t shown, Markup& out) {
  if (best.group_total <= 1) return;
  const index::StoredDocument& values = best.document;
  if (folded == "url") {
    out << "<a href=\""
        << url_page_href(*link.scope, index::value_of(values, "url"))
        << "#versions\">" << counted(best.group_total, "version", "versions")
        << " found</a>";
  } else if (folded == "similar") {
    if (best.group_total > shown) {
      out << "<span>" << counted(best.group_total, "page", "pages")
          << " almost the same</span>";
    }
  } else if (const auto& value = index::value_of(values, std::string(folded));
             !value.empty() && best.group_total > shown) {
    out << "<a href=\""
        << link.with(std::string(folded), value).with_collapse("url").href()
        << "\">All " << grouped(best.group_total) << " of " << value << "</a>";
  }
}

}  // namespace

void append_years(const Scope& scope,
                  const std::vector<std::string_view>& dates,
                  std::string_view url, Markup& out) {
  struct Year {
    std::string_view first;
    uint64_t captures = 0;
  };
  std::map<std::string_view, Year> years;
  for (std::string_view date : dates) {
    Year& year = years[date.substr(0, 4)];
    if (year.captures++ == 0) year.first = date;
  }
  out << "<ol class=\"years\" aria-label=\"Captures by year\">";
  for (const auto& [name, year] : years) {
    out << "<li><a class=\"shade-" << shade(year.captures, 12) << "\" href=\""
        << capture_href(scope, year.first, url) << "\" title=\""
        << counted(year.captures, "capture", "captures") << " in " << name
        << "\">" << name;
    if (year.captures > 1) {
      out << "<span class=\"count\"> <span aria-hidden=\"true\">×</span>"
          << year.captures << "</span>";
    }
    out << "</a></li>";
  }
  out << "</ol>";
}

void append_group(const SearchLink& link, std::string_view folded,
                  std::span<const index::ShownHit> group, Markup& out) {
  const Scope& scope = *link.scope;
  const index::ShownHit& found = group.front();
  const index::StoredDocument& values = found.document;
  const std::string& url = index::value_of(values, "url");
  const std::string& site = index::value_of(values, "site");
  const std::string& lang = index::value_of(values, "lang");
  std::vector<std::string_view> dates = values_of(values, "date");
  std::string href = hit_href(scope, found);
  std::string picture = picture_source(scope, found);
  out << "<li class=\"hit\"><article";
  if (!lang.empty()) out << " lang=\"" << lang << "\"";
  out << ">";
  if (!picture.empty()) {
    out << "<a class=\"picture\" href=\"" << href
        << "\" tabindex=\"-1\" aria-hidden=\"true\"><img alt=\"\" "
           "loading=\"lazy\" decoding=\"async\" src=\""
        << picture << "\"></a>";
  }
  out << "<h3 dir=\"auto\"><a href=\"" << href << "\">" << shown_title(found)
      << "</a></h3><p class=\"url\" dir=\"ltr\">" << short_url(url) << "</p>";
  if (!found.snippet.text.empty()) {
    out << "<p class=\"snippet\" dir=\"auto\">";
    append_marked(found.snippet, out);
    out << "</p>";
  }
  append_others(scope, group.subspan(1), out);
  out << "<div class=\"meta\" lang=\"en\">";
  append_facts_of(values, out);
  if (!dates.empty()) append_years(scope, dates, url, out);
  out << "<span class=\"links\"><a href=\"" << url_page_href(scope, url)
      << "\">" << counted(dates.size(), "capture", "captures") << "</a>";
  if (!site.empty() && folded != "site") {
    out << "<a href=\"" << search_href(scope, "site", site)
        << "\">More from this site</a>";
  }
  append_rest(link, folded, found, group.size(), out);
  out << "</span>";
  append_citation(scope, found, first_date(found), out);
  out << "</div></article></li>";
}

bool are_pictures(const Scope& scope, std::span<const index::ShownHit> hits) {
  return !hits.empty() &&
         std::all_of(hits.begin(), hits.end(), [&](const auto& hit) {
           return !picture_source(scope, hit).empty();
         });
}

}  // namespace wax::serve
