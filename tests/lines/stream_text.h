// What a stream of lines gives, as text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lines/line_stream.h"

namespace wax::lines {

inline std::string text_of(LineStream& lines) {
  std::string text;
  std::string_view line;
  while (lines.next(line)) text.append(line).append("\n");
  return text;
}

inline std::vector<std::string> all_lines(LineStream& lines) {
  std::vector<std::string> all;
  std::string_view line;
  while (lines.next(line)) all.emplace_back(line);
  return all;
}

}  // namespace wax::lines
