// Access logs to views of pages.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/problem.h"
#include "rank/robots.h"
#include "rank/view_counts.h"
#include "rank/view_files.h"

namespace wax::rank {

struct LogRules {
  RobotList robots;
  // A client that views more pages within a minute is a robot until it pauses
  // for `window` seconds; 0: none is.
  uint64_t robot_rate = 60;
  // Views of a page by one client are one for so many seconds.
  int64_t window = 1800;
  bool count_not_modified = false;  // status 304
};

// What became of a line. The first of these that holds, in the order
// malformed, method, status, query, modifier, robot, repeat, counted.
enum class LogReason {
  kCounted,
  kModifier,  // a part of a page, or its bytes as archived
  kRepeat,
  kQuery,  // no replay of a capture of one date
  kRobot,
  kStatus,  // not 200
  kMethod,  // not GET
  kMalformed,
};
inline constexpr std::array<std::string_view, 8> kLogReasons = {
    "counted", "modifier", "repeat", "query",
    "robot",   "status",   "method", "malformed"};

struct LogExample {
  std::string file;
  uint64_t line = 0;  // from 1; 0: no line
  std::string text;
};

struct LogCounts {
  uint64_t lines = 0;
  std::array<uint64_t, kLogReasons.size()> by_reason{};  // add up to `lines`
  std::map<std::string, uint64_t> by_month;              // counted
  // The first line of each reason: what was asked for and its status, the key
  // of a view, or what a malformed line does not have. No client is named.
  std::array<LogExample, kLogReasons.size()> examples;
  // How often clients were forgotten before their time, as memory was short.
  uint64_t forgotten = 0;
};

// The counts as a JSON object.
[[nodiscard]] std::string log_counts_json(const LogCounts& counts);

// The views in logs as keys "YYYY-MMkey", where the month is that of the time
// in UTC and the key that of the SURT rules. Files are read in the order of
// their first lines' times. Malformed lines are reported ("rank-bad-log-line")
// without their text. Addresses of clients are kept neither in memory, but as
// hashes with a secret of the run for up to two windows, nor written. `counts`
// is complete at the end, and outlives the source. Memory: `memory` bytes for
// clients, and some blocks of lines.
[[nodiscard]] std::unique_ptr<CountSource> log_views(
    std::vector<InputFile> files, const LogRules& rules, uint64_t memory,
    uint64_t jobs, ProblemSink& problems, LogCounts& counts);

}  // namespace wax::rank
