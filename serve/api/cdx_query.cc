#include "serve/api/cdx_query.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "cdx/lookup/json_rows.h"
#include "cdx/request/request_encoder.h"
#include "cdx/url/search_range.h"
#include "io/error.h"
#include "text/ascii.h"
#include "text/number.h"

namespace wax::serve {
namespace {

// Larger ones would be of no use, and cost memory.
constexpr uint64_t kMostLast = 100'000;

[[noreturn]] void refuse_value(std::string_view name, std::string_view value,
                               std::string_view meanings) {
  throw UsageError("The parameter " + std::string(name) + "='" +
                   std::string(value) + "' has no meaning; use " +
                   std::string(meanings) + '.');
}

CdxDialect dialect_of(std::string_view name) {
  if (name == "pywb") return CdxDialect::kPywb;
  if (name == "wayback") return CdxDialect::kWayback;
  if (name == "outbackcdx") return CdxDialect::kOutbackCdx;
  refuse_value("dialect", name, "pywb, wayback or outbackcdx");
}

CdxOutput output_of(std::string_view name, CdxDialect dialect) {
  if (name.empty() || name == "text" || name == "cdx") return CdxOutput::kLines;
  if (name == "cdxj") return CdxOutput::kCdxj;
  if (name == "ndjson" || name == "jsonl") return CdxOutput::kJsonLines;
  if (name == "jsondict") return CdxOutput::kJsonObjects;
  if (name == "link") return CdxOutput::kLink;
  if (name == "json") {
    switch (dialect) {
      case CdxDialect::kPywb:
        return CdxOutput::kJsonLines;
      case CdxDialect::kWayback:
        return CdxOutput::kJsonNamedRows;
      case CdxDialect::kOutbackCdx:
        return CdxOutput::kJsonRows;
    }
  }
  refuse_value("output", name, "text, json, cdxj, ndjson, jsondict or link");
}

std::vector<std::string> words_of(std::string_view list) {
  std::vector<std::string> words;
  while (!list.empty()) {
    size_t end = std::min(list.find_first_of(", "), list.size());
    if (end > 0) words.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return words;
}

// `limit` of 0 or less than 0 included.
void read_limit(const Parameters& parameters, cdx::LookupOptions& lookup) {
  std::string_view value = parameters.get("limit");
  if (!value.starts_with('-')) {
    lookup.limit = parameters.number("limit", 0);
    return;
  }
  auto last = text::whole_number(value.substr(1));
  if (!last || *last == 0 || *last > kMostLast) {
    refuse_value("limit", value, "a number from -100000 on");
  }
  lookup.last = *last;
}

void read_order(const Parameters& parameters, cdx::LookupOptions& lookup) {
  lookup.closest = parameters.get("closest");
  lookup.reverse = parameters.flag("reverse");
  std::string_view sort = parameters.get("sort");
  if (sort == "reverse") {
    lookup.reverse = true;
  } else if (sort == "closest") {
    // pywb sends an empty date when it lists all captures.
    if (!parameters.has("closest")) {
      throw UsageError("sort=closest needs the parameter closest=DATE.");
    }
  } else if (!sort.empty() && sort != "default" && sort != "regular") {
    refuse_value("sort", sort, "default, reverse or closest");
  }
  // Wayback's and OutbackCDX's sort=reverse goes before the date.
  if (lookup.reverse && sort == "reverse") lookup.closest.clear();
}

std::string requested_url(const Parameters& parameters) {
  std::string url(parameters.get("url"));
  if (url.empty()) throw UsageError("Give the parameter url=URL.");
  std::string method(parameters.get("method"));
  text::upper_case(method);
  if (method.empty() || method == "GET") return url;
  std::string asked;
  cdx::append_request_url(url, method, parameters.get("requestBody"), asked);
  return asked;
}

}  // namespace

CdxQuery read_cdx_query(const Parameters& parameters, CdxDialect dialect) {
  CdxQuery query;
  query.dialect = parameters.has("dialect")
                      ? dialect_of(parameters.get("dialect"))
                      : dialect;
  query.url = requested_url(parameters);
  query.output = output_of(parameters.get("output"), query.dialect);
  query.json = parameters.get("output") == "json";
  query.gzip = !parameters.has("gzip") || parameters.flag("gzip");

  cdx::LookupOptions& lookup = query.lookup;
  std::string_view match = parameters.get("matchType");
  if (!match.empty()) {
    lookup.match = cdx::match_type(match);
    if (!lookup.match) {
      refuse_value("matchType", match, "exact, prefix, host, domain or range");
    }
  }
  for (const char* name : {"from", "from_ts"}) {
    if (lookup.from.empty()) lookup.from = parameters.get(name);
  }
  lookup.to = parameters.get("to");
  lookup.filters = parameters.all("filter");
  lookup.filter_rules = query.dialect == CdxDialect::kPywb
                            ? cdx::FilterRules::kPywb
                            : cdx::FilterRules::kOutback;
  lookup.collapse = parameters.get("collapse");
  if (parameters.has("collapseToFirst")) {
    lookup.collapse = parameters.get("collapseToFirst");
  }
  lookup.collapse_last = parameters.get("collapseToLast");
  lookup.collapse_time = parameters.number("collapseTime", 0);
  read_limit(parameters, lookup);
  lookup.offset = parameters.number("offset", 0);
  read_order(parameters, lookup);
  std::string_view fields = parameters.get("fl");
  if (fields.empty()) fields = parameters.get("fields");
  lookup.fields = words_of(fields);
  lookup.resolve_revisits = parameters.flag("resolveRevisits");
  lookup.omit_self_redirects = parameters.flag("omitSelfRedirects");
  lookup.count_duplicates = parameters.flag("showDupeCount");

  query.page_blocks = parameters.number("pageSize", query.page_blocks);
  if (query.page_blocks == 0) refuse_value("pageSize", "0", "1 or more");
  if (parameters.has("page")) {
    lookup.page = parameters.number("page", 0);
    lookup.page_blocks = query.page_blocks;
  }
  query.show_pages = parameters.flag("showNumPages");
  query.show_blocks = parameters.flag("showPagedIndex");
  if (query.show_blocks && parameters.has("pageSize")) {
    lookup.page_blocks = query.page_blocks;
  }
  lookup.resume = parameters.get("resumeKey");
  query.show_resume = parameters.flag("showResumeKey");
  if (query.show_resume) {
    if (lookup.limit == 0) {
      throw UsageError("showResumeKey needs a limit.");
    }
    lookup.resumable = true;
  }
  lookup.sort.jobs = 1;
  return query;
}

std::vector<std::string> default_fields(const CdxQuery& query) {
  std::vector<std::string> fields;
  bool rows = query.output == CdxOutput::kJsonRows ||
              query.output == CdxOutput::kJsonNamedRows;
  if (query.dialect == CdxDialect::kWayback) {
    fields = {"urlkey",     "timestamp", "original", "mimetype",
              "statuscode", "digest",    "length"};
  } else if (rows || (query.lookup.count_duplicates &&
                      query.output != CdxOutput::kLines)) {
    fields = cdx::outback_fields();
  }
  if (!fields.empty() && query.lookup.resolve_revisits) {
    fields.insert(fields.end(),
                  {"orig.length", "orig.offset", "orig.filename"});
  }
  return fields;
}

}  // namespace wax::serve
