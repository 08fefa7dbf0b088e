#include "serve/pages/api_page.h"

#include <array>
#include <string>
#include <string_view>

#include "serve/pages/frame.h"

namespace wax::serve {
namespace {

struct ApiEntry {
  std::string_view path;
  std::string_view meaning;
  std::string_view target;  // of the example
  std::string_view filter;  // of the example: a pipe
};

constexpr std::array<ApiEntry, 6> kApiEntries = {{
    {"/api/search",
     "Hits of a query as JSON: query, start, count, facet, from, to, and "
     "filters such as site and type.",
     "/api/search?query=heron&facet=site", " | jq -r '.hits[].url'"},
    {"/api/captures", "All captures of a URL as JSON.",
     "/api/captures?url=example.org",
     " | jq -r '.captures[] | [.timestamp, .status] | @tsv'"},
    {"/api/export",
     "All hits of a query, without a limit: format is csv, jsonl, cdx or urls.",
     "/api/export?query=heron&format=csv", " > heron.csv"},
    {"/opensearch",
     "Hits as RSS 2.0 with OpenSearch 1.1, with the parameters and elements of "
     "NutchWAX.",
     "/opensearch?query=heron&hitsPerPage=20", ""},
    {"/opensearch/description.xml", "Tells browsers how to search here.",
     "/opensearch/description.xml", ""},
    {"/api/openapi.json", "The OpenAPI document of all these.",
     "/api/openapi.json", " | jq '.paths | keys'"},
}};

}  // namespace

Response api_page(const Site& site, const Request& request) {
  Scope scope = scope_of(site, request);
  std::string_view host = request.header("host");
  PageFrame frame;
  frame.title = "API – " + scope.collection->name();
  frame.current = "/api";
  Markup out;
  out << "<div class=\"api\"><h1>For programs</h1><p>Each answer of a search "
         "page is also there for programs.</p>";
  for (const ApiEntry& entry : kApiEntries) {
    out << "<section><h2><code>" << entry.path << "</code></h2><p>"
        << entry.meaning << "</p><pre tabindex=\"0\">curl -s 'http://"
        << (host.empty() ? std::string_view("127.0.0.1:8080") : host)
        << entry.target << "'" << entry.filter << "</pre></section>";
  }
  out << "</div>";
  return page(scope, frame, out);
}

}  // namespace wax::serve
