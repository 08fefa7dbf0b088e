// The columns of a CDX file. Values: any number of threads may read one.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace wax::cdx {

// One letter per column, after the CDX specification of 2015: N massaged URL,
// b date, a original URL, m mime, s status, k digest, r redirect, M meta tags,
// S record size, V offset, g file name, ...
struct Legend {
  std::string letters = "NbamskrMSVg";
  char delimiter = ' ';

  // The column of a letter, or -1.
  [[nodiscard]] int column(char letter) const;
  // The column of the URL key, N (massaged URL) or else A (canonized URL), or
  // -1.
  [[nodiscard]] int key_column() const;
  // " CDX N b a m s k r M S V g"
  [[nodiscard]] std::string header() const;
};

// The columns of public CDX servers: urlkey timestamp original mimetype
// statuscode digest length.
inline constexpr std::string_view kCdx7 = "NbamskS";
inline constexpr std::string_view kCdx9 = "NbamskrVg";
inline constexpr std::string_view kCdx10 = "NbamskrMVg";
inline constexpr std::string_view kCdx11 = "NbamskrMSVg";
// The location of the capture that a revisit refers to, which CDX servers write
// after the columns of a line: orig.length, orig.offset, orig.filename. There
// are no letters for these, so a header cannot name them; here, bytes that are
// not letters represent them.
inline constexpr std::string_view kOriginalColumns = "\1\2\3";
inline constexpr std::string_view kCdx14 = "NbamskrMSVg\1\2\3";
// Whether a column is the URL key.
[[nodiscard]] inline bool is_key_letter(char letter) {
  return letter == 'N' || letter == 'A';
}
// Whether a header can name a column.
[[nodiscard]] inline bool is_header_letter(char letter) { return letter > ' '; }

// The letters of "cdx9", "cdx10" and "cdx11"; empty for another name.
[[nodiscard]] std::optional<std::string_view> legend_letters(
    std::string_view format);

// Reads a header line, whose first byte is the delimiter. Empty when the line
// is not a header.
[[nodiscard]] std::optional<Legend> parse_header(std::string_view line);

// The likely legend of lines without a header, by the number of fields: 7, 9,
// 10, 11 or 14. Empty for CDXJ (a "{" begins the third field).
[[nodiscard]] std::optional<Legend> guess_legend(std::string_view line);

// " CDX N b a ...", whatever byte the delimiter is.
[[nodiscard]] inline bool is_header(std::string_view line) {
  return line.size() > 5 && line.substr(1, 3) == "CDX" && line[4] == line[0] &&
         (line[0] == ' ' || line[0] == '\t' || line[0] == '|' ||
          line[0] == ',' || line[0] == ';');
}

// A CDXJ metadata line, which describes the file or the lines after it and is
// not a capture: "!meta {...}", "!meta 0 {...}", "!context [...]". A line with
// a date of 14 digits after its key is a capture, although its key begins with
// "!".
[[nodiscard]] inline bool is_metadata(std::string_view line) {
  if (!line.starts_with('!')) return false;
  size_t key = line.find_first_of(" \t");
  if (key == line.npos) return true;
  line.remove_prefix(key + 1);
  return line.find_first_not_of("0123456789") != 14 ||
         (line[14] != ' ' && line[14] != '\t');
}

// The n-th field (from 0) of a line, empty when there are fewer.
[[nodiscard]] std::string_view field(std::string_view line, int n,
                                     char delimiter = ' ');

}  // namespace wax::cdx
