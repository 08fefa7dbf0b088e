// All parameters that the server takes. This table feeds what reads requests,
// the labels of pages, the OpenAPI document and the page of the API; a test
// compares it with the man page.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "answers/requests/message.h"

namespace wax::answers {

// Hits that one answer has at most, and the last one that pages reach; exports
// have no limit.
inline constexpr uint64_t kMostHits = 1000;
inline constexpr uint64_t kLastHit = 100'000;

// Where parameters are taken.
enum PathBits : uint32_t {
  kAtSearch = 1 << 0,       // / and /search
  kAtApiSearch = 1 << 1,    // /api/search
  kAtExport = 1 << 2,       // /api/export
  kAtOpenSearch = 1 << 3,   // /opensearch
  kAtCaptures = 1 << 4,     // /api/captures
  kAtUrl = 1 << 5,          // /url
  kAtCapture = 1 << 6,      // /url/capture
  kAtChanges = 1 << 7,      // /url/changes
  kAtSimilar = 1 << 8,      // /url/similar
  kAtTrends = 1 << 9,       // /trends
  kAtCdx = 1 << 10,         // /cdx and its like
  kAtCollection = 1 << 11,  // /collection
  kAtWrite = 1 << 12,       // POST
  kAtLinks = 1 << 13,       // /api/links
  kAtShared = 1 << 14,      // /shared
  kAtApiShared = 1 << 15,   // /api/shared
  kAtApiShares = 1 << 16,   // /api/shares
};
inline constexpr uint32_t kAtSearches =
    kAtSearch | kAtApiSearch | kAtExport | kAtOpenSearch;
inline constexpr uint32_t kAtUrls =
    kAtUrl | kAtCapture | kAtChanges | kAtSimilar;
inline constexpr uint32_t kAtAllShares =
    kAtShared | kAtApiShared | kAtApiShares;

// The kinds of parameters that are many.
constexpr Parameter filter_by(std::string_view field, std::string_view meaning,
                              std::string_view label) {
  return {.name = field,
          .meaning = meaning,
          .paths = kAtSearches,
          .repeats = true,
          .field = field,
          .label = label};
}
constexpr Parameter parameter(std::string_view name, uint32_t paths,
                              std::string_view meaning,
                              ParameterType type = ParameterType::kText,
                              std::string_view initial = {}) {
  return {.name = name,
          .meaning = meaning,
          .type = type,
          .paths = paths,
          .initial = initial};
}
constexpr Parameter cdx_parameter(std::string_view name,
                                  std::string_view meaning,
                                  ParameterType type = ParameterType::kText,
                                  std::string_view initial = {}) {
  return parameter(name, kAtCdx, meaning, type, initial);
}
constexpr Parameter cdx_flag(std::string_view name, std::string_view meaning) {
  return cdx_parameter(name, meaning, ParameterType::kFlag);
}

inline constexpr Parameter kIn =
    parameter("in",
              kAtSearches | kAtUrls | kAtCaptures | kAtLinks | kAtTrends |
                  kAtCollection | kAtAllShares,
              "the collection; without it the first one; all: for searches and "
              "trends");

inline constexpr Parameter kQuery{
    .name = "query",
    .meaning = "a query, as wax search takes it; none: all documents",
    .paths = kAtSearches,
    .synonym = "q"};
inline constexpr Parameter kFrom =
    parameter("from", kAtSearches, "captured at or after this date",
              ParameterType::kDate);
inline constexpr Parameter kTo = parameter(
    "to", kAtSearches, "captured at or before this date", ParameterType::kDate);
inline constexpr Parameter kFilters[] = {
    filter_by("site", "only documents of this site", "Site"),
    filter_by("domain", "only documents of this domain", "Domain"),
    filter_by("type", "only documents of this media type", "Type"),
    filter_by("family", "only documents of this kind, such as image or office",
              "Kind"),
    filter_by("lang", "only documents in this language", "Language"),
    filter_by("status", "only documents with this HTTP status", "HTTP status"),
    filter_by("charset", "only documents in this encoding", "Encoding"),
    filter_by("collection", "only documents of this collection of the index",
              "Collection"),
    filter_by("urlkey", "only versions of the page with this URL key",
              "URL key"),
    filter_by("digest", "only documents with this digest", "Digest"),
    filter_by("filename", "only documents of this archive", "Archive")};
inline constexpr Parameter kOtherRecords = parameter(
    "other-records", kAtSearches,
    "also records that are no pages: DNS answers, metadata, logs of crawlers",
    ParameterType::kFlag, "false");
inline constexpr Parameter kStart{
    .name = "start",
    .meaning = "number of hits to skip",
    .type = ParameterType::kNumber,
    .paths = kAtSearch | kAtApiSearch | kAtOpenSearch,
    .initial = "0",
    .most = kLastHit - kMostHits};
inline constexpr Parameter kCount{
    .name = "count",
    .meaning = "maximum number of hits",
    .type = ParameterType::kNumber,
    .paths = kAtSearch | kAtApiSearch | kAtOpenSearch,
    .synonym = "hitsPerPage",
    .initial = "10",
    .most = kMostHits};
inline constexpr Parameter kSort =
    parameter("sort", kAtSearch | kAtApiSearch,
              "relevance, newest, oldest, or a field with :asc or :desc",
              ParameterType::kText, "relevance");
inline constexpr Parameter kCollapse = parameter(
    "collapse", kAtSearch | kAtApiSearch | kAtExport,
    "one hit of each url, of similar text, or of a field such as site; "
    "none: all hits",
    ParameterType::kText, "none");
inline constexpr Parameter kFacet{
    .name = "facet",
    .meaning = "count the values of this field over all hits",
    .paths = kAtApiSearch,
    .repeats = true};
inline constexpr Parameter kFacetValues = parameter(
    "facet-values", kAtApiSearch, "maximum number of values of each facet",
    ParameterType::kNumber, "10");
inline constexpr Parameter kFormat{
    .name = "format",
    .meaning = "the form of the rows; a notebook; or the records",
    .paths = kAtExport,
    .initial = "csv",
    .choices = "csv jsonl cdx urls ipynb warc wacz"};
inline constexpr Parameter kTakenUrl = parameter(
    "url", kAtExport, "warc, wacz: the captures of this URL instead of hits",
    ParameterType::kUrl);
inline constexpr Parameter kWebsite = parameter(
    "website", kAtExport,
    "warc, wacz: of each URL of the website the capture next to date, with "
    "what its pages need, instead of hits; HOST, *.HOST or the beginning of "
    "URLs",
    ParameterType::kUrl);
inline constexpr Parameter kWebsiteDate =
    parameter("date", kAtExport, "the date of website; without it, today",
              ParameterType::kDate);
inline constexpr Parameter kNutchWaxSort =
    parameter("sort", kAtOpenSearch, "date, or a field");
inline constexpr Parameter kNutchWaxReverse =
    parameter("reverse", kAtOpenSearch, "the greatest value first",
              ParameterType::kFlag, "true");
inline constexpr Parameter kHitsPerSite{
    .name = "hitsPerSite",
    .meaning = "maximum number of hits of one site; 0: all",
    .type = ParameterType::kNumber,
    .paths = kAtOpenSearch,
    .synonym = "hitsPerDup",
    .initial = "2"};
inline constexpr Parameter kDedupField = parameter(
    "dedupField", kAtOpenSearch, "the field that hitsPerSite is about",
    ParameterType::kText, "site");

inline constexpr Parameter kTrendQuery{.name = "query",
                                       .meaning = "a line of the plot",
                                       .paths = kAtTrends,
                                       .repeats = true};
inline constexpr Parameter kPeriod{.name = "period",
                                   .meaning = "what is counted together",
                                   .paths = kAtTrends,
                                   .initial = "year",
                                   .choices = "year month"};
inline constexpr Parameter kShare{
    .name = "share",
    .meaning = "1: as a share of all documents of the period",
    .paths = kAtTrends,
    .initial = "0",
    .choices = "0 1"};

inline constexpr Parameter kShareBy{
    .name = "by",
    .meaning = "count shares in each day, week or month",
    .paths = kAtAllShares,
    .choices = "day week month"};
inline constexpr Parameter kShareDate =
    parameter("date", kAtShared | kAtApiShared,
              "the period with this date; without it the last one with shares",
              ParameterType::kDate);
inline constexpr Parameter kSharedCount{.name = "count",
                                        .meaning = "maximum number of pages",
                                        .type = ParameterType::kNumber,
                                        .paths = kAtShared | kAtApiShared,
                                        .initial = "20",
                                        .most = kMostHits};
inline constexpr Parameter kSharedFormat{.name = "format",
                                         .meaning = "the form of the answer",
                                         .paths = kAtApiShared,
                                         .initial = "json",
                                         .choices = "json rss"};
inline constexpr Parameter kSharesUrl{.name = "url",
                                      .meaning = "the page",
                                      .type = ParameterType::kUrl,
                                      .paths = kAtApiShares,
                                      .required = true};
inline constexpr Parameter kSharesFormat{.name = "format",
                                         .meaning = "the form of the answer",
                                         .paths = kAtApiShares,
                                         .initial = "json",
                                         .choices = "json svg"};

inline constexpr Parameter kUrl{.name = "url",
                                .meaning = "the URL whose captures are wanted",
                                .type = ParameterType::kUrl,
                                .paths = kAtCaptures | kAtLinks | kAtUrls,
                                .required = true};
inline constexpr Parameter kMostCaptures = parameter(
    "limit", kAtCaptures, "maximum number of captures", ParameterType::kNumber);
inline constexpr Parameter kFirstRow =
    parameter("start", kAtUrl, "list the captures from this one on",
              ParameterType::kNumber, "0");
inline constexpr Parameter kDate =
    parameter("date", kAtCapture, "the capture next to this date is shown",
              ParameterType::kDate);
inline constexpr Parameter kFromDigest{
    .name = "from",
    .meaning = "digest of the earlier version",
    .paths = kAtChanges,
    .required = true};
inline constexpr Parameter kToDigest{.name = "to",
                                     .meaning = "digest of the later version",
                                     .paths = kAtChanges,
                                     .required = true};

inline constexpr Parameter kCdxUrl =
    cdx_parameter("url", "the URL; also *.HOST and URL*", ParameterType::kUrl);
inline constexpr Parameter kCdxKey =
    cdx_parameter("urlkey",
                  "instead of url: the URL key, or with matchType=prefix its "
                  "beginning");
inline constexpr Parameter kXmlQuery =
    cdx_parameter("q", "an XML query, such as type:urlquery url:URL");
inline constexpr Parameter kMatchType{
    .name = "matchType",
    .meaning = "which URLs match",
    .paths = kAtCdx,
    .initial = "exact",
    .choices = "exact prefix host domain range"};
inline constexpr Parameter kCdxFrom{.name = "from",
                                    .meaning = "captured at or after this date",
                                    .type = ParameterType::kDate,
                                    .paths = kAtCdx,
                                    .synonym = "from_ts"};
inline constexpr Parameter kCdxTo = cdx_parameter(
    "to", "captured at or before this date", ParameterType::kDate);
inline constexpr Parameter kFilter{
    .name = "filter",
    .meaning =
        "only captures with this value of a field, by the rules of the dialect",
    .paths = kAtCdx,
    .repeats = true};
inline constexpr Parameter kCdxCollapse =
    cdx_parameter("collapse",
                  "the first capture of each value of a field, or of its first "
                  "characters");
inline constexpr Parameter kCollapseToFirst =
    cdx_parameter("collapseToFirst", "the same as collapse");
inline constexpr Parameter kCollapseToLast =
    cdx_parameter("collapseToLast", "the last capture of each value");
inline constexpr Parameter kCollapseTime = cdx_parameter(
    "collapseTime", "one capture in each period of this many seconds",
    ParameterType::kNumber);
inline constexpr Parameter kLimit = cdx_parameter(
    "limit", "maximum number of captures; below 0: the last ones");
inline constexpr Parameter kLast =
    cdx_flag("last", "the last capture alone, as limit=-1");
inline constexpr Parameter kOffset = cdx_parameter(
    "offset", "number of captures to skip", ParameterType::kNumber);
inline constexpr Parameter kCdxSort{
    .name = "sort",
    .meaning = "the order of captures",
    .paths = kAtCdx,
    .initial = "default",
    .choices = "default regular reverse closest"};
inline constexpr Parameter kReverse =
    cdx_flag("reverse", "the last capture first");
inline constexpr Parameter kClosest = cdx_parameter(
    "closest", "the captures nearest to this date first", ParameterType::kDate);
inline constexpr Parameter kFields{
    .name = "fl",
    .meaning = "these fields alone, separated by commas",
    .paths = kAtCdx,
    .synonym = "fields"};
inline constexpr Parameter kOutput{
    .name = "output",
    .meaning = "the form of the answer",
    .paths = kAtCdx,
    .initial = "text",
    .choices = "text json cdxj ndjson jsondict link"};
inline constexpr Parameter kGzip =
    cdx_parameter("gzip", "whether the answer may be compressed",
                  ParameterType::kFlag, "true");
inline constexpr Parameter kPage = cdx_parameter(
    "page", "this page of captures, from 0", ParameterType::kNumber);
inline constexpr Parameter kPageSize =
    cdx_parameter("pageSize", "blocks of a page", ParameterType::kNumber, "10");
inline constexpr Parameter kShowNumPages =
    cdx_flag("showNumPages", "the number of pages instead of captures");
inline constexpr Parameter kShowPagedIndex =
    cdx_flag("showPagedIndex", "the blocks of a ZipNum instead of captures");
inline constexpr Parameter kShowResumeKey =
    cdx_flag("showResumeKey", "a key to resume with after the captures");
inline constexpr Parameter kResumeKey = cdx_parameter(
    "resumeKey", "captures after those of the answer with this key");
inline constexpr Parameter kShowDupeCount =
    cdx_flag("showDupeCount", "how often the digest was there before");
inline constexpr Parameter kResolveRevisits =
    cdx_flag("resolveRevisits", "with the place of the original of a revisit");
inline constexpr Parameter kOmitSelfRedirects = cdx_flag(
    "omitSelfRedirects", "without captures that redirect to their own URL key");
inline constexpr Parameter kMethod =
    cdx_parameter("method", "the method of the request that was captured",
                  ParameterType::kText, "GET");
inline constexpr Parameter kRequestBody =
    cdx_parameter("requestBody", "the body of the request that was captured");
inline constexpr Parameter kDialect{
    .name = "dialect",
    .meaning = "whose rules hold for filters, and whose form output=json has",
    .paths = kAtCdx,
    .choices = "pywb wayback outbackcdx"};

// Parameters of other CDX servers that have no answer here: a client is told,
// unless the value is that of a flag that is not set.
struct RefusedParameter {
  std::string_view name;
  std::string_view why;  // a part of a sentence
};
inline constexpr std::string_view kNoGroupCounts =
    "this server does not count the captures that filters and collapse leave "
    "out";
inline constexpr RefusedParameter kRefusedAtCdx[] = {
    {"showSkipCount", kNoGroupCounts},
    {"lastSkipTimestamp", kNoGroupCounts},
    {"showGroupCount", kNoGroupCounts},
    {"showUniqCount", kNoGroupCounts},
    {"accesspoint", "its rules of access are the same for all"},
};

inline constexpr Parameter kBadLines{.name = "badLines",
                                     .meaning = "skip: pass over bad lines",
                                     .paths = kAtWrite,
                                     .choices = "skip"};

// In the order in which documents list them. Any thread may call these.
[[nodiscard]] std::span<const Parameter* const> all_parameters();

// The filter by a field of the index; null when no parameter is a filter by it.
[[nodiscard]] const Parameter* filter_of(std::string_view field);

struct ApiPath {
  std::string_view path;
  uint32_t bit = 0;  // of its parameters (PathBits); 0: it has none
  std::string_view meaning;
  std::string_view example;  // a target
  std::string_view pipe;     // what a shell does with the answer; may be empty
};

[[nodiscard]] std::span<const ApiPath> api_paths();

// The handler of a path of the API, to which a parameter that it does not take
// is a UsageError: what is misspelt would seem to hold.
[[nodiscard]] Handler with_known_parameters(PathBits path, Handler handler);

}  // namespace wax::answers
