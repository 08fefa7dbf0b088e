#include "serve/answers/api_paths.h"

namespace wax::serve {
namespace {

constexpr ApiPath kApiPaths[] = {
    {"/api/search", kAtApiSearch, "Hits of a query as JSON.",
     "/api/search?query=heron&facet=site", " | jq -r '.hits[].url'"},
    {"/api/captures", kAtCaptures, "All captures of a URL as JSON.",
     "/api/captures?url=example.org",
     " | jq -r '.captures[] | [.timestamp, .status] | @tsv'"},
    {"/api/export", kAtExport,
     "All hits of a query in the order of the index, without a limit.",
     "/api/export?query=heron&format=csv", " > heron.csv"},
    {"/opensearch", kAtOpenSearch,
     "Hits as RSS 2.0 with OpenSearch 1.1, with the parameters and elements of "
     "NutchWAX.",
     "/opensearch?query=heron&hitsPerPage=20", ""},
    {"/opensearch/description.xml", 0, "Tells browsers how to search here.",
     "/opensearch/description.xml", ""},
    {"/cdx", kAtCdx,
     "Captures as the CDX servers of pywb, Wayback and OutbackCDX answer.",
     "/cdx?url=example.org&output=json", ""},
    {"/api/openapi.json", 0, "The OpenAPI document of all these.",
     "/api/openapi.json", " | jq '.paths | keys'"},
};

}  // namespace

std::span<const ApiPath> api_paths() { return kApiPaths; }

}  // namespace wax::serve
