#include "serve/pages/search_page.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "index/search/suggest.h"
#include "io/error.h"
#include "serve/api/search_answer.h"
#include "serve/pages/frame.h"

namespace wax::serve {
namespace {

// A search as parameters of a URL, with some of them changed.
struct SearchLink {
  const Scope* scope;
  SearchRequest search;

  [[nodiscard]] std::string parameters() const {
    std::string out = "query=" + url_part(search.text);
    auto add = [&out](std::string_view name, const std::string& value) {
      if (value.empty()) return;
      out.append("&").append(name).append("=").append(url_part(value));
    };
    for (const auto& [field, value] : search.filters) add(field, value);
    add("from", search.from);
    add("to", search.to);
    add("sort", search.sort);
    add("collapse", search.collapse);
    if (scope->is_one_of_many()) add("in", scope->collection->name());
    return out;
  }
  [[nodiscard]] std::string href(uint64_t start = 0) const {
    std::string out = "/search?" + parameters();
    if (start > 0) out += "&start=" + std::to_string(start);
    if (search.count != SearchRequest().count) {
      out += "&count=" + std::to_string(search.count);
    }
    return out;
  }
  [[nodiscard]] SearchLink with(const std::string& field,
                                const std::string& value) const {
    SearchLink other = *this;
    other.search.filters.emplace_back(field, value);
    return other;
  }
  [[nodiscard]] SearchLink without_filter(size_t i) const {
    SearchLink other = *this;
    other.search.filters.erase(other.search.filters.begin() +
                               static_cast<ptrdiff_t>(i));
    return other;
  }
  [[nodiscard]] SearchLink without_dates() const {
    SearchLink other = *this;
    other.search.from.clear();
    other.search.to.clear();
    return other;
  }
  [[nodiscard]] SearchLink with_year(const std::string& year) const {
    SearchLink other = *this;
    other.search.from = year;
    other.search.to = year;
    return other;
  }
  [[nodiscard]] SearchLink with_sort(std::string_view sort) const {
    SearchLink other = *this;
    other.search.sort = sort;
    return other;
  }
  [[nodiscard]] SearchLink with_text(std::string text) const {
    SearchLink other = *this;
    other.search.text = std::move(text);
    return other;
  }
};

std::string_view field_title(std::string_view field) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 11>
      kTitles = {{{"site", "Site"},
                  {"domain", "Domain"},
                  {"type", "Type"},
                  {"family", "Kind"},
                  {"lang", "Language"},
                  {"status", "HTTP status"},
                  {"charset", "Encoding"},
                  {"collection", "Collection"},
                  {"urlkey", "URL key"},
                  {"digest", "Digest"},
                  {"filename", "Archive"}}};
  for (const auto& [name, title] : kTitles) {
    if (name == field) return title;
  }
  return field;
}

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

void append_help(Markup& out) {
  constexpr std::array<std::array<std::string_view, 2>, 10> kExamples = {{
      {"river castle", "both words"},
      {"river OR castle", "one of them"},
      {"river -castle", "the first without the second"},
      {"\"grey heron\"", "words in this order"},
      {"archiv*", "words with this beginning"},
      {"title:heron", "a word of the title"},
      {"site:example.org", "pages of a site"},
      {"url:http://example.org/news/*", "URLs with this beginning"},
      {"type:application/pdf", "a media type"},
      {"date:2006-2008", "captured in these years"},
  }};
  out << "<details class=\"help\"><summary>How to search</summary>"
         "<dl class=\"grid\">";
  for (const auto& [example, meaning] : kExamples) {
    out << "<div><dt><code>" << example << "</code></dt><dd>" << meaning
        << "</dd></div>";
  }
  out << "</dl><p>Keys: <kbd>/</kbd> goes to the search box, <kbd>j</kbd> and "
         "<kbd>k</kbd> to the next and the previous hit.</p></details>";
}

// What a form keeps of a search, but for query and dates.
void append_kept(const Scope& scope, const SearchRequest& search, Markup& out) {
  auto keep = [&out](std::string_view name, std::string_view value) {
    if (value.empty()) return;
    out << "<input type=\"hidden\" name=\"" << name << "\" value=\"" << value
        << "\">";
  };
  out << in_field(scope);
  for (const auto& [field, value] : search.filters) keep(field, value);
  keep("sort", search.sort);
  keep("collapse", search.collapse);
}

void append_form(const Scope& scope, const SearchRequest& search, bool focus,
                 Markup& out) {
  out << "<form class=\"search\" role=\"search\" action=\"/search\">";
  append_kept(scope, search, out);
  for (std::string_view name : {"from", "to"}) {
    const std::string& date = name == "from" ? search.from : search.to;
    if (date.empty()) continue;
    out << "<input type=\"hidden\" name=\"" << name << "\" value=\"" << date
        << "\">";
  }
  out << "<label for=\"query\">Search the archived pages</label>"
         "<div class=\"row\"><input id=\"query\" type=\"search\" "
         "name=\"query\" "
         "dir=\"auto\" autocomplete=\"off\" spellcheck=\"false\" value=\""
      << search.text << "\"";
  if (focus) out << " autofocus";
  out << "><button>Search</button></div></form>";
  append_help(out);
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

// The years of the captures, each with a link to its first capture.
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

void append_hit(const Scope& scope, const index::ShownHit& found, Markup& out) {
  const index::StoredDocument& values = found.document;
  const std::string& url = index::value_of(values, "url");
  const std::string& title = index::value_of(values, "title");
  const std::string& site = index::value_of(values, "site");
  const std::string& type = index::value_of(values, "type");
  const std::string& lang = index::value_of(values, "lang");
  const std::string& status = index::value_of(values, "status");
  std::vector<std::string_view> dates = values_of(values, "date");
  std::string_view first = dates.empty() ? std::string_view() : dates.front();
  out << "<li class=\"hit\"><article";
  if (!lang.empty()) out << " lang=\"" << lang << "\"";
  out << "><h3 dir=\"auto\"><a href=\""
      << (first.empty() ? url_page_href(scope, url)
                        : capture_href(scope, first, url))
      << "\">" << (title.empty() ? short_url(url) : std::string_view(title))
      << "</a></h3><p class=\"url\" dir=\"ltr\">" << short_url(url) << "</p>";
  if (!found.snippet.text.empty()) {
    out << "<p class=\"snippet\" dir=\"auto\">";
    append_marked(found.snippet, out);
    out << "</p>";
  }
  out << "<div class=\"meta\" lang=\"en\"><span class=\"facts\">";
  if (!type.empty())
    out << "<span title=\"" << type << "\">" << type_name(type) << "</span>";
  if (!lang.empty()) out << "<span>" << lang << "</span>";
  if (!status.empty() && status != "200")
    out << "<span>HTTP " << status << "</span>";
  if (const auto& length = index::value_of(values, "length"); !length.empty()) {
    out << "<span>" << size_text(std::strtoull(length.c_str(), nullptr, 10))
        << "</span>";
  }
  out << "</span>";
  if (!dates.empty()) append_years(scope, dates, url, out);
  out << "<span class=\"links\"><a href=\"" << url_page_href(scope, url)
      << "\">" << counted(dates.size(), "capture", "captures") << "</a>";
  if (!site.empty()) {
    out << "<a href=\"" << search_href(scope, "site", site)
        << "\">More from this site</a>";
  }
  if (found.group_total > 1) {
    out << "<a href=\"" << url_page_href(scope, url) << "#versions\">"
        << counted(found.group_total, "version", "versions") << " found</a>";
  }
  out << "</span>";
  append_citation(scope, found, first, out);
  out << "</div></article></li>";
}

void append_filters(const SearchLink& link, Markup& out) {
  const SearchRequest& search = link.search;
  bool dates = !search.from.empty() || !search.to.empty();
  if (search.filters.empty() && !dates) return;
  out << "<ul class=\"filters\" aria-label=\"Filters\">";
  for (size_t i = 0; i < search.filters.size(); ++i) {
    const auto& [field, value] = search.filters[i];
    out << "<li><a href=\"" << link.without_filter(i).href()
        << "\"><span class=\"label\">" << field_title(field) << "</span> "
        << value << "<span class=\"off\"> (remove)</span></a></li>";
  }
  if (dates) {
    out << "<li><a href=\"" << link.without_dates().href()
        << "\"><span class=\"label\">Captured</span> " << search.from << "–"
        << search.to << "<span class=\"off\"> (remove)</span></a></li>";
  }
  out << "</ul>";
}

void append_facets(const SearchLink& link, const SearchAnswer& answer,
                   Markup& out) {
  out << "<aside class=\"facets\" aria-labelledby=\"refine\">"
         "<h2 id=\"refine\">Refine</h2>";
  for (const index::Facet& facet : answer.facets) {
    if (facet.values.size() < 2) continue;
    uint64_t most = facet.values.front().count;
    out << "<section><h3>" << field_title(facet.field) << "</h3><ul>";
    for (const index::FacetValue& value : facet.values) {
      out << "<li><a href=\"" << link.with(facet.field, value.value).href()
          << "\"><span class=\"value\" dir=\"auto\" title=\"" << value.value
          << "\">" << value.value << "</span><span class=\"number\">"
          << grouped(value.count) << "</span>" << bar(value.count, most)
          << "</a></li>";
    }
    out << "</ul></section>";
  }
  out << "<section class=\"dates\"><h3>Captured</h3><form action=\"/search\">"
         "<input type=\"hidden\" name=\"query\" value=\""
      << link.search.text << "\">";
  append_kept(*link.scope, link.search, out);
  out << "<label>from <input name=\"from\" inputmode=\"numeric\" size=\"8\" "
         "pattern=\"[0-9]{4,14}\" placeholder=\"2006\" value=\""
      << link.search.from
      << "\"></label> <label>to <input name=\"to\" inputmode=\"numeric\" "
         "size=\"8\" pattern=\"[0-9]{4,14}\" placeholder=\"2008\" value=\""
      << link.search.to
      << "\"></label> <button>Apply</button></form></section>"
         "<section><h3>Save the result</h3><ul class=\"plain\">";
  constexpr std::array<std::array<std::string_view, 2>, 4> kFormats = {
      {{"csv", "CSV"},
       {"jsonl", "JSON lines"},
       {"cdx", "CDX"},
       {"urls", "URLs"}}};
  for (const auto& [format, name] : kFormats) {
    out << "<li><a href=\"/api/export?format=" << format << "&amp;"
        << link.parameters() << "\">" << name << "</a></li>";
  }
  out << "<li><a href=\"/opensearch?" << link.parameters()
      << "\">RSS</a></li></ul></section></aside>";
}

void append_paging(const SearchLink& link, uint64_t total, Markup& out) {
  uint64_t count = std::max<uint64_t>(link.search.count, 1);
  uint64_t reachable = std::min(total, kLastHit - kMostHits);
  uint64_t pages = (reachable + count - 1) / count;
  uint64_t current = link.search.start / count;
  if (pages < 2) return;
  out << "<nav class=\"paging\" aria-label=\"Pages of the result\"><ul>";
  if (current > 0) {
    out << "<li><a rel=\"prev\" href=\"" << link.href((current - 1) * count)
        << "\">Previous</a></li>";
  }
  uint64_t from = current < 4 ? 0 : current - 4;
  uint64_t to = std::min(pages, from + 9);
  for (uint64_t page = from; page < to; ++page) {
    out << "<li><a href=\"" << link.href(page * count) << "\"";
    if (page == current) out << " aria-current=\"page\"";
    out << " aria-label=\"Page " << page + 1 << "\">" << page + 1
        << "</a></li>";
  }
  if (current + 1 < pages) {
    out << "<li><a rel=\"next\" href=\"" << link.href((current + 1) * count)
        << "\">Next</a></li>";
  }
  out << "</ul></nav>";
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool quoted = false;
  for (char c : std::string(text) + ' ') {
    if (c == '"') quoted = !quoted;
    if (c == ' ' && !quoted) {
      if (!word.empty()) words.push_back(std::move(word));
      word.clear();
    } else {
      word += c;
    }
  }
  return words;
}

// What the reader can try when nothing was found.
void append_nothing_found(const SearchLink& link, Markup& out) {
  const SearchRequest& search = link.search;
  out << "<div class=\"nothing\"><p>No document has all that was asked "
         "for.</p><ul>";
  bool filtered =
      !search.filters.empty() || !search.from.empty() || !search.to.empty();
  if (filtered) {
    SearchLink bare = link.without_dates();
    bare.search.filters.clear();
    uint64_t found = count_documents(*link.scope, bare.search);
    out << "<li><a href=\"" << bare.href()
        << "\">Without filters</a>: " << counted(found, "document", "documents")
        << "</li>";
  }
  std::vector<std::string> words = words_of(search.text);
  constexpr size_t kMostWords = 8;
  if (words.size() > 1 && words.size() <= kMostWords) {
    for (const std::string& word : words) {
      SearchLink alone = link.with_text(word);
      uint64_t found = 0;
      try {
        found = count_documents(*link.scope, alone.search);
      } catch (const UsageError&) {
        continue;  // A part of the query that is no query, such as "OR".
      }
      out << "<li><a dir=\"auto\" href=\"" << alone.href() << "\">" << word
          << "</a> alone: " << counted(found, "document", "documents")
          << "</li>";
    }
  }
  if (words.size() == 1 &&
      words[0].find_first_of("\"*:()") == std::string::npos) {
    SearchLink prefix = link.with_text(words[0] + "*");
    out << "<li>Words that begin so: <a dir=\"auto\" href=\"" << prefix.href()
        << "\">" << prefix.search.text << "</a></li>";
  }
  out << "<li>Is it a URL? <a href=\""
      << url_page_href(*link.scope, search.text)
      << "\">Look for its captures</a>.</li></ul></div>";
}

// How many documents were captured in each year, each with a link.
void append_histogram(const SearchLink& link, Markup& out) {
  ReportedData problems(*link.scope->site);
  std::vector<index::FacetValue> years =
      index::trend(reader_of(*link.scope), query_of(*link.scope, link.search),
                   "year", search_options(link.search, problems));
  constexpr size_t kMostYears = 60;
  if (years.size() < 2 || years.size() > kMostYears) return;
  uint64_t most = 1;
  for (const index::FacetValue& year : years) most = std::max(most, year.count);
  constexpr uint64_t kHeight = 40;
  out << "<ol class=\"histogram\" aria-label=\"Documents by year of capture\">";
  for (const index::FacetValue& year : years) {
    uint64_t height = year.count == 0
                          ? 0
                          : std::max<uint64_t>(1, year.count * kHeight / most);
    out << "<li><a data-year=\"" << year.value
        << "\" draggable=\"false\" href=\"" << link.with_year(year.value).href()
        << "\" title=\"" << counted(year.count, "document", "documents")
        << " in " << year.value << "\"><svg viewBox=\"0 0 10 " << kHeight
        << "\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect "
           "width=\"10\" y=\""
        << kHeight - height << "\" height=\"" << height << "\"/></svg><span>"
        << year.value << "</span></a></li>";
  }
  out << "</ol>";
}

void append_sorting(const SearchLink& link, Markup& out) {
  constexpr std::array<std::array<std::string_view, 2>, 3> kOrders = {
      {{"", "Relevance"}, {"newest", "Newest"}, {"oldest", "Oldest"}}};
  out << "<nav class=\"sort\" aria-label=\"Order\"><ul>";
  for (const auto& [sort, name] : kOrders) {
    out << "<li><a href=\"" << link.with_sort(sort).href() << "\"";
    if (sort == link.search.sort) out << " aria-current=\"true\"";
    out << ">" << name << "</a></li>";
  }
  out << "</ul></nav>";
}

// A query with words that the index has.
void append_suggestion(const SearchLink& link, uint64_t total, Markup& out) {
  if (total > index::kFewHits || link.search.text.empty()) return;
  ReportedData problems(*link.scope->site);
  std::string text =
      index::did_you_mean(reader_of(*link.scope), link.search.text, total,
                          search_options(link.search, problems));
  if (text.empty()) return;
  out << "<p class=\"notice\">Did you mean <a dir=\"auto\" href=\""
      << link.with_text(text).href() << "\">" << text << "</a>?</p>";
}

void append_result(const SearchLink& link, const SearchAnswer& answer,
                   Markup& out) {
  const SearchRequest& search = link.search;
  std::array<char, 32> seconds;
  std::snprintf(seconds.data(), seconds.size(), "%.3f s", answer.seconds);
  out << "<div class=\"columns\"><section class=\"results\" "
         "aria-labelledby=\"total\"><h2 id=\"total\" class=\"total\">"
      << counted(answer.total, "document", "documents");
  if (search.start > 0)
    out << ", from the " << grouped(search.start + 1) << "th";
  out << " <span class=\"time\">" << std::string_view(seconds.data())
      << "</span></h2>";
  append_filters(link, out);
  append_suggestion(link, answer.total, out);
  if (answer.total > 1) {
    append_histogram(link, out);
    append_sorting(link, out);
  }
  if (answer.out_of_time) {
    out << "<p class=\"notice\">The search ran out of time; these are the hits "
           "so far.</p>";
  }
  if (answer.total == 0) append_nothing_found(link, out);
  if (answer.total > 0 && answer.hits.empty()) {
    out << "<p class=\"notice\">There are no hits on this page. <a href=\""
        << link.href() << "\">First page</a></p>";
  }
  out << "<ol class=\"hits\" start=\"" << search.start + 1 << "\">";
  for (const index::ShownHit& found : answer.hits) {
    append_hit(*link.scope, found, out);
  }
  out << "</ol>";
  append_paging(link, answer.groups, out);
  out << "</section>";
  append_facets(link, answer, out);
  out << "</div>";
}

void append_welcome(const Scope& scope, Markup& out) {
  out << "<section class=\"welcome\"><p>";
  if (scope.generation->reader != nullptr) {
    uint64_t documents = scope.generation->reader->documents() -
                         scope.generation->reader->deleted();
    out << counted(documents, "document", "documents") << " in the collection "
        << "<a href=\"/collection?in=" << UrlPart{scope.collection->name()}
        << "\">" << scope.collection->name() << "</a>.";
  } else {
    out << "The collection " << scope.collection->name()
        << " has captures, but no full text.";
  }
  out << "</p>";
  if (scope.is_one_of_many()) {
    out << "<h2>Collections</h2><ul class=\"plain\">";
    for (const auto& collection : scope.site->collections.all()) {
      out << "<li><a href=\"/?in=" << UrlPart{collection->name()} << "\">"
          << collection->name() << "</a></li>";
    }
    out << "</ul>";
  }
  out << "<form class=\"by-url\" action=\"/url\">" << in_field(scope)
      << "<label for=\"url\">Or find the captures of a URL</label>"
         "<div class=\"row\"><input id=\"url\" name=\"url\" type=\"text\" "
         "dir=\"ltr\" inputmode=\"url\" autocapitalize=\"none\" "
         "spellcheck=\"false\" placeholder=\"http://\">"
         "<button>Show</button></div></form></section>";
}

// Whether the versions of a page can be folded.
bool has_url_keys(const Scope& scope) {
  std::vector<std::string> fields = reader_of(scope).all_fields();
  return std::find(fields.begin(), fields.end(), "urlkey") != fields.end();
}

}  // namespace

Response search_page(const Site& site, const Request& request) {
  Scope scope = scope_of(site, request);
  PageFrame frame;
  frame.search_box = false;
  frame.current = "/";
  Markup out;
  int status = 200;
  try {
    SearchLink link{&scope, search_request(request)};
    const SearchRequest& search = link.search;
    frame.query = search.text;
    if (search.is_blank()) {
      frame.title = scope.collection->name() + " – search";
      out << "<div class=\"front\"><h1 dir=\"auto\">"
          << scope.collection->name() << "</h1>";
      append_form(scope, search, true, out);
      append_welcome(scope, out);
      out << "</div>";
      return page(scope, frame, out);
    }
    frame.title = (search.text.empty() ? "Search" : search.text) + " – " +
                  scope.collection->name();
    out << "<h1 class=\"off\">Search results</h1>";
    append_form(scope, search, false, out);
    SearchRequest asked = search;
    asked.facets = facet_fields(scope);
    if (asked.collapse.empty() && has_url_keys(scope)) asked.collapse = "url";
    append_result(link, find(scope, asked), out);
  } catch (const UsageError& error) {
    status = 400;
    if (frame.title.empty()) frame.title = "Search";
    out << "<div class=\"error\" role=\"alert\"><h2>This query cannot be "
           "answered</h2><pre>"
        << std::string_view(error.what()) << "</pre></div>";
  }
  return page(scope, frame, out, status);
}

}  // namespace wax::serve
