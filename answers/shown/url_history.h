// The captures and versions of a URL. Any number of threads may call what is
// declared here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "answers/requests/search_request.h"
#include "answers/shown/found_page.h"
#include "answers/shown/holdings.h"
#include "answers/shown/url_captures.h"

namespace wax::answers {

// Captures with the same digest.
struct UrlVersion {
  size_t number = 0;  // from 1, in order of first captures
  UrlCapture first;
  std::string last;  // date
  uint64_t captures = 0;
  bool has_text = false;  // the full text has it
  std::string title;
};

struct ListedCapture {
  UrlCapture capture;
  size_t version = 0;    // its number
  bool repeats = false;  // a capture before it has the same digest
};

struct UrlHistory {
  std::string url;  // as it was captured last
  std::string urlkey;
  std::string title;                    // of the last version that has one
  std::vector<ListedCapture> captures;  // in order of dates
  std::vector<UrlVersion> versions;
  uint64_t revisits = 0;
  uint64_t duplicates = 0;  // that are no revisits
  bool is_cut = false;      // there are more captures
};

// The history of a URL, with at most kMostListed captures, from the CDX files,
// or, if there are none, from the full text. Memory: that of these captures.
// Throws as UrlCaptures.
inline constexpr uint64_t kMostListed = 20'000;
[[nodiscard]] UrlHistory url_history(const Scope& scope, std::string_view url);

// The search that finds them.
[[nodiscard]] SearchRequest search_for_versions(const Scope& scope,
                                                const std::string& urlkey);

}  // namespace wax::answers
