// Recognising the header of a record, and reading it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "io/compress/member_stream.h"
#include "warc/record/arc_header.h"
#include "warc/record/record.h"

namespace wax::warc {

// Longer headers are passed over as "warc-bad-header".
inline constexpr size_t kMaxWarcHeader = 4 * 1024 * 1024;
inline constexpr size_t kMaxArcHeader = 1024 * 1024;
// Enough to see a usual header line whole.
inline constexpr size_t kUsualLine = 4 * 1024;

// "WARC/" in any case of letters, and a digit.
[[nodiscard]] bool starts_warc(std::string_view bytes);

// Whether bytes, met where a record is due, begin with a header: lenient about
// an ARC line's fields.
[[nodiscard]] bool starts_record(std::string_view bytes);

// Bytes of white space that `bytes` begin with, where a record is due, and of a
// byte order mark among it: editors and joined files leave that before a
// header.
[[nodiscard]] size_t space_before_record(std::string_view bytes);

// Whether bytes that are met by search begin with the header of a record: a
// whole version line and the name of a field, or an ARC line with every field
// in its form. With a format, of that format only. Blank lines before it are
// passed over.
[[nodiscard]] io::Match record_found(std::string_view bytes,
                                     std::optional<Format> format = {});

// The next header that record_found() knows and that a line end stands before,
// that line end at `from` or after.
struct FoundHeader {
  // kMore: there is none before `line_end`, but one may begin after it.
  io::Match match = io::Match::kNo;
  size_t line_end = 0;  // the line end, and blank lines after it
  size_t begin = 0;     // the header
};
[[nodiscard]] FoundHeader find_header(std::string_view bytes, size_t from,
                                      std::optional<Format> format = {});

// Whether what follows a block is what should: blank lines, and then a record
// or nothing.
[[nodiscard]] bool follows_block(std::string_view bytes);

// The number that a Content-Length field says, digits and perhaps a plus before
// them. Nothing for other values.
[[nodiscard]] std::optional<uint64_t> block_length(std::string_view text);

// Bytes of the record that begins here, header and block, as its header states
// them. Nothing unless the header is there as a whole and has a length, and a
// WARC header its type.
[[nodiscard]] std::optional<uint64_t> stated_size(std::string_view bytes);

// The size of a WARC header block with the blank line that closes it (CRLF, LF,
// or with CRs too many); npos while the blank line has not come. Searches from
// `from` on, where a line may begin.
[[nodiscard]] size_t warc_header_size(std::string_view bytes, size_t from = 0);

// Fills the record's fields, but for content_length, offset and body, from a
// header block, which the record's views then point into.
void read_warc_header(std::string_view block, Record& record);

// The same from an ARC header line with its line end, that parse_arc_header()
// has read. With content_length; version is left as it is.
void read_arc_header(const ArcHeader& header, std::string_view line,
                     Record& record);

// Fills in what the block at the head of an ARC file tells: the version ("1 0
// InternetArchive": the first word), and its own length if the header's is
// negative: it is that line and the next, which names the fields. Bytes of the
// last line end that the length leaves out are the answer. Views point into
// nothing that ends.
uint64_t read_version_block(std::string_view block, Record& record);

}  // namespace wax::warc
