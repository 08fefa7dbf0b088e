// Whether a record is the one that a line of an index means. Any number of
// threads may call these functions.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "warc/record/record.h"

namespace wax::cdx {

// What a line says of its record. Empty or "-": nothing.
struct LineIdentity {
  std::string_view urlkey;
  std::string_view date;
  std::string_view url;
  std::string_view digest = {};
};

// An archive of the same name, or one that was written anew, may have another
// record at the place that a line names. The record is the line's when some
// profile gives it a URL of the same URL key (without a URL in the line: the
// key of either kind, also without what a POST body adds) and its date; of
// shorter dates, the digits that are there count. Only the header of the record
// is looked at; nothing of its body is read.
[[nodiscard]] bool is_record_of(const LineIdentity& line,
                                const warc::Record& record);

// Picks, among archives with the same name, the first that has the record of
// the line at `offset`: with the digest of the line, which the record states
// or, if it states none, which is computed; else one whose record states no
// other digest; else any that has the record. When no archive has the record,
// the first is picked. A single path is returned unread. `paths` is not empty.
[[nodiscard]] std::string_view path_of_record(
    const std::vector<std::string_view>& paths, const LineIdentity& line,
    uint64_t offset);

}  // namespace wax::cdx
