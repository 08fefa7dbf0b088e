// Writes transcripts (tools/cli/transcript.h), and compares them with output.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/cli/transcript.h"

namespace wax::tests {

inline constexpr std::string_view kWildcard = "...";
inline constexpr std::string_view kTranscriptMarks = "#$>!?\\";

inline bool line_matches(std::string_view expected, std::string_view line) {
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

inline bool lines_match_from(const std::vector<std::string>& expected, size_t e,
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

// Whether the lines of `text` are those expected, wildcards respected.
inline bool lines_match(const std::vector<std::string>& expected,
                        std::string_view text) {
  return lines_match_from(expected, 0, tools::cli::lines_of(text), 0);
}

inline std::string format_transcript(
    const std::vector<tools::cli::TranscriptStep>& steps) {
  std::string text;
  for (const tools::cli::TranscriptStep& step : steps) {
    if (!text.empty()) text += '\n';
    for (const std::string& comment : step.comments) text += comment + "\n";
    text += "$ ";
    for (char c : step.command) {
      text += c;
      if (c == '\n') text += "> ";
    }
    text += '\n';
    for (const std::string& line : step.out) {
      bool quoted = line.empty() ||
                    kTranscriptMarks.find(line[0]) != std::string_view::npos;
      text += (quoted ? "\\" : "") + line + "\n";
    }
    for (const std::string& line : step.err) {
      text += line.empty() ? "!\n" : "! " + line + "\n";
    }
    if (step.code != 0) text += "? " + std::to_string(step.code) + "\n";
  }
  return text;
}

}  // namespace wax::tests
