// Odd data that work survives. Libraries report; they never print.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wax {

enum class Severity {
  kNote,     // odd, but every byte of the record is there and understood
  kWarning,  // a record is kept, but something about it is not to be trusted
  kLost,     // a record, or part of one, could not be kept; counts in exit code
};

[[nodiscard]] std::string_view name(Severity severity);

struct Problem {
  Severity severity = Severity::kWarning;
  // A stable word from the list in man/wax-problems.7, e.g.
  // "warc-truncated-record".
  std::string id;
  std::string file;
  // Byte offset in the file as stored (compressed), where there is one.
  std::optional<uint64_t> offset;
  std::string text;
};

// Takes problems as they are met. report() may be called from the thread that
// uses the reporting object only, unless an implementation says otherwise.
class ProblemSink {
 public:
  virtual ~ProblemSink() = default;
  virtual void report(Problem problem) = 0;
};

// A sink that forgets; for callers that check by other means.
class NoProblems final : public ProblemSink {
 public:
  void report(Problem) override {}
};

}  // namespace wax
