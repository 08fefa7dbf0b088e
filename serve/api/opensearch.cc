#include "serve/api/opensearch.h"

#include <array>
#include <cstdio>
#include <string>
#include <string_view>

#include "io/error.h"
#include "serve/api/markup.h"
#include "serve/api/search_answer.h"
#include "text/ascii.h"

namespace wax::serve {
namespace {

constexpr std::string_view kRss = "application/rss+xml; charset=utf-8";

// "http://HOST", as the client sees this server. A proxy in front may say that
// the client speaks HTTPS.
std::string origin_of(const Request& request) {
  std::string_view host = request.header("host");
  std::string_view scheme = request.header("x-forwarded-proto");
  return std::string(scheme == "https" ? "https://" : "http://") +
         std::string(host.empty() ? std::string_view("127.0.0.1") : host);
}

// The name of an element that a stored field becomes.
bool is_element_name(std::string_view field) {
  if (field.empty() || !text::is_letter(field[0])) return false;
  for (char c : field) {
    if (!text::is_alphanumeric(c) && !text::is_one_of(c, "_-")) return false;
  }
  return true;
}

void append_item(const index::ShownHit& found, std::string_view dedup_field,
                 Markup& out) {
  const std::string& url = index::value_of(found.document, "url");
  const std::string& title = index::value_of(found.document, "title");
  std::array<char, 32> score;
  std::snprintf(score.data(), score.size(), "%.6g",
                static_cast<double>(found.hit.score));
  out << "<item>\n<title>"
      << (title.empty() ? std::string_view(url) : std::string_view(title))
      << "</title>\n<description>" << found.snippet.text
      << "</description>\n<link>" << url << "</link>\n<nutch:score>"
      << std::string_view(score.data()) << "</nutch:score>\n";
  if (dedup_field != "site") {
    out << "<nutch:site>"
        << index::value_of(found.document, std::string(dedup_field))
        << "</nutch:site>\n";
  }
  for (const auto& [field, value] : found.document) {
    if (field == "url" || field == "title" || !is_element_name(field)) continue;
    std::string_view name = field;
    out << "<nutch:" << name << ">" << value << "</nutch:" << name << ">\n";
  }
  out << "</item>\n";
}

// The parameters that NutchWAX's servlet had, with their meaning there.
SearchRequest nutchwax_request(const Request& request,
                               const std::string& dedup_field) {
  const Parameters& parameters = request.parameters;
  SearchRequest search = search_request(request);
  constexpr uint64_t kHitsPerSite = 2;
  search.per_group = parameters.number(
      parameters.has("hitsPerSite") ? "hitsPerSite" : "hitsPerDup",
      kHitsPerSite);
  if (search.per_group > 0) {
    search.collapse = dedup_field;
    search.mixes_groups = true;
  }
  if (search.sort.empty()) return search;
  bool descends = !parameters.has("reverse") || parameters.flag("reverse");
  if (search.sort == "date") {
    search.sort = descends ? "newest" : "oldest";
  } else if (search.sort.find(':') == std::string::npos) {
    search.sort += descends ? ":desc" : ":asc";
  }
  return search;
}

Response opensearch(const Site& site, const Request& request) {
  Scope scope = scope_of(site, request);
  std::string dedup_field(request.parameters.get("dedupField"));
  if (dedup_field.empty()) dedup_field = "site";
  SearchRequest search = nutchwax_request(request, dedup_field);
  SearchAnswer answer = find(scope, search);
  std::string href = "/search?query=" + url_part(search.text);
  std::array<char, 32> seconds;
  std::snprintf(seconds.data(), seconds.size(), "%.3f", answer.seconds);
  Markup out;
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" "
         "xmlns:opensearch=\"http://a9.com/-/spec/opensearch/1.1/\" "
         "xmlns:nutch=\"http://www.nutch.org/opensearchrss/1.0/\">\n<channel>\n"
         "<title>"
      << scope.collection->name() << ": " << search.text
      << "</title>\n<description>Search results for: " << search.text
      << "</description>\n<link>" << origin_of(request) << href
      << "</link>\n<opensearch:totalResults>" << answer.total
      << "</opensearch:totalResults>\n<opensearch:startIndex>" << search.start
      << "</opensearch:startIndex>\n<opensearch:itemsPerPage>" << search.count
      << "</opensearch:itemsPerPage>\n<opensearch:Query role=\"request\" "
         "searchTerms=\""
      << search.text << "\"/>\n<nutch:query>" << search.text
      << "</nutch:query>\n<nutch:responseTime>"
      << std::string_view(seconds.data())
      << "</nutch:responseTime>\n<nutch:urlParams>\n";
  for (const auto& [name, value] : request.parameters.pairs()) {
    out << "<nutch:param name=\"" << name << "\" value=\"" << value << "\"/>\n";
  }
  out << "</nutch:urlParams>\n";
  for (const index::ShownHit& found : answer.hits) {
    append_item(found, dedup_field, out);
  }
  out << "</channel>\n</rss>\n";
  Response response;
  response.type = kRss;
  response.headers = {{"Access-Control-Allow-Origin", "*"}};
  response.body = out.take();
  return response;
}

Response description(const Site& site, const Request& request) {
  Scope scope = scope_of(site, request);
  std::string origin = origin_of(request);
  std::string in;
  if (scope.is_one_of_many()) in = "&in=" + url_part(scope.collection->name());
  std::string name = scope.collection->name();
  if (name.size() > 16) name.resize(16);  // as the standard asks
  Markup out;
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<OpenSearchDescription "
         "xmlns=\"http://a9.com/-/spec/opensearch/1.1/\">\n<ShortName>"
      << name << "</ShortName>\n<Description>Search the web archive "
      << scope.collection->name()
      << "</Description>\n<InputEncoding>UTF-8</InputEncoding>\n"
         "<OutputEncoding>UTF-8</OutputEncoding>\n<Image height=\"32\" "
         "width=\"32\" type=\"image/svg+xml\">"
      << origin << "/icon.svg</Image>\n<Url type=\"text/html\" template=\""
      << origin << "/search?query={searchTerms}&amp;start={startIndex?}" << in
      << "\" indexOffset=\"0\"/>\n<Url type=\"application/rss+xml\" template=\""
      << origin
      << "/opensearch?query={searchTerms}&amp;start={startIndex?}"
         "&amp;hitsPerPage={count?}"
      << in << "\" indexOffset=\"0\"/>\n</OpenSearchDescription>\n";
  Response response;
  response.type = "application/opensearchdescription+xml; charset=utf-8";
  response.body = out.take();
  return response;
}

}  // namespace

void add_opensearch(const Site& site, Router& router) {
  router.add("GET", "/opensearch", [&site](const Request& request) {
    return opensearch(site, request);
  });
  router.add(
      "GET", "/opensearch/description.xml",
      [&site](const Request& request) { return description(site, request); });
}

}  // namespace wax::serve
