// Recognising the header of a record, and reading it.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "warc/io/member_stream.h"
#include "warc/record.h"

namespace wax::warc {

// "WARC/" and a digit.
[[nodiscard]] bool starts_warc(std::string_view bytes);

// Whether bytes, met where a record is due, begin with a header: lenient about
// an ARC line's fields.
[[nodiscard]] bool starts_record(std::string_view bytes);

// Whether bytes that are met by search begin with the header of a record: a
// whole version line, or an ARC line with every field in its form. With a
// format, of that format only. Blank lines before it are passed over.
[[nodiscard]] io::Match record_found(std::string_view bytes,
                                     std::optional<Format> format = {});

// The size of a WARC header block with the blank line that closes it (CRLF, LF,
// or with CRs too many); npos while the blank line has not come. Searches from
// `from` on, where a line may begin.
[[nodiscard]] size_t warc_header_size(std::string_view bytes, size_t from = 0);

// Fills the record's fields, but for content_length, offset and body, from a
// header block, which the record's views then point into.
void read_warc_header(std::string_view block, Record& record);

}  // namespace wax::warc
