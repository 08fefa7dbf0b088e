// One capture: its text, links, headers and record. Any number of threads may
// call what is declared here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/shown/holdings.h"
#include "answers/shown/url_capture.h"

namespace wax::answers {

struct PageLink {
  std::string url;
  std::string text;
};

struct CaptureAnswer {
  UrlCapture capture;
  std::string head;    // of the record and of the message in it
  std::string unread;  // why the archive is not read; empty: it was
  // What the record says, or else its version in the full text, as also when
  // that has what a crawler's browser showed; empty when neither can be had.
  std::string title;
  std::string text;
  std::string lang;
  std::string author;
  std::string published;
  std::vector<PageLink> links;  // of the record alone
};

// The capture of a URL next to a date of up to 14 digits; nothing when the
// collection has none; the first one without a date. Of a revisit, the text is
// that of its original. Memory: some megabytes. Throws as find_capture().
[[nodiscard]] std::optional<CaptureAnswer> capture_answer(
    const Scope& scope, const std::string& url, std::string_view date);

}  // namespace wax::answers
