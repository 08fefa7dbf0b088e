#include "serve/pages/search_page.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "index/search/suggest.h"
#include "io/error.h"
#include "serve/api/search_answer.h"
#include "serve/pages/frame.h"
#include "serve/pages/search_hit.h"
#include "serve/pages/search_link.h"

namespace wax::serve {
namespace {

// Hits of a site, or with almost the same text, that stand together.
constexpr uint64_t kMostOfGroup = 4;

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

void append_help(Markup& out) {
  constexpr std::array<std::array<std::string_view, 2>, 14> kExamples = {{
      {"river castle", "both words"},
      {"river OR castle", "one of them"},
      {"river -castle", "the first without the second"},
      {"\"grey heron\"", "words in this order"},
      {"\"grey heron\"~5", "near one another"},
      {"archiv*", "words with this beginning"},
      {"archve~", "words spelled almost so"},
      {"title:heron", "a word of the title"},
      {"site:example.org", "pages of a site"},
      {"url:http://example.org/news/*", "URLs with this beginning"},
      {"type:pdf", "PDFs; also html, image, office, ..."},
      {"lang:de", "pages in German"},
      {"date:2006-2008", "captured in these years"},
      {"-date:2007", "not captured in that year"},
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
  out << "</ol><p class=\"quiet\"><a href=\"/trends?query="
      << UrlPart{link.search.text} << in_parameter(*link.scope)
      << "\">Compare with other words over time</a></p>";
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

// Which hits are folded into one.
void append_folding(const SearchLink& link, std::string_view folded,
                    Markup& out) {
  constexpr std::array<std::array<std::string_view, 2>, 4> kFolds = {
      {{"url", "URL"},
       {"site", "Site"},
       {"similar", "Similar text"},
       {"none", "Version"}}};
  out << "<nav class=\"sort\" aria-label=\"One hit for each\"><span>One hit "
         "for each</span><ul>";
  for (const auto& [fold, name] : kFolds) {
    out << "<li><a href=\"" << link.with_collapse(fold).href() << "\"";
    if (fold == folded) out << " aria-current=\"true\"";
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

void append_hits(const SearchLink& link, const SearchAnswer& answer,
                 std::string_view folded, Markup& out) {
  std::span<const index::ShownHit> hits = answer.hits;
  out << "<ol class=\"hits"
      << (are_pictures(*link.scope, hits) ? std::string_view(" pictures")
                                          : std::string_view())
      << "\" start=\"" << link.search.start + 1 << "\">";
  while (!hits.empty()) {
    size_t size = 1;
    while (size < hits.size() && hits[size].rank == hits[0].rank) ++size;
    append_group(link, folded, hits.first(size), out);
    hits = hits.subspan(size);
  }
  out << "</ol>";
}

void append_result(const SearchLink& link, const SearchAnswer& answer,
                   std::string_view folded, Markup& out) {
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
    append_folding(link, folded, out);
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
  append_hits(link, answer, folded, out);
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
    if (asked.collapse.empty()) {
      asked.collapse = has_url_keys(scope) ? "url" : "none";
    }
    // The versions of a URL have their own page.
    if (asked.collapse != "url") asked.per_group = kMostOfGroup;
    append_result(link, find(scope, asked), asked.collapse, out);
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
