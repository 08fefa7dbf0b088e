// The lines of lists that CDX files are turned into. Any number of threads may
// call these functions.
//
// Duplicate lists and date lists: "urlkey SP digest SP date14" a line, further
// columns allowed, "#" lines are comments. Files of other producers are
// welcome. These columns have a meaning, in any order: "original=date14",
// "kind=capture" or "kind=revisit", "offset=NUMBER" and "file=NAME".
#pragma once

#include <string>
#include <string_view>

#include "cdx/format/capture.h"

namespace wax::cdx {

// Views into the line.
struct DatedVersion {
  std::string_view urlkey;
  std::string_view digest;  // as written; compare by warc::normal_digest
  std::string_view date;
  // The date of the capture that represents the version, where the line has
  // the column "original=date14"; else empty.
  std::string_view original;
  // Where the capture is: all three, or none but perhaps the kind.
  std::string_view kind;
  std::string_view offset;
  std::string_view file;
};

// False when the line has fewer than three fields, separated by spaces or tabs,
// or no 14-digit date as the third.
[[nodiscard]] bool parse_dated_version(std::string_view line,
                                       DatedVersion& version);

// The columns of a place, with a space before each. The file has no spaces.
void append_place(std::string_view kind, std::string_view offset,
                  std::string_view file, std::string& out);

// "urlkey sha1:DIGEST date14\n", the digest in its normal form.
void append_dated_version(std::string& out, std::string_view urlkey,
                          std::string_view digest, std::string_view date);

// The further column of duplicate lists, with a space before it.
void append_original(std::string_view date, std::string& out);

// Takes a field off the front of a line whose fields are separated by spaces
// and tabs; empty at the end.
[[nodiscard]] std::string_view next_list_field(std::string_view& line);

// Capture::original_date of a revisit that names no date: it repeats the last
// capture of the URL before it.
inline constexpr std::string_view kLastBefore = "00000000000000";

// A revisit that names the date of its original, or none (kLastBefore):
// "urlkey SP date14 SP date14", the key and date of the original, then the date
// of the revisit. Where it states a digest, that comes after them: the
// reference counts only if no capture of the URL has this digest, as that of
// the body of a 304. Views into the line.
struct DateReference {
  std::string_view urlkey;
  std::string_view original_date;
  std::string_view date;
  std::string_view digest;  // normal; empty: none
};

// False when the line has fewer than three fields, separated by spaces or tabs,
// or no two dates of 14 digits.
[[nodiscard]] bool parse_date_reference(std::string_view line,
                                        DateReference& reference);

// The line of a capture, with "\n"; nothing for a capture that is no such
// revisit, or states a digest and is of another URL.
void append_date_reference(const Capture& capture, std::string& out);

// A damaged record: "filename SP offset SP urlkey SP date14", as the capture's
// line in a CDX file has them. A record without an offset of its own has "-",
// and is told by all four. Views into the line.
struct DamagedPlace {
  std::string_view filename;
  std::string_view offset;
  std::string_view urlkey;
  std::string_view date;
};

// False when the line has fewer than four fields, separated by spaces or tabs,
// or the second is neither a number nor "-".
[[nodiscard]] bool parse_damaged_place(std::string_view line,
                                       DamagedPlace& place);

// The line of a capture, with "\n".
void append_damaged_place(const Capture& capture, std::string& out);

}  // namespace wax::cdx
