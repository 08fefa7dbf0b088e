// The line in front of each record of an ARC file.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

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
// transposed, lines without a mime, and lines whose date or address is none
// (they are taken by their place), and URLs without a scheme where all else is
// in its form. Nothing when the line is none of these.
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

}  // namespace wax::warc
