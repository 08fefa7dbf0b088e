// All parameters that the server takes, from parameters.inc. This table feeds
// what reads requests, the labels of pages, the OpenAPI document and the page
// of the API; a test compares it with the man page.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "answers/requests/message.h"

namespace wax::answers {

// Hits that one answer has at most (versions of a URL and what a shard is asked
// for, too), and the last one that pages reach; exports have no limit.
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
  kAtAvailable = 1 << 17,   // /wayback/available
  kAtCrawl = 1 << 18,       // /crawl
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

// The constants of all parameters: kIn, kQuery, ...
#define PARAMETER(name, ...) inline constexpr Parameter name = __VA_ARGS__;
#include "answers/requests/parameters.inc"
#undef PARAMETER

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
