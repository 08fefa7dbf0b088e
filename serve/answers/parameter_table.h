// All parameters that the server takes. This table feeds what reads requests,
// the labels of pages, the OpenAPI document and the page of the API; a test
// compares it with the man page.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "serve/http/parameter.h"

namespace wax::serve {

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
};
inline constexpr uint32_t kAtSearches =
    kAtSearch | kAtApiSearch | kAtExport | kAtOpenSearch;
inline constexpr uint32_t kAtUrls =
    kAtUrl | kAtCapture | kAtChanges | kAtSimilar;

inline constexpr Parameter kIn{
    .name = "in",
    .meaning = "the collection; without it the first one",
    .paths = kAtSearches | kAtUrls | kAtCaptures | kAtTrends | kAtCollection};

inline constexpr Parameter kQuery{
    .name = "query",
    .meaning = "a query, as wax search takes it; none: all documents",
    .paths = kAtSearches,
    .synonym = "q"};
inline constexpr Parameter kFrom{.name = "from",
                                 .meaning = "captured at or after this date",
                                 .type = ParameterType::kDate,
                                 .paths = kAtSearches};
inline constexpr Parameter kTo{.name = "to",
                               .meaning = "captured at or before this date",
                               .type = ParameterType::kDate,
                               .paths = kAtSearches};
inline constexpr Parameter kFilterSite{.name = "site",
                                       .meaning = "only documents of this site",
                                       .paths = kAtSearches,
                                       .repeats = true,
                                       .field = "site",
                                       .label = "Site"};
inline constexpr Parameter kFilterDomain{
    .name = "domain",
    .meaning = "only documents of this domain",
    .paths = kAtSearches,
    .repeats = true,
    .field = "domain",
    .label = "Domain"};
inline constexpr Parameter kFilterType{
    .name = "type",
    .meaning = "only documents of this media type",
    .paths = kAtSearches,
    .repeats = true,
    .field = "type",
    .label = "Type"};
inline constexpr Parameter kFilterFamily{
    .name = "family",
    .meaning = "only documents of this kind, such as image or office",
    .paths = kAtSearches,
    .repeats = true,
    .field = "family",
    .label = "Kind"};
inline constexpr Parameter kFilterLang{
    .name = "lang",
    .meaning = "only documents in this language",
    .paths = kAtSearches,
    .repeats = true,
    .field = "lang",
    .label = "Language"};
inline constexpr Parameter kFilterStatus{
    .name = "status",
    .meaning = "only documents with this HTTP status",
    .paths = kAtSearches,
    .repeats = true,
    .field = "status",
    .label = "HTTP status"};
inline constexpr Parameter kFilterCharset{
    .name = "charset",
    .meaning = "only documents in this encoding",
    .paths = kAtSearches,
    .repeats = true,
    .field = "charset",
    .label = "Encoding"};
inline constexpr Parameter kFilterCollection{
    .name = "collection",
    .meaning = "only documents of this collection of the index",
    .paths = kAtSearches,
    .repeats = true,
    .field = "collection",
    .label = "Collection"};
inline constexpr Parameter kFilterUrlKey{
    .name = "urlkey",
    .meaning = "only versions of the page with this URL key",
    .paths = kAtSearches,
    .repeats = true,
    .field = "urlkey",
    .label = "URL key"};
inline constexpr Parameter kFilterDigest{
    .name = "digest",
    .meaning = "only documents with this digest",
    .paths = kAtSearches,
    .repeats = true,
    .field = "digest",
    .label = "Digest"};
inline constexpr Parameter kFilterFilename{
    .name = "filename",
    .meaning = "only documents of this archive",
    .paths = kAtSearches,
    .repeats = true,
    .field = "filename",
    .label = "Archive"};
inline constexpr Parameter kStart{
    .name = "start",
    .meaning = "skip so many hits",
    .type = ParameterType::kNumber,
    .paths = kAtSearch | kAtApiSearch | kAtOpenSearch,
    .initial = "0",
    .most = kLastHit - kMostHits};
inline constexpr Parameter kCount{
    .name = "count",
    .meaning = "at most so many hits",
    .type = ParameterType::kNumber,
    .paths = kAtSearch | kAtApiSearch | kAtOpenSearch,
    .synonym = "hitsPerPage",
    .initial = "10",
    .most = kMostHits};
inline constexpr Parameter kSort{
    .name = "sort",
    .meaning = "relevance, newest, oldest, or a field with :asc or :desc",
    .paths = kAtSearch | kAtApiSearch,
    .initial = "relevance"};
inline constexpr Parameter kCollapse{
    .name = "collapse",
    .meaning =
        "one hit of each url, of similar text, or of a field such as site; "
        "none: all hits",
    .paths = kAtSearch | kAtApiSearch,
    .initial = "none"};
inline constexpr Parameter kFacet{
    .name = "facet",
    .meaning = "count the values of this field over all hits",
    .paths = kAtApiSearch,
    .repeats = true};
inline constexpr Parameter kFacetValues{
    .name = "facet-values",
    .meaning = "at most so many values of each facet",
    .type = ParameterType::kNumber,
    .paths = kAtApiSearch,
    .initial = "10"};
inline constexpr Parameter kFormat{.name = "format",
                                   .meaning = "the form of the rows",
                                   .paths = kAtExport,
                                   .initial = "csv",
                                   .choices = "csv jsonl cdx urls"};
inline constexpr Parameter kNutchWaxSort{
    .name = "sort", .meaning = "date, or a field", .paths = kAtOpenSearch};
inline constexpr Parameter kNutchWaxReverse{
    .name = "reverse",
    .meaning = "the greatest value first",
    .type = ParameterType::kFlag,
    .paths = kAtOpenSearch,
    .initial = "true"};
inline constexpr Parameter kHitsPerSite{
    .name = "hitsPerSite",
    .meaning = "at most so many hits of one site; 0: all",
    .type = ParameterType::kNumber,
    .paths = kAtOpenSearch,
    .synonym = "hitsPerDup",
    .initial = "2"};
inline constexpr Parameter kDedupField{
    .name = "dedupField",
    .meaning = "the field that hitsPerSite is about",
    .paths = kAtOpenSearch,
    .initial = "site"};

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

inline constexpr Parameter kUrl{.name = "url",
                                .meaning = "the URL whose captures are wanted",
                                .type = ParameterType::kUrl,
                                .paths = kAtCaptures | kAtUrls,
                                .required = true};
inline constexpr Parameter kMostCaptures{.name = "limit",
                                         .meaning = "at most so many captures",
                                         .type = ParameterType::kNumber,
                                         .paths = kAtCaptures};
inline constexpr Parameter kFirstRow{
    .name = "start",
    .meaning = "list the captures from this one on",
    .type = ParameterType::kNumber,
    .paths = kAtUrl,
    .initial = "0"};
inline constexpr Parameter kDate{
    .name = "date",
    .meaning = "the capture next to this date is shown",
    .type = ParameterType::kDate,
    .paths = kAtCapture};
inline constexpr Parameter kFromDigest{
    .name = "from",
    .meaning = "digest of the earlier version",
    .paths = kAtChanges,
    .required = true};
inline constexpr Parameter kToDigest{.name = "to",
                                     .meaning = "digest of the later version",
                                     .paths = kAtChanges,
                                     .required = true};

inline constexpr Parameter kCdxUrl{.name = "url",
                                   .meaning = "the URL; also *.HOST and URL*",
                                   .type = ParameterType::kUrl,
                                   .paths = kAtCdx,
                                   .required = true};
inline constexpr Parameter kXmlQuery{
    .name = "q",
    .meaning = "an XML query, such as type:urlquery url:URL",
    .paths = kAtCdx};
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
inline constexpr Parameter kCdxTo{.name = "to",
                                  .meaning = "captured at or before this date",
                                  .type = ParameterType::kDate,
                                  .paths = kAtCdx};
inline constexpr Parameter kFilter{
    .name = "filter",
    .meaning =
        "only captures with this value of a field, by the rules of the dialect",
    .paths = kAtCdx,
    .repeats = true};
inline constexpr Parameter kCdxCollapse{
    .name = "collapse",
    .meaning =
        "the first capture of each value of a field, or of its first "
        "characters",
    .paths = kAtCdx};
inline constexpr Parameter kCollapseToFirst{.name = "collapseToFirst",
                                            .meaning = "the same as collapse",
                                            .paths = kAtCdx};
inline constexpr Parameter kCollapseToLast{
    .name = "collapseToLast",
    .meaning = "the last capture of each value",
    .paths = kAtCdx};
inline constexpr Parameter kCollapseTime{
    .name = "collapseTime",
    .meaning = "one capture of so many seconds",
    .type = ParameterType::kNumber,
    .paths = kAtCdx};
inline constexpr Parameter kLimit{
    .name = "limit",
    .meaning = "at most so many captures; less than 0: the last ones",
    .paths = kAtCdx};
inline constexpr Parameter kOffset{.name = "offset",
                                   .meaning = "skip so many captures",
                                   .type = ParameterType::kNumber,
                                   .paths = kAtCdx};
inline constexpr Parameter kCdxSort{
    .name = "sort",
    .meaning = "the order of captures",
    .paths = kAtCdx,
    .initial = "default",
    .choices = "default regular reverse closest"};
inline constexpr Parameter kReverse{.name = "reverse",
                                    .meaning = "the last capture first",
                                    .type = ParameterType::kFlag,
                                    .paths = kAtCdx};
inline constexpr Parameter kClosest{
    .name = "closest",
    .meaning = "the captures nearest to this date first",
    .type = ParameterType::kDate,
    .paths = kAtCdx};
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
inline constexpr Parameter kGzip{
    .name = "gzip",
    .meaning = "whether the answer may be compressed",
    .type = ParameterType::kFlag,
    .paths = kAtCdx,
    .initial = "true"};
inline constexpr Parameter kPage{.name = "page",
                                 .meaning = "this page of captures, from 0",
                                 .type = ParameterType::kNumber,
                                 .paths = kAtCdx};
inline constexpr Parameter kPageSize{.name = "pageSize",
                                     .meaning = "blocks of a page",
                                     .type = ParameterType::kNumber,
                                     .paths = kAtCdx,
                                     .initial = "10"};
inline constexpr Parameter kShowNumPages{
    .name = "showNumPages",
    .meaning = "the number of pages instead of captures",
    .type = ParameterType::kFlag,
    .paths = kAtCdx};
inline constexpr Parameter kShowPagedIndex{
    .name = "showPagedIndex",
    .meaning = "the blocks of a ZipNum instead of captures",
    .type = ParameterType::kFlag,
    .paths = kAtCdx};
inline constexpr Parameter kShowResumeKey{
    .name = "showResumeKey",
    .meaning = "a key to resume with after the captures",
    .type = ParameterType::kFlag,
    .paths = kAtCdx};
inline constexpr Parameter kResumeKey{
    .name = "resumeKey",
    .meaning = "captures after those of the answer with this key",
    .paths = kAtCdx};
inline constexpr Parameter kShowDupeCount{
    .name = "showDupeCount",
    .meaning = "how often the digest was there before",
    .type = ParameterType::kFlag,
    .paths = kAtCdx};
inline constexpr Parameter kResolveRevisits{
    .name = "resolveRevisits",
    .meaning = "with the place of the original of a revisit",
    .type = ParameterType::kFlag,
    .paths = kAtCdx};
inline constexpr Parameter kOmitSelfRedirects{
    .name = "omitSelfRedirects",
    .meaning = "without captures that redirect to their own URL key",
    .type = ParameterType::kFlag,
    .paths = kAtCdx};
inline constexpr Parameter kMethod{
    .name = "method",
    .meaning = "the method of the request that was captured",
    .paths = kAtCdx,
    .initial = "GET"};
inline constexpr Parameter kRequestBody{
    .name = "requestBody",
    .meaning = "the body of the request that was captured",
    .paths = kAtCdx};
inline constexpr Parameter kDialect{
    .name = "dialect",
    .meaning = "whose rules hold for filters, and whose form output=json has",
    .paths = kAtCdx,
    .choices = "pywb wayback outbackcdx"};

inline constexpr Parameter kBadLines{.name = "badLines",
                                     .meaning = "skip: pass over bad lines",
                                     .paths = kAtWrite,
                                     .choices = "skip"};

// In the order in which documents list them. Any thread may call these.
[[nodiscard]] std::span<const Parameter* const> all_parameters();

// The filter by a field of the index; null when there is none.
[[nodiscard]] const Parameter* filter_of(std::string_view field);

}  // namespace wax::serve
