#include "serve/pages/url_page.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cdx/format/capture_line.h"
#include "index/search/searcher.h"
#include "io/error.h"
#include "serve/api/search_answer.h"
#include "serve/api/url_captures.h"
#include "serve/pages/frame.h"
#include "text/number.h"

namespace wax::serve {
namespace {

constexpr uint64_t kRowsOfPage = 200;

// What the full text has of a version.
struct IndexedVersion {
  std::string title;
  std::string lang;
  std::vector<std::string> dates;
};

struct PageVersion {
  size_t number = 0;  // from 1, in order of first captures
  UrlCapture first;
  std::string last;
  uint64_t captures = 0;
};

struct UrlHistory {
  std::string url;
  std::string urlkey;
  std::vector<UrlCapture> captures;
  std::vector<size_t> version_of;  // of each capture, into `versions`
  std::vector<PageVersion> versions;
  std::vector<bool> repeats;  // whether a capture repeats one before it
  uint64_t revisits = 0;
  uint64_t duplicates = 0;
  bool cut = false;
  std::map<std::string, IndexedVersion> indexed;  // by digest
};

void read_index(const Scope& scope, UrlHistory& history) {
  if (scope.generation->reader == nullptr) return;
  const index::IndexReader& reader = *scope.generation->reader;
  index::Query query;
  query.kind = index::Query::Kind::kExact;
  query.field = "urlkey";
  query.values = {history.urlkey};
  index::StoredDocument values;
  for (const index::Hit& hit :
       index::Searcher(reader).search(query, 0, kMostHits).best) {
    reader.document(hit.document,
                    {"url", "digest", "title", "date", "type", "status", "lang",
                     "length", "filename", "offset"},
                    values);
    std::string digest(cdx::without_sha1(index::value_of(values, "digest")));
    IndexedVersion& version = history.indexed[digest];
    version.title = index::value_of(values, "title");
    version.lang = index::value_of(values, "lang");
    for (std::string_view date : values_of(values, "date")) {
      version.dates.emplace_back(date);
    }
    if (scope.generation->has_captures()) continue;
    bool first = true;
    for (const std::string& date : version.dates) {
      UrlCapture capture;
      capture.date = date;
      capture.url = index::value_of(values, "url");
      capture.mime = index::value_of(values, "type");
      capture.status = index::value_of(values, "status");
      capture.digest = digest;
      if (first) {
        capture.length = index::value_of(values, "length");
        capture.filename = index::value_of(values, "filename");
        capture.offset = index::value_of(values, "offset");
      }
      first = false;
      history.captures.push_back(std::move(capture));
    }
  }
  std::stable_sort(
      history.captures.begin(), history.captures.end(),
      [](const UrlCapture& a, const UrlCapture& b) { return a.date < b.date; });
}

void find_versions(UrlHistory& history) {
  std::map<std::string, size_t> by_digest;
  for (const UrlCapture& capture : history.captures) {
    std::string digest = capture.digest;
    auto [found, is_new] =
        by_digest.try_emplace(digest, history.versions.size());
    bool repeats = !digest.empty() && !is_new;
    if (is_new || digest.empty()) {
      found->second = history.versions.size();
      history.versions.push_back({history.versions.size() + 1, capture, {}, 0});
    }
    PageVersion& version = history.versions[found->second];
    version.last = capture.date;
    ++version.captures;
    if (capture.is_revisit) {
      ++history.revisits;
    } else if (repeats) {
      ++history.duplicates;
    }
    history.version_of.push_back(found->second);
    history.repeats.push_back(repeats);
  }
}

UrlHistory history_of(const Scope& scope, const std::string& url) {
  UrlHistory history;
  history.url = url;
  UrlCaptures captures(scope, url);
  history.urlkey = captures.urlkey();
  UrlCapture capture;
  while (!history.cut && captures.next(capture)) {
    history.cut = history.captures.size() == kMostListed;
    if (!history.cut) history.captures.push_back(capture);
  }
  read_index(scope, history);
  find_versions(history);
  if (!history.captures.empty()) history.url = history.captures.back().url;
  return history;
}

void append_facts(const Scope& scope, const UrlHistory& history, Markup& out) {
  auto fact = [&out](std::string_view name, const Markup& value) {
    out << "<div><dt>" << name << "</dt><dd>" << value << "</dd></div>";
  };
  auto number = [](uint64_t value) {
    Markup text;
    text << grouped(value);
    return text;
  };
  auto seen = [&](const UrlCapture& capture) {
    Markup text;
    text << "<a href=\"" << capture_href(scope, capture.date, capture.url)
         << "\">" << day_element(capture.date) << "</a>";
    return text;
  };
  out << "<dl class=\"facts-row\">";
  fact("first seen", seen(history.captures.front()));
  fact("last seen", seen(history.captures.back()));
  fact("captures", number(history.captures.size()));
  fact("versions", number(history.versions.size()));
  fact("duplicates", number(history.duplicates));
  fact("revisits", number(history.revisits));
  out << "</dl>";
}

void append_calendar(const UrlHistory& history, Markup& out) {
  constexpr std::array<std::string_view, 12> kMonths = {
      "January", "February", "March",     "April",   "May",      "June",
      "July",    "August",   "September", "October", "November", "December"};
  struct Month {
    uint64_t captures = 0;
    uint64_t changes = 0;
    std::string first;
  };
  std::map<std::string, std::array<Month, 12>> years;
  uint64_t most = 8;  // so that few captures look like few
  for (size_t i = 0; i < history.captures.size(); ++i) {
    const std::string& date = history.captures[i].date;
    if (date.size() < 6) continue;
    auto month = text::whole_number(std::string_view(date).substr(4, 2));
    if (!month || *month < 1 || *month > 12) continue;
    Month& cell = years[date.substr(0, 4)][*month - 1];
    if (cell.captures++ == 0) cell.first = date;
    if (!history.repeats[i]) ++cell.changes;
    most = std::max(most, cell.captures);
  }
  if (years.empty()) return;
  out << "<section><h2 "
         "id=\"calendar\">Calendar</h2>"
         "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
         "aria-labelledby=\"calendar\"><table class=\"calendar\"><caption "
         "class=\"off\">Captures by year and month</caption><thead><tr><th "
         "scope=\"col\"><span class=\"off\">Year</span></th>";
  for (std::string_view month : kMonths) {
    out << "<th scope=\"col\"><abbr title=\"" << month << "\">"
        << month.substr(0, 3) << "</abbr></th>";
  }
  out << "</tr></thead><tbody>";
  for (const auto& [year, months] : years) {
    out << "<tr><th scope=\"row\">" << year << "</th>";
    for (size_t i = 0; i < months.size(); ++i) {
      const Month& month = months[i];
      if (month.captures == 0) {
        out << "<td></td>";
        continue;
      }
      out << "<td><a class=\"shade-" << shade(month.captures, most)
          << "\" href=\"#at-" << month.first << "\" title=\""
          << counted(month.captures, "capture", "captures") << " in "
          << kMonths[i] << " " << year << ", "
          << counted(month.changes, "new version", "new versions") << "\">"
          << month.captures;
      if (month.changes > 0) {
        out << "<span class=\"dot\" aria-hidden=\"true\"></span>";
      }
      out << "</a></td>";
    }
    out << "</tr>";
  }
  out << "</tbody></table></div><p class=\"note\"><span class=\"dot\" "
         "aria-hidden=\"true\"></span> months with a new version</p></section>";
}

std::string short_digest(const std::string& digest) {
  return digest.substr(0, 8);
}

void append_versions(const Scope& scope, const UrlHistory& history,
                     Markup& out) {
  out << "<section aria-labelledby=\"versions\"><h2 id=\"versions\">Versions"
         "</h2><ol class=\"versions\">";
  constexpr size_t kMostVersions = 500;
  for (const PageVersion& version : history.versions) {
    if (version.number > kMostVersions) break;
    out << "<li><p><a href=\""
        << capture_href(scope, version.first.date, version.first.url) << "\">"
        << day_element(version.first.date) << "</a>";
    if (version.captures > 1) out << " – " << day_element(version.last);
    out << " <span class=\"quiet\">"
        << counted(version.captures, "capture", "captures") << "</span></p>";
    auto indexed = history.indexed.find(version.first.digest);
    if (indexed != history.indexed.end() && !indexed->second.title.empty()) {
      out << "<p dir=\"auto\" class=\"title\">" << indexed->second.title
          << "</p>";
    }
    out << "<p class=\"quiet\">";
    if (!version.first.mime.empty()) out << version.first.mime << " · ";
    if (!version.first.status.empty()) {
      out << "HTTP " << version.first.status << " · ";
    }
    out << "<code title=\"" << version.first.digest << "\">"
        << short_digest(version.first.digest) << "</code>";
    out << "</p>";
    if (version.number > 1) {
      const std::string& before =
          history.versions[version.number - 2].first.digest;
      if (history.indexed.contains(before) &&
          indexed != history.indexed.end()) {
        out << "<p><a href=\"/url/changes?url=" << UrlPart{history.url}
            << "&amp;from=" << UrlPart{before}
            << "&amp;to=" << UrlPart{version.first.digest}
            << in_parameter(scope) << "\">What changed</a></p>";
      }
    }
    out << "</li>";
  }
  out << "</ol>";
  if (history.versions.size() > kMostVersions) {
    out << "<p class=\"notice\">The first " << kMostVersions
        << " are shown.</p>";
  }
  out << "</section>";
}

void append_captures(const Scope& scope, const UrlHistory& history,
                     uint64_t start, Markup& out) {
  uint64_t end =
      std::min<uint64_t>(history.captures.size(), start + kRowsOfPage);
  out << "<section><h2 id=\"captures\">Captures"
         "</h2><div class=\"scroll\" tabindex=\"0\" role=\"region\" "
         "aria-labelledby=\"captures\"><table class=\"captures\"><thead><tr>"
         "<th scope=\"col\">Date (UTC)</th><th scope=\"col\">Version</th>"
         "<th scope=\"col\">Status</th><th scope=\"col\">Type</th>"
         "<th scope=\"col\" class=\"right\">Record</th>"
         "<th scope=\"col\">Archive, byte</th>";
  out << "<th scope=\"col\"><span "
         "class=\"off\">Details</span></th></tr></thead><tbody>";
  for (uint64_t i = start; i < end; ++i) {
    const UrlCapture& capture = history.captures[i];
    const PageVersion& version = history.versions[history.version_of[i]];
    out << "<tr id=\"at-" << capture.date << "\"><td><a href=\""
        << capture_href(scope, capture.date, capture.url) << "\">"
        << moment_element(capture.date) << "</a></td><td>";
    if (capture.is_revisit) {
      out << "<span class=\"kind revisit\">revisit</span>";
    } else if (history.repeats[i]) {
      out << "<span class=\"kind same\">duplicate</span>";
    } else {
      out << "<span class=\"kind new\">new</span>";
    }
    out << " " << version.number << "</td><td>" << capture.status << "</td><td>"
        << capture.mime << "</td><td class=\"right\">";
    if (auto size = text::whole_number(capture.length)) out << size_text(*size);
    out << "</td><td class=\"place\">" << capture.filename;
    if (!capture.offset.empty()) {
      out << " <span class=\"quiet\">" << capture.offset << "</span>";
    }
    out << "</td>";
    out << "<td><a href=\""
        << capture_page_href(scope, capture.date, capture.url)
        << "\">details<span class=\"off\"> of " << capture.date
        << "</span></a></td>";
    out << "</tr>";
  }
  out << "</tbody></table></div>";
  if (history.captures.size() > kRowsOfPage) {
    out << "<nav class=\"paging\" aria-label=\"Captures\"><ul>";
    for (uint64_t at = 0; at < history.captures.size(); at += kRowsOfPage) {
      out << "<li><a href=\"" << url_page_href(scope, history.url)
          << "&amp;start=" << at << "#captures\"";
      if (at == start) out << " aria-current=\"page\"";
      out << ">" << at + 1 << "</a></li>";
    }
    out << "</ul></nav>";
  }
  out << "</section>";
}

}  // namespace

Response url_page(const Site& site, const Request& request) {
  Scope scope = scope_of(site, request);
  std::string url(request.parameters.get("url"));
  PageFrame frame;
  frame.title = "Captures of " + url + " – " + scope.collection->name();
  Markup out;
  if (url.empty()) throw UsageError("Give a URL: /url?url=...");
  UrlHistory history;
  try {
    history = history_of(scope, url);
  } catch (const UsageError& error) {
    out << "<h1>No captures</h1><p class=\"url\" dir=\"ltr\">" << url
        << "</p><div class=\"error\" role=\"alert\"><pre>"
        << std::string_view(error.what()) << "</pre></div>";
    return page(scope, frame, out, 400);
  }
  if (history.captures.empty()) {
    out << "<h1>No captures</h1><p class=\"url\" dir=\"ltr\">" << url
        << "</p><p>This collection has no capture of this URL. <a href=\""
        << search_href(scope, "query", url)
        << "\">Search for its words</a>.</p>";
    return page(scope, frame, out, 404);
  }
  std::string title;
  for (const PageVersion& version : history.versions) {
    auto found = history.indexed.find(version.first.digest);
    if (found != history.indexed.end() && !found->second.title.empty()) {
      title = found->second.title;
    }
  }
  out << "<div class=\"page-of-url\"><h1 dir=\"auto\">"
      << (title.empty() ? short_url(history.url) : std::string_view(title))
      << "</h1><p class=\"url\" dir=\"ltr\">" << history.url << "</p>";
  append_facts(scope, history, out);
  if (history.cut) {
    out << "<p class=\"notice\">Only the first " << grouped(kMostListed)
        << " captures are counted here. <a href=\"/api/captures?url="
        << UrlPart{history.url} << in_parameter(scope) << "\">All captures</a>"
        << "</p>";
  }
  append_calendar(history, out);
  append_versions(scope, history, out);
  uint64_t start = request.parameters.number("start", 0);
  if (start >= history.captures.size()) start = 0;
  append_captures(scope, history, start - start % kRowsOfPage, out);
  out << "<p class=\"note\">URL key <code>" << history.urlkey
      << "</code> · <a href=\"/api/captures?url=" << UrlPart{history.url}
      << in_parameter(scope)
      << "\">JSON</a> · <a href=\"/url/similar?url=" << UrlPart{history.url}
      << in_parameter(scope) << "\">Pages like this</a></p></div>";
  return page(scope, frame, out);
}

}  // namespace wax::serve
