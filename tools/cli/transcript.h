// Transcripts: commands at a shell and their output. They are the examples of
// the man pages, and tests.
//
//   # A comment, before a command or after an empty line.
//   $ wax-urlkey --urlkey legacy
//   > a further line of the command
//   a line of standard output
//   ! a line of standard error
//   ? 2
//
// "?" is the exit code; 0 if it is not given. In an expected line "..." matches
// any text; a line of "..." alone matches any lines. An empty line ends the
// expected output. An expected line of standard output that begins with one of
// # $ > ! ? \, or is empty, has a backslash before it.
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
[[nodiscard]] std::vector<std::string> lines_of(std::string_view text);

}  // namespace wax::tools::cli
