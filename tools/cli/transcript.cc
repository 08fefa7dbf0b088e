#include "tools/cli/transcript.h"

#include <cstdlib>
#include <stdexcept>

namespace wax::tools::cli {
namespace {

constexpr std::string_view kWildcard = "...";
constexpr std::string_view kMarks = "#$>!?\\";

bool has_mark(std::string_view line, char mark) {
  return line.starts_with(mark) && (line.size() == 1 || line[1] == ' ');
}

std::string after_mark(std::string_view line) {
  return std::string(line.size() > 2 ? line.substr(2) : "");
}

bool line_matches(std::string_view expected, std::string_view line) {
  size_t dots = expected.find(kWildcard);
  if (dots == std::string_view::npos) return expected == line;
  if (!line.starts_with(expected.substr(0, dots))) return false;
  line.remove_prefix(dots);
  expected.remove_prefix(dots + kWildcard.size());
  for (size_t skip = 0; skip <= line.size(); ++skip) {
    if (line_matches(expected, line.substr(skip))) return true;
  }
  return false;
}

bool lines_match_from(const std::vector<std::string>& expected, size_t e,
                      const std::vector<std::string>& lines, size_t l) {
  for (; e < expected.size(); ++e, ++l) {
    if (expected[e] == kWildcard) {
      for (size_t next = l; next <= lines.size(); ++next) {
        if (lines_match_from(expected, e + 1, lines, next)) return true;
      }
      return false;
    }
    if (l == lines.size() || !line_matches(expected[e], lines[l])) return false;
  }
  return l == lines.size();
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

std::string format_transcript(const std::vector<TranscriptStep>& steps) {
  std::string text;
  for (const TranscriptStep& step : steps) {
    if (!text.empty()) text += '\n';
    for (const std::string& comment : step.comments) text += comment + "\n";
    text += "$ ";
    for (char c : step.command) {
      text += c;
      if (c == '\n') text += "> ";
    }
    text += '\n';
    for (const std::string& line : step.out) {
      bool quoted =
          line.empty() || kMarks.find(line[0]) != std::string_view::npos;
      text += (quoted ? "\\" : "") + line + "\n";
    }
    for (const std::string& line : step.err) {
      text += line.empty() ? "!\n" : "! " + line + "\n";
    }
    if (step.code != 0) text += "? " + std::to_string(step.code) + "\n";
  }
  return text;
}

bool lines_match(const std::vector<std::string>& expected,
                 std::string_view text) {
  return lines_match_from(expected, 0, lines_of(text), 0);
}

}  // namespace wax::tools::cli
