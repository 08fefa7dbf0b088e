#include "cdx/format/legend.h"

#include "cdx/format/line_fields.h"

namespace wax::cdx {

int Legend::column(char letter) const {
  size_t at = letters.find(letter);
  return at == std::string::npos ? -1 : static_cast<int>(at);
}

int Legend::key_column() const {
  int massaged = column('N');
  return massaged >= 0 ? massaged : column('A');
}

std::string Legend::header() const {
  std::string line;
  line += delimiter;
  line += "CDX";
  for (char letter : letters) {
    line += delimiter;
    line += letter;
  }
  return line;
}

std::optional<std::string_view> legend_letters(std::string_view format) {
  if (format == "cdx9") return kCdx9;
  if (format == "cdx10") return kCdx10;
  if (format == "cdx11") return kCdx11;
  return std::nullopt;
}

std::optional<Legend> parse_header(std::string_view line) {
  if (!is_header(line)) return std::nullopt;
  Legend legend;
  legend.delimiter = line[0];
  legend.letters.clear();
  for (size_t i = 4; i < line.size(); i += 2) {
    if (line[i] != legend.delimiter || i + 1 >= line.size()) break;
    legend.letters += line[i + 1];
  }
  if (legend.letters.empty()) return std::nullopt;
  return legend;
}

std::optional<Legend> guess_legend(std::string_view line) {
  if (field(line, 2).starts_with('{')) return std::nullopt;
  Columns columns(line, ' ');
  std::string_view value;
  int fields = 0;
  while (columns.next(value) && !value.empty()) ++fields;
  switch (fields) {
    case 7:
      return Legend{std::string(kCdx7), ' '};
    case 9:
      return Legend{std::string(kCdx9), ' '};
    case 10:
      return Legend{std::string(kCdx10), ' '};
    case 11:
      return Legend{std::string(kCdx11), ' '};
    case 14:
      return Legend{std::string(kCdx14), ' '};
    default:
      return std::nullopt;
  }
}

std::string_view field(std::string_view line, int n, char delimiter) {
  for (; n > 0; --n) {
    size_t at = line.find(delimiter);
    if (at == std::string_view::npos) return {};
    line.remove_prefix(at + 1);
  }
  return line.substr(0, line.find(delimiter));
}

}  // namespace wax::cdx
