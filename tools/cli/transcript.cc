#include "tools/cli/transcript.h"

#include <cstdlib>
#include <stdexcept>

namespace wax::tools::cli {
namespace {

bool has_mark(std::string_view line, char mark) {
  return line.starts_with(mark) && (line.size() == 1 || line[1] == ' ');
}

std::string after_mark(std::string_view line) {
  return std::string(line.size() > 2 ? line.substr(2) : "");
}

}  // namespace

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) {
      lines.back() += " [no newline at the end]";
      break;
    }
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::vector<TranscriptStep> parse_transcript(std::string_view text) {
  std::vector<TranscriptStep> steps;
  std::vector<std::string> comments;
  enum { kOutside, kCommand, kExpected } where = kOutside;
  size_t number = 0;
  for (const std::string& line : lines_of(text)) {
    ++number;
    if (line.starts_with("$ ")) {
      steps.push_back({std::move(comments), line.substr(2), {}, {}, 0});
      comments.clear();
      where = kCommand;
    } else if (where == kCommand && has_mark(line, '>')) {
      steps.back().command += "\n" + after_mark(line);
    } else if (line.empty()) {
      if (!comments.empty()) comments.push_back("");
      where = kOutside;
    } else if (where == kOutside) {
      if (line[0] != '#') {
        throw std::runtime_error("line " + std::to_string(number) +
                                 ": neither a comment nor a command: " + line);
      }
      comments.push_back(line);
    } else {
      where = kExpected;
      TranscriptStep& step = steps.back();
      if (has_mark(line, '!')) {
        step.err.push_back(after_mark(line));
      } else if (has_mark(line, '?')) {
        step.code = std::atoi(after_mark(line).c_str());
      } else {
        step.out.push_back(line[0] == '\\' ? line.substr(1) : line);
      }
    }
  }
  return steps;
}

}  // namespace wax::tools::cli
