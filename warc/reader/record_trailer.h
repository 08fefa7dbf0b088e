// The record trailer: the line ends after the block of a WARC record.
#pragma once

#include <string>
#include <string_view>

#include "io/problem.h"

namespace wax::warc {

inline constexpr std::string_view kRecordTrailer = "\r\n\r\n";

// Whether `line_ends` are two equal line ends: readers accept these, too.
[[nodiscard]] bool closes_record(std::string_view line_ends);

// What is wrong with a trailer that closes_record() does not accept.
struct BadTrailer {
  Severity severity = Severity::kNote;
  std::string_view id;
  std::string text;
};
// `tail`: the last bytes of the block, which may have swallowed some of them.
[[nodiscard]] BadTrailer judge_trailer(std::string_view line_ends,
                                       std::string_view tail);

}  // namespace wax::warc
