// Captures that somebody wants to take away. One thread at a time uses an
// object.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "answers/shown/holdings.h"
#include "answers/shown/search_answer.h"
#include "answers/shown/url_capture.h"

namespace wax::answers {

struct TakenCapture {
  UrlCapture capture;
  std::string title;  // as the full text knows it; may be empty
};

// Captures that may be seen and found, one after the other. `tick` is called
// from time to time: what it throws ends the reading.
class TakenCaptures {
 public:
  virtual ~TakenCaptures() = default;
  [[nodiscard]] virtual bool next(TakenCapture& taken) = 0;
  // After the end: why some may be missing.
  [[nodiscard]] virtual std::vector<std::string> missing() const { return {}; }
};

// All captures of the documents that are found, as found_documents() finds
// them, each from the collection of its document. Without CDX files, those
// whose records the full text names. Throws as found_documents().
[[nodiscard]] std::unique_ptr<TakenCaptures> captures_of_hits(
    const Scope& scope, const SearchRequest& request,
    std::function<void()> tick);

// The captures of a URL in the collection, or in all, from one date to another
// (4 to 14 digits; empty: open), in order of dates. Throws UsageError for an
// empty URL, NotFound when there are no CDX files.
[[nodiscard]] std::unique_ptr<TakenCaptures> captures_of_url(
    const Scope& scope, const std::string& url, std::string from,
    std::string to, std::function<void()> tick);

// For each URL of a website, the capture next to a date of 4 to 14 digits, in
// order of URL keys. "http://example.com/" and "example.com" name all URLs of
// the host, "*.example.com" those of the host and of the hosts below it, and
// another URL all URLs that begin with it. Throws as captures_of_url().
[[nodiscard]] std::unique_ptr<TakenCaptures> captures_of_website(
    const Scope& scope, std::string url, const std::string& date,
    std::function<void()> tick);

}  // namespace wax::answers
