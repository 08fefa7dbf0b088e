// Duplicate lists and date lists: "urlkey SP digest SP date14" a line, further
// columns allowed, "#" lines are comments. Written by dedup-cdx and revisits,
// read by import and add-dates; files of other producers are welcome.
#pragma once

#include <string>
#include <string_view>

#include "cdx/line_stream.h"
#include "warc/io/problem.h"

namespace wax::cdx {

// Views into the line.
struct DatedVersion {
  std::string_view urlkey;
  std::string_view digest;  // as written; compare by warc::normal_digest
  std::string_view date;
};

// False when the line has fewer than three fields or no 14-digit date.
[[nodiscard]] bool parse_dated_version(std::string_view line,
                                       DatedVersion& version);

// "urlkey sha1:DIGEST date14\n", digest in its normal spelling.
void append_dated_version(std::string& out, std::string_view urlkey,
                          std::string_view digest, std::string_view date);

}  // namespace wax::cdx
