#include "serve/api/cdx_query.h"

#include <algorithm>
#include <utility>

#include "answers/requests/escape.h"
#include "answers/requests/parameter_table.h"
#include "cdx/lookup/lookup.h"
#include "cdx/lookup/row.h"
#include "cdx/request/request_encoder.h"
#include "cdx/url/search_range.h"
#include "io/error.h"
#include "text/ascii.h"
#include "text/number.h"
#include "text/percent.h"
#include "warc/record/date.h"

namespace wax::serve {
namespace {

// Larger ones would be of no use, and cost memory.
constexpr uint64_t kMostLast = 100'000;

[[noreturn]] void refuse_value(const answers::Parameter& parameter,
                               std::string_view value,
                               std::string_view meanings) {
  throw UsageError("The parameter " + std::string(parameter.name) + "='" +
                   std::string(value) + "' has no meaning; use " +
                   std::string(meanings) + '.');
}
// Names all values that have one.
[[noreturn]] void refuse_value(const answers::Parameter& parameter,
                               std::string_view value) {
  std::string meanings;
  std::string_view rest = parameter.choices;
  while (!rest.empty()) {
    size_t end = std::min(rest.find(' '), rest.size());
    bool is_last = end == rest.size();
    if (!meanings.empty()) meanings += is_last ? " or " : ", ";
    meanings += rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  refuse_value(parameter, value, meanings);
}

CdxDialect dialect_of(std::string_view name) {
  if (name == "pywb") return CdxDialect::kPywb;
  if (name == "wayback") return CdxDialect::kWayback;
  if (name == "outbackcdx") return CdxDialect::kOutbackCdx;
  refuse_value(answers::kDialect, name);
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
  // wayback-cdx-server answers lines for what it does not know, "JSON" too.
  if (dialect == CdxDialect::kWayback) {
    return name == "memento" ? CdxOutput::kLink : CdxOutput::kLines;
  }
  refuse_value(answers::kOutput, name);
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
void read_limit(const answers::Parameters& parameters,
                cdx::LookupOptions& lookup) {
  std::string_view value = parameters.get(answers::kLimit);
  if (parameters.flag(answers::kLast)) {
    lookup.last = 1;
    return;
  }
  if (!value.starts_with('-')) {
    lookup.limit = parameters.number(answers::kLimit, 0);
    return;
  }
  auto last = text::whole_number(value.substr(1));
  if (!last || *last == 0 || *last > kMostLast) {
    refuse_value(answers::kLimit, value, "a number from -100000 on");
  }
  lookup.last = *last;
}

void read_order(const answers::Parameters& parameters,
                cdx::LookupOptions& lookup) {
  lookup.closest = parameters.get(answers::kClosest);
  lookup.reverse = parameters.flag(answers::kReverse);
  std::string_view sort = parameters.get(answers::kCdxSort);
  if (sort == "reverse") {
    lookup.reverse = true;
  } else if (sort == "closest") {
    // pywb sends an empty date when it lists all captures.
    if (!parameters.has(answers::kClosest)) {
      throw UsageError("sort=closest needs the parameter closest=DATE.");
    }
  } else if (!sort.empty() && sort != "default" && sort != "regular") {
    refuse_value(answers::kCdxSort, sort);
  }
  // Wayback's and OutbackCDX's sort=reverse goes before the date.
  if (lookup.reverse && sort == "reverse") lookup.closest.clear();
}

// Only a capture that has it is near a date that does not exist, and clients
// ask for it when they show that capture.
void read_period(const answers::Parameters& parameters,
                 cdx::LookupOptions& lookup) {
  lookup.from = parameters.get(answers::kCdxFrom);
  lookup.to = parameters.get(answers::kCdxTo);
  for (const auto& [name, date] :
       {std::pair("from", &lookup.from), std::pair("to", &lookup.to)}) {
    if (!warc::is_short_date(*date) || warc::is_open_bound(*date) ||
        warc::is_given_date(*date)) {
      continue;  // what is no date at all, the look-up refuses
    }
    throw UsageError(std::string(name) + ": " + warc::no_date(*date));
  }
}

// A flag that is not set asks for nothing.
void check_refused(const answers::Parameters& parameters) {
  for (const answers::RefusedParameter& refused : answers::kRefusedAtCdx) {
    answers::Parameter parameter;
    parameter.name = refused.name;
    if (!parameters.flag(parameter)) continue;
    throw UsageError("The parameter " + std::string(refused.name) +
                     " has no answer here: " + std::string(refused.why) + '.');
  }
}

std::vector<std::string> requested_fields(
    const answers::Parameters& parameters) {
  std::vector<std::string> fields = words_of(parameters.get(answers::kFields));
  for (const char* count :
       {"skipcount", "groupcount", "uniqcount", "endtimestamp"}) {
    if (std::find(fields.begin(), fields.end(), count) == fields.end()) {
      continue;
    }
    throw UsageError(
        std::string("The field ") + count +
        " has no value here: " + std::string(answers::kNoGroupCounts) + '.');
  }
  return fields;
}

// The place to resume at, as an answer of the server stated it, encoded once or
// twice: a key and a date have a space between them, and a key that is still
// encoded has none.
std::string requested_place(const answers::Parameters& parameters) {
  std::string key(parameters.get(answers::kResumeKey));
  return key.find(' ') == std::string::npos ? text::percent_decoded(key) : key;
}

// Empty when a key or an XML query is given instead.
std::string requested_url(const answers::Parameters& parameters) {
  std::string url(parameters.get(answers::kCdxUrl));
  const bool has_key = !parameters.get(answers::kCdxKey).empty();
  if (url.empty() && !has_key && !is_xml_query(parameters))
    throw UsageError(
        "Give the parameter url=URL; url=* stands for all captures.");
  if (!url.empty() && has_key) {
    throw UsageError("Give either url=URL or urlkey=KEY, not both.");
  }
  if (has_key) return {};
  std::string method(parameters.get(answers::kMethod));
  text::upper_case(method);
  if (method.empty() || method == "GET") return url;
  std::string asked;
  cdx::append_request_url(url, method, parameters.get(answers::kRequestBody),
                          asked);
  return asked;
}

}  // namespace

CdxQuery read_cdx_query(const answers::Parameters& parameters,
                        CdxDialect dialect) {
  CdxQuery query;
  query.dialect = parameters.has(answers::kDialect)
                      ? dialect_of(parameters.get(answers::kDialect))
                      : dialect;
  check_refused(parameters);
  for (const auto& number : {answers::kXmlCount, answers::kStartPage}) {
    (void)parameters.number(number, 0);
  }
  query.url = requested_url(parameters);
  query.urlkey = parameters.get(answers::kCdxKey);
  query.output = output_of(parameters.get(answers::kOutput), query.dialect);
  query.json = parameters.get(answers::kOutput) == "json";
  query.gzip =
      !parameters.has(answers::kGzip) || parameters.flag(answers::kGzip);

  cdx::LookupOptions& lookup = query.lookup;
  lookup.asked_url = query.url;
  std::string_view match = parameters.get(answers::kMatchType);
  if (!match.empty()) {
    lookup.match = cdx::match_type(match);
    if (!lookup.match) {
      refuse_value(answers::kMatchType, match);
    }
  }
  read_period(parameters, lookup);
  lookup.filters = parameters.all(answers::kFilter);
  lookup.filter_rules = query.dialect == CdxDialect::kPywb
                            ? cdx::FilterRules::kPywb
                            : cdx::FilterRules::kOutback;
  lookup.collapse = parameters.get(answers::kCdxCollapse);
  if (parameters.has(answers::kCollapseToFirst)) {
    lookup.collapse = parameters.get(answers::kCollapseToFirst);
  }
  lookup.collapse_last = parameters.get(answers::kCollapseToLast);
  lookup.collapse_time = parameters.number(answers::kCollapseTime, 0);
  read_limit(parameters, lookup);
  lookup.offset = parameters.number(answers::kOffset, 0);
  read_order(parameters, lookup);
  lookup.fields = requested_fields(parameters);
  lookup.resolve_revisits = parameters.flag(answers::kResolveRevisits);
  lookup.omit_self_redirects = parameters.flag(answers::kOmitSelfRedirects);
  lookup.count_duplicates = parameters.flag(answers::kShowDupeCount);

  query.page_blocks = parameters.number(answers::kPageSize, query.page_blocks);
  if (query.page_blocks == 0)
    refuse_value(answers::kPageSize, "0", "1 or more");
  if (parameters.has(answers::kPage)) {
    lookup.page = parameters.number(answers::kPage, 0);
    lookup.page_blocks = query.page_blocks;
  }
  query.show_pages = parameters.flag(answers::kShowNumPages);
  query.show_blocks = parameters.flag(answers::kShowPagedIndex);
  if (query.show_blocks && parameters.has(answers::kPageSize)) {
    lookup.page_blocks = query.page_blocks;
  }
  lookup.resume = requested_place(parameters);
  // Wayback gives a key only after as many lines as a limit allows; in another
  // order there is none to go on with.
  query.show_resume = parameters.flag(answers::kShowResumeKey) &&
                      lookup.limit > 0 && lookup.closest.empty() &&
                      !lookup.reverse;
  lookup.resumable = query.show_resume;
  lookup.sort.jobs = 1;
  lookup.sort.memory = uint64_t{32} << 20;  // of one request of many
  return query;
}

cdx::SearchRange range_of(const CdxQuery& query) {
  if (query.urlkey.empty()) return cdx::lookup_range(query.url, query.lookup);
  switch (query.lookup.match.value_or(cdx::MatchType::kExact)) {
    case cdx::MatchType::kExact:
      return {query.urlkey, query.urlkey + '!'};
    case cdx::MatchType::kPrefix:
      return {query.urlkey, query.urlkey + "\xff"};
    default:
      throw UsageError("urlkey goes with matchType=exact or prefix.");
  }
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
