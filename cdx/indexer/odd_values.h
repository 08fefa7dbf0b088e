// Values of records that are reported and kept.
#pragma once

#include <string>

#include "cdx/format/capture.h"
#include "cdx/profile/profile.h"
#include "io/problem.h"

namespace wax::cdx {

// Reports what is odd in the capture of a record of the file `path`:
// "odd-url" when no key could be made of its URL (`has_key`), "odd-date",
// "odd-mime", "odd-status", "http-head-limit". `unusable` says how bad
// "odd-date" is, and "odd-status" of a response.
void report_odd_values(const RecordView& view, const Capture& capture,
                       bool has_key, const std::string& path,
                       ProblemSink& problems,
                       Severity unusable = Severity::kWarning);

// False for a response with an HTTP head that does not begin with "HTTP/1.0 "
// or "HTTP/1.1 ", which is reported as lost: "odd-http".
[[nodiscard]] bool verify_http(const RecordView& view, const std::string& path,
                               ProblemSink& problems);

}  // namespace wax::cdx
