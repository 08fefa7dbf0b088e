#include "answers/requests/parameter_table.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "io/error.h"
#include "text/nearest.h"

namespace wax::answers {
namespace {

#define PARAMETER(name, ...) &name,
constexpr const Parameter* kAllParameters[] = {
#include "answers/requests/parameters.inc"
};
#undef PARAMETER

constexpr ApiPath kApiPaths[] = {
    {"/api/search", kAtApiSearch, "Hits of a query as JSON.",
     "/api/search?query=heron&facet=site", " | jq -r '.hits[].url'"},
    {"/api/captures", kAtCaptures, "All captures of a URL as JSON.",
     "/api/captures?url=example.org",
     " | jq -r '.captures[] | [.timestamp, .status] | @tsv'"},
    {"/api/links", kAtLinks,
     "Archived pages that link to a page, and those that it links to, as JSON.",
     "/api/links?url=example.org", " | jq -r '.to[].url'"},
    {"/api/shared", kAtApiShared,
     "The pages that posts shared most in a day, a week or a month, as JSON or "
     "RSS.",
     "/api/shared?by=week&date=20100714", " | jq -r '.pages[].url'"},
    {"/api/shares", kAtApiShares,
     "How often a page was shared over time, as JSON or SVG.",
     "/api/shares?url=example.org", " | jq -r '.periods[].shares'"},
    {"/api/export", kAtExport,
     "All hits of a query in the order of the index, without a limit; or "
     "records, as WARC or WACZ.",
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
    {"/timemap/", 0, "All captures of a URL, as Memento lists them (RFC 7089).",
     "/timemap/link/http://example.org/", ""},
    {"/timegate/", 0, "Leads to the capture next to Accept-Datetime.",
     "/timegate/http://example.org/", ""},
    {"/wayback/available", kAtAvailable,
     "The capture of a URL next to a date, as the Internet Archive's "
     "availability API tells it.",
     "/wayback/available?url=example.org",
     " | jq -r '.archived_snapshots.closest.url'"},
    {"/raw/", 0,
     "The body of the capture next to a date, from its archive; hd_ instead of "
     "id_ gives the headers, rec_ the record.",
     "/raw/2007id_/http://example.org/", ""},
    {"/view/", 0, "The page next to a date as it looked.",
     "/view/2007/http://example.org/", ""},
    {"/api/openapi.json", 0, "The OpenAPI document of all these.",
     "/api/openapi.json", " | jq '.paths | keys'"},
};

}  // namespace

std::span<const Parameter* const> all_parameters() { return kAllParameters; }

const Parameter* filter_of(std::string_view field) {
  if (field.empty()) return nullptr;
  for (const Parameter* filter : kAllParameters) {
    if (filter->field == field) return filter;
  }
  return nullptr;
}

std::span<const ApiPath> api_paths() { return kApiPaths; }

namespace {

std::vector<std::string> names_at(PathBits path) {
  std::vector<std::string> names;
  for (const Parameter* parameter : all_parameters()) {
    if ((parameter->paths & path) == 0) continue;
    for (std::string_view name : {parameter->name, parameter->synonym}) {
      if (!name.empty()) names.emplace_back(name);
    }
  }
  return names;
}

[[noreturn]] void throw_unknown(const std::string& path,
                                const std::string& name,
                                const std::vector<std::string>& names) {
  std::string sentence = path + " has no parameter \"" + name + '"';
  const std::string near = text::nearest_name(name, names);
  if (!near.empty()) {
    throw UsageError(sentence + "; the nearest one is \"" + near + "\".");
  }
  sentence += "; it has ";
  for (const std::string& known : names) {
    sentence += known + (&known == &names.back() ? "." : ", ");
  }
  throw UsageError(sentence);
}

}  // namespace

Handler with_known_parameters(PathBits path, Handler handler) {
  return [names = names_at(path),
          handler = std::move(handler)](const Request& request) {
    for (const auto& [name, value] : request.parameters.pairs()) {
      if (name.empty() && value.empty()) continue;
      if (std::find(names.begin(), names.end(), name) == names.end()) {
        throw_unknown(request.path, name, names);
      }
    }
    return handler(request);
  };
}

}  // namespace wax::answers
