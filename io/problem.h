// Odd data after which work goes on. Libraries report it; they never print.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wax {

enum class Severity {
  kNote,     // odd, but the whole record is there and understood
  kWarning,  // the record is kept, but a part of it may be wrong
  kLost,     // a record or a part of it is lost; the exit code shows it
};

[[nodiscard]] std::string_view name(Severity severity);

struct Problem {
  Severity severity = Severity::kWarning;
  // A stable word from the list in man/wax-problems.7, for example
  // "warc-truncated-record".
  std::string id;
  std::string file;
  // Byte offset in the stored (compressed) file, if there is one.
  std::optional<uint64_t> offset;
  std::string text;
};

// The line of a file of problems: JSON, with its "\n".
[[nodiscard]] std::string problem_json(const Problem& problem);

// Reads such a line, with or without its "\n". Members may have any order, and
// unknown ones are passed over. Bytes that problem_json() replaced stay so.
// Nothing for another line, and for one without severity or id.
[[nodiscard]] std::optional<Problem> parse_problem(std::string_view line);

// Hashes a problem without its severity: a tool may lose what another one could
// go on with. The same before problem_json() and after parse_problem().
[[nodiscard]] size_t hash_of(const Problem& problem);

// Takes problems when they are found. Only the thread that uses the reporting
// object calls report(), unless an implementation allows more.
class ProblemSink {
 public:
  virtual ~ProblemSink() = default;
  virtual void report(Problem problem) = 0;
};

// A sink that drops problems; for callers that check by other means.
class NoProblems final : public ProblemSink {
 public:
  void report(Problem) override {}
};

}  // namespace wax
