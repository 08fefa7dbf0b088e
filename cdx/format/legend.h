// What the columns of a CDX file are.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wax::cdx {

// One letter a column, after the CDX specification of 2015: N massaged URL,
// b date, a original URL, m mime, s status, k digest, r redirect, M meta tags,
// S record size, V offset, g file name, ...
struct Legend {
  std::string letters = "NbamskrMSVg";
  char delimiter = ' ';

  // The column of a letter, or -1.
  [[nodiscard]] int column(char letter) const;
  // " CDX N b a m s k r M S V g"
  [[nodiscard]] std::string header() const;
};

// What public CDX servers answer: urlkey timestamp original mimetype statuscode
// digest length.
inline constexpr std::string_view kCdx7 = "NbamskS";
inline constexpr std::string_view kCdx9 = "NbamskrVg";
inline constexpr std::string_view kCdx10 = "NbamskrMVg";
inline constexpr std::string_view kCdx11 = "NbamskrMSVg";
// Where the capture lies that a revisit stands for, as CDX servers write it
// behind the columns of a line: orig.length, orig.offset, orig.filename. No
// letters are agreed for these, so that a header cannot name them; here they
// are told by bytes that are no letters.
inline constexpr std::string_view kOriginalColumns = "\1\2\3";
inline constexpr std::string_view kCdx14 = "NbamskrMSVg\1\2\3";
// Whether a header can name a column.
[[nodiscard]] inline bool is_header_letter(char letter) { return letter > ' '; }

// The letters of "cdx9", "cdx10" and "cdx11"; nothing for another name.
[[nodiscard]] std::optional<std::string_view> legend_letters(
    std::string_view format);

// Reads a header line, whose first byte is the delimiter. Nothing when the line
// is none.
[[nodiscard]] std::optional<Legend> parse_header(std::string_view line);

// What a headerless line most likely is: CDXJ (a "{" in the third field) is
// nothing; else by the number of fields, 7, 9, 10, 11 or 14.
[[nodiscard]] std::optional<Legend> guess_legend(std::string_view line);

// " CDX N b a ...", whatever byte the delimiter is.
[[nodiscard]] inline bool is_header(std::string_view line) {
  return line.size() > 5 && line.substr(1, 3) == "CDX" && line[4] == line[0] &&
         (line[0] == ' ' || line[0] == '\t' || line[0] == '|' ||
          line[0] == ',' || line[0] == ';');
}

// A line that says something of a CDXJ file or of the lines behind it ("!meta
// {...}", "!meta 0 {...}", "!context [...]") and is no capture. One that has a
// date of 14 digits behind its key is a capture, though its key begins with
// "!".
[[nodiscard]] inline bool is_note(std::string_view line) {
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
