// Transcripts: what a person typed at a shell and what came back. They are the
// examples of the man pages, and tests.
//
//   # A comment, before a command or after an empty line.
//   $ wax-urlkey --urlkey legacy
//   > a further line of the command
//   a line of standard output
//   ! a line of standard error
//   ? 2
//
// "?" is the exit code, 0 where it is not given. In an expected line "..."
// stands for any text; a line of "..." alone stands for any lines. An empty
// line ends what is expected. An expected line of standard output that begins
// with one of # $ > ! ? \, or is empty, has a backslash before it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace wax::tools::cli {

struct TranscriptStep {
  std::vector<std::string> comments;  // lines before the command, "#" kept
  std::string command;
  std::vector<std::string> out;
  std::vector<std::string> err;
  int code = 0;
};

// Throws std::runtime_error, with the line number, on a line out of place.
[[nodiscard]] std::vector<TranscriptStep> parse_transcript(
    std::string_view text);
[[nodiscard]] std::string format_transcript(
    const std::vector<TranscriptStep>& steps);

// Whether the lines of `text` are those expected, wildcards respected.
[[nodiscard]] bool lines_match(const std::vector<std::string>& expected,
                               std::string_view text);

[[nodiscard]] std::vector<std::string> lines_of(std::string_view text);

}  // namespace wax::tools::cli
