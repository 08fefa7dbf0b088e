// Recognising the header of a record of WARC or ARC, and reading it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "io/compress/member_stream.h"
#include "warc/record/record.h"

namespace wax::warc {

// The fields are as written. Views point into the line.
struct ArcHeader {
  std::string_view url;
  std::string_view ip_address;
  std::string_view date;
  std::string_view content_type;  // empty when the line has none; may be
                                  // several words ("text/html; charset=x")
  int64_t length = 0;
  bool good_length = true;  // false: the length is no number
  bool version_2 = false;   // ten fields instead of five
};

// Takes a header line (without its line end) apart from the right, because URLs
// of old archives contain spaces. Knows version 1 (URL IP date mime length),
// version 2 (URL IP date mime status checksum location offset file length)
// whatever the file's own version is, Alexa's lines with date and IP address
// transposed, lines without a mime, lines with a word in the place of the date
// or address that is not a date or address, and URLs without a scheme where all
// else is in its form. Nothing when the line has no such form.
// Source: the Internet Archive's "Arc File Format", and files in the wild.
[[nodiscard]] std::optional<ArcHeader> parse_arc_header(std::string_view line);

// Whether a line may be trusted to be an ARC header when it is met by search:
// all fields there and of the right form.
[[nodiscard]] bool plausible_arc_header(std::string_view line);

// Whether text begins like a URL: a scheme and a colon.
[[nodiscard]] bool starts_with_scheme(std::string_view text);

// Whether it begins with a scheme that archives hold. A line that has lost its
// first bytes to the block before it ("ttp://") does not.
[[nodiscard]] bool starts_with_usual_scheme(std::string_view text);

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

// The next header that record_found() knows and that comes after a line end,
// which is at `from` or later.
struct FoundHeader {
  // kMore: no header begins before `line_end`, but one may begin after it.
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
