// A tool's only door to the world, so that tests can run tools in memory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/byte_source.h"
#include "io/error.h"
#include "io/output.h"
#include "io/problem.h"

namespace wax::tools::cli {

// Exit codes: 0 done; 1 ran to the end, but records were lost or the answer is
// no; 2 could not run.
enum class Outcome { kDone = 0, kIncomplete = 1, kFailed = 2 };

// What all tools share.
struct CommonOptions {
  bool quiet = false;
  bool verbose = false;
  bool strict = false;         // stop at the first lost record
  bool progress = false;       // also when stderr is no terminal
  std::string problems_file;   // JSON lines
  std::string known_problems;  // the same: these are not shown
  std::string counts_file;     // JSON
};

// One word of the closing line: "skipped 2 (dns 2)". Reasons that are zero are
// left out.
struct Count {
  std::string word;
  uint64_t number = 0;
  std::vector<std::pair<std::string, uint64_t>> reasons = {};
};

// The sum of all reasons, and each by itself.
template <typename Reasons>
[[nodiscard]] Count sum_of(std::string word, const Reasons& reasons) {
  Count sum{std::move(word)};
  for (const auto& [reason, count] : reasons) {
    sum.number += count;
    sum.reasons.emplace_back(reason, count);
  }
  return sum;
}

class Console final : public ProblemSink {
 public:
  Console(std::string tool, CommonOptions options);
  ~Console() override;

  // Made by io::open_named_output; --force is the tool's own option. What is
  // there stays when check_replacing() throws, as finish() then does.
  [[nodiscard]] std::unique_ptr<io::Output> open_output(const std::string& path,
                                                        bool force);

  // The same for lines: io::gzip_output() by up to `jobs` threads for ".gz";
  // "-.gz" is standard output. What steers a terminal is escaped when "-" is
  // one. Throws UsageError for names of other compressions (".zst").
  [[nodiscard]] std::unique_ptr<io::Output> open_line_output(
      const std::string& path, bool force, uint64_t jobs = 0);

  // Throws Error when there is no input (note_no_input()), or inputs were
  // reported as ones that cannot be read ("unreadable-archive",
  // "unreadable-folder"), and io::opened_inputs() has counted none since this
  // console was made: what is at `path` is then better than what would replace
  // it.
  void check_replacing(const std::string& path) const;
  // The inputs that were named, or their list, give nothing to read.
  void note_no_input();

  // ProblemSink: a line on stderr ("tool: file: at byte N: id: text"; notes
  // only with -v), a line in --problems FILE, and counts. Under --strict the
  // first lost record throws Stop. What is in --known-problems is not shown.
  // May be called from any thread.
  void report(Problem problem) override;
  // The line on stderr alone, of a problem that take_over() counts later.
  void show(const Problem& problem);
  // All but the line on stderr, for a tool whose answer is problems.
  void count(const Problem& problem);
  // Counts what another tool has reported and shown, and writes it to
  // --problems FILE: a line of such a file. Goes on under --strict. Throws
  // FormatError, which names `file`.
  void take_over(std::string_view line, const std::string& file);
  [[nodiscard]] uint64_t lost() const;
  [[nodiscard]] uint64_t count(std::string_view id) const;

  // A line on stderr unless --quiet.
  void message(std::string_view text);
  // A line on stderr, always, and exit code at least kIncomplete: an input that
  // could not be read though others could.
  void error(std::string_view text);
  // The closing line, on stderr unless --quiet: "tool: read 10, written 8". The
  // problems met are added by id.
  void summary(const std::vector<Count>& counts);
  // Problems are counted and shown anew from here on: for a tool that works in
  // rounds with a closing line each. Exit codes and --problems FILE go on.
  void count_anew();

  // Shown when stderr is a terminal (unless --quiet) or --progress, of work
  // that takes more than two seconds: a bar, compressed bytes done, rate, time
  // left. `total` 0: unknown. Where no bytes are told for a while, as in work
  // after the last of them, how long it all takes is shown, by a thread. With
  // --progress, that is shown for all work.
  void start_progress(uint64_t total_bytes);
  [[nodiscard]] bool shows_progress() const;
  // `words` are shown before the bytes.
  void progress(uint64_t bytes_done, std::string_view words = {});

  [[nodiscard]] const CommonOptions& options() const { return options_; }
  [[nodiscard]] const std::string& tool() const { return tool_; }

  // kIncomplete if anything was lost or error() was called, else kDone.
  [[nodiscard]] Outcome outcome() const;
  // Closes the problems file, clears the progress line. Throws IoError.
  void finish();

 private:
  [[nodiscard]] bool has_read_nothing() const;

  struct State;
  std::string tool_;
  CommonOptions options_;
  std::unique_ptr<State> state_;
};

// Text from an archive must not steer a terminal: controls, and characters that
// turn the direction of the text after them, become "\xNN", byte by byte.
void append_printable(std::string& out, std::string_view text);

// The same for text of several lines: newlines and tabs stay.
void append_printable_lines(std::string& out, std::string_view text);

// The same text with "?" for each of these bytes, so that offsets in it stay.
[[nodiscard]] std::string printable(std::string text);

// Thrown by Console::report under --strict.
class Stop : public Error {
 public:
  using Error::Error;
};

}  // namespace wax::tools::cli
