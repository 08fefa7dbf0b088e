#include "tools/cli/console.h"

#include <errno.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <functional>
#include <map>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

#include "io/inputs/input_files.h"
#include "text/number.h"
#include "tools/cli/report_json.h"
#include "tools/cli/work_clock.h"

namespace wax::tools::cli {
namespace {

using Clock = std::chrono::steady_clock;

// Lines shown for one id and file before the rest are only counted.
constexpr uint32_t kShown = 10;
constexpr std::chrono::milliseconds kRedraw{200};
// A bar that has stood still for so long gives way to the time.
constexpr std::chrono::seconds kStale{1};
// Shorter work shows no progress.
constexpr std::chrono::seconds kFirstDraw{2};
// After that, so that a bar comes first where bytes are told.
constexpr std::chrono::milliseconds kFirstTime{2300};
constexpr size_t kBarWidth = 20;

// In one call, so that the lines of several processes do not mix.
void write_stderr(std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t n = ::write(STDERR_FILENO, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    // A message that cannot be shown must not end the work.
    if (n <= 0) return;
    bytes.remove_prefix(static_cast<size_t>(n));
  }
}

std::string problem_line(const Problem& problem) {
  std::string line;
  if (!problem.file.empty()) {
    append_printable(line, problem.file);
    line += ": ";
  }
  if (problem.offset) {
    line += "at byte " + std::to_string(*problem.offset) + ": ";
  }
  line += problem.id + ": ";
  // What an IoError says begins with the file, which is named already.
  std::string_view text = problem.text;
  if (text.starts_with(problem.file + ": ")) {
    text.remove_prefix(problem.file.size() + 2);
  }
  append_printable(line, text);
  return line;
}

std::string human_bytes(double bytes) {
  constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  size_t unit = 0;
  while (bytes >= 1024 && unit + 1 < std::size(kUnits)) {
    bytes /= 1024;
    ++unit;
  }
  char text[32];
  std::snprintf(text, sizeof text, unit == 0 ? "%.0f %s" : "%.1f %s", bytes,
                kUnits[unit]);
  return text;
}

std::string human_time(double seconds) {
  auto s = static_cast<unsigned long long>(seconds);
  char text[48];
  if (s >= 3600) {
    std::snprintf(text, sizeof text, "%lluh%02llum", s / 3600, s / 60 % 60);
  } else {
    std::snprintf(text, sizeof text, "%llum%02llus", s / 60, s % 60);
  }
  return text;
}

// "[#####...............] 25% ".
std::string bar(uint64_t done, uint64_t total) {
  const double part = static_cast<double>(done) / static_cast<double>(total);
  const auto marks = static_cast<size_t>(part * kBarWidth);
  return '[' + std::string(marks, '#') + std::string(kBarWidth - marks, '.') +
         "] " + std::to_string(static_cast<unsigned>(part * 100)) + "% ";
}

// The bytes of the control at the front of a text: of C0 and C1, DEL, or one
// that turns the direction of the text after it (Unicode UAX #9); 0: none.
size_t steering_length(std::string_view text) {
  auto byte = [&](size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  if (byte(0) < 0x20 || byte(0) == 0x7F) return 1;
  if (byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) < 0xA0) return 2;
  if (byte(0) != 0xE2) return 0;
  bool embeds = byte(1) == 0x80 && byte(2) >= 0xAA && byte(2) <= 0xAE;
  bool isolates = byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9;
  return embeds || isolates ? 3 : 0;
}

std::string closing_line(const std::vector<Count>& counts) {
  std::string line;
  for (const Count& count : counts) {
    if (!line.empty()) line += ", ";
    line += count.word + " " + std::to_string(count.number);
    std::string reasons;
    for (const auto& [reason, number] : count.reasons) {
      if (number == 0) continue;
      if (!reasons.empty()) reasons += ", ";
      reasons += reason + " " + std::to_string(number);
    }
    if (!reasons.empty()) line += " (" + reasons + ")";
  }
  return line;
}

void write_counts(const std::string& path, const std::string& tool,
                  const std::vector<Count>& counts) {
  ReportJson report = {{"tool", tool}, {"counts", ReportJson::object()}};
  for (const Count& count : counts) {
    ReportJson& entry = report["counts"][count.word];
    entry["total"] = count.number;
    for (const auto& [reason, number] : count.reasons) {
      if (number > 0) entry["reasons"][reason] = number;
    }
  }
  auto output = io::open_output(path, true);
  output->write(print_report(report));
  output->finish();
}

}  // namespace

void append_printable(std::string& out, std::string_view text) {
  for (size_t i = 0, steers = 0; i < text.size(); ++i) {
    if (steers == 0) steers = steering_length(text.substr(i));
    if (steers > 0) {
      --steers;
      out += "\\x";
      text::append_hex_number(static_cast<unsigned char>(text[i]), 2, out);
    } else {
      out += text[i];
    }
  }
}

void append_printable_lines(std::string& out, std::string_view text) {
  while (true) {
    const std::string_view plain = text.substr(0, text.find_first_of("\n\t"));
    append_printable(out, plain);
    text.remove_prefix(plain.size());
    if (text.empty()) return;
    out += text.front();
    text.remove_prefix(1);
  }
}

std::string printable(std::string text) {
  for (size_t i = 0; i < text.size();) {
    size_t steers = steering_length(std::string_view(text).substr(i));
    std::fill_n(text.begin() + static_cast<ptrdiff_t>(i), steers, '?');
    i += std::max<size_t>(steers, 1);
  }
  return text;
}

struct Console::State {
  // Guards problems, counts, shown, lost, failed and progress_drawn.
  std::mutex mutex;
  std::unique_ptr<io::Output> problems;
  std::map<std::string, uint64_t, std::less<>> counts;
  // By hash of id and file: a collision shows a few lines less.
  std::unordered_map<size_t, uint32_t> shown;
  std::unordered_set<size_t> known;  // hashes of --known-problems
  uint64_t lost = 0;
  bool failed = false;
  const uint64_t opened_before = io::opened_inputs();
  std::atomic<bool> misses_inputs = false;

  bool progress_wanted = false;
  std::atomic<bool> progress_on = false;
  bool progress_drawn = false;
  uint64_t progress_total = 0;
  Clock::time_point progress_start;
  Clock::time_point progress_last;   // when a bar was drawn
  std::unique_ptr<WorkClock> clock;  // started once; its thread uses the rest
  std::atomic<Clock::rep> progress_next = 0;

  [[nodiscard]] bool is_known(const Problem& problem) const {
    return !known.empty() && known.contains(hash_of(problem));
  }
  void add(std::string_view id, bool is_lost, std::string_view json_line) {
    auto count = counts.find(id);
    if (count == counts.end()) count = counts.emplace(id, 0).first;
    ++count->second;
    if (is_lost) ++lost;
    if (problems) problems->write(json_line);
  }
  // Whether the bar has stood still for longer than it does while bytes come.
  [[nodiscard]] bool is_stale() const {
    return Clock::now() - progress_last > kStale;
  }
  // Not while `mutex` is held.
  void start_clock(const std::string& tool) {
    if (clock != nullptr) return;
    auto draw = [this](std::string_view text) {
      std::lock_guard lock(mutex);
      if (!is_stale()) return;
      write_stderr(text);
      progress_drawn = true;
    };
    clock = std::make_unique<WorkClock>(tool, draw, kFirstTime);
  }
  void clear_progress() {
    if (progress_drawn) write_stderr("\r\x1b[K");
    progress_drawn = false;
  }
  void print(const std::string& tool, std::string_view text) {
    clear_progress();
    std::string line = tool + ": ";
    append_printable_lines(line, text);
    line += '\n';
    write_stderr(line);
  }
};

Console::Console(std::string tool, CommonOptions options)
    : tool_(std::move(tool)),
      options_(std::move(options)),
      state_(std::make_unique<State>()) {
  state_->progress_wanted =
      options_.progress || (!options_.quiet && ::isatty(STDERR_FILENO) == 1);
  if (options_.progress) state_->start_clock(tool_);
  if (!options_.problems_file.empty()) {
    state_->problems = io::open_appending_output(options_.problems_file);
  }
  if (!options_.known_problems.empty()) {
    auto file = io::open_file(options_.known_problems);
    std::string text = io::read_all(*file, UINT64_MAX);
    uint64_t number = 0;
    for (std::string_view rest = text; !rest.empty();) {
      std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      ++number;
      if (line.empty()) continue;
      const auto problem = parse_problem(line);
      if (!problem) {
        throw UsageError(options_.known_problems + ": line " +
                         std::to_string(number) +
                         " is no problem as --problems writes them");
      }
      state_->known.insert(hash_of(*problem));
    }
  }
}

Console::~Console() {
  state_->clock.reset();
  state_->clear_progress();
}

void Console::report(Problem problem) {
  if (problem.id == "unreadable-archive" || problem.id == "unreadable-folder") {
    state_->misses_inputs = true;
  }
  show(problem);
  count(problem);
}

bool Console::has_read_nothing() const {
  return state_->misses_inputs && io::opened_inputs() == state_->opened_before;
}

void Console::note_no_input() { state_->misses_inputs = true; }

void Console::show(const Problem& problem) {
  if (problem.severity == Severity::kNote && !options_.verbose) return;
  std::lock_guard lock(state_->mutex);
  size_t key = std::hash<std::string>()(problem.id + '\n' + problem.file);
  uint32_t& shown = state_->shown[key];
  if (state_->is_known(problem)) {
    // The tool that met it first has shown it.
  } else if (options_.verbose || shown < kShown) {
    state_->print(tool_, problem_line(problem));
    ++shown;
  } else if (shown == kShown) {
    state_->print(tool_, problem.file + ": further " + problem.id +
                             " problems are only counted");
    ++shown;
  }
}

void Console::count(const Problem& problem) {
  std::lock_guard lock(state_->mutex);
  bool lost = problem.severity == Severity::kLost;
  state_->add(problem.id, lost, state_->problems ? problem_json(problem) : "");
  if (lost && options_.strict && !state_->is_known(problem)) {
    throw Stop("stopped at the first lost record because of --strict");
  }
}

void Console::take_over(std::string_view line, const std::string& file) {
  const auto problem = parse_problem(line);
  if (!problem) {
    throw FormatError(file, 0, "these are not problems as JSON lines");
  }
  std::lock_guard lock(state_->mutex);
  state_->add(problem->id, problem->severity == Severity::kLost,
              std::string(line) + "\n");
}

uint64_t Console::lost() const {
  std::lock_guard lock(state_->mutex);
  return state_->lost;
}

uint64_t Console::count(std::string_view id) const {
  std::lock_guard lock(state_->mutex);
  auto found = state_->counts.find(id);
  return found == state_->counts.end() ? 0 : found->second;
}

void Console::message(std::string_view text) {
  if (options_.quiet) return;
  std::lock_guard lock(state_->mutex);
  state_->print(tool_, text);
}

void Console::error(std::string_view text) {
  std::lock_guard lock(state_->mutex);
  state_->failed = true;
  state_->print(tool_, text);
}

void Console::summary(const std::vector<Count>& counts) {
  if (options_.quiet && options_.counts_file.empty()) return;
  std::vector<Count> all = counts;
  std::lock_guard lock(state_->mutex);
  if (!state_->counts.empty()) {
    all.push_back(sum_of("problems", state_->counts));
  }
  if (!options_.counts_file.empty()) {
    write_counts(options_.counts_file, tool_, all);
  }
  if (!options_.quiet) state_->print(tool_, closing_line(all));
}

void Console::count_anew() {
  std::lock_guard lock(state_->mutex);
  state_->counts.clear();
  state_->shown.clear();
}

bool Console::shows_progress() const { return state_->progress_wanted; }

void Console::start_progress(uint64_t total_bytes) {
  if (!state_->progress_wanted) return;
  state_->start_clock(tool_);
  std::lock_guard lock(state_->mutex);
  state_->progress_total = total_bytes;
  state_->progress_start = Clock::now();
  state_->progress_next =
      (state_->progress_start + kFirstDraw).time_since_epoch().count();
  state_->progress_on = true;
}

void Console::progress(uint64_t bytes_done, std::string_view words) {
  if (!state_->progress_on) return;
  Clock::time_point now = Clock::now();
  if (now.time_since_epoch().count() < state_->progress_next) return;
  std::lock_guard lock(state_->mutex);
  state_->progress_next = (now + kRedraw).time_since_epoch().count();
  state_->progress_last = now;
  std::chrono::duration<double> elapsed = now - state_->progress_start;
  auto done = static_cast<double>(bytes_done);
  double rate = done / elapsed.count();
  std::string line = "\r\x1b[K" + tool_ + ": ";
  if (state_->progress_total > 0) {
    line += bar(std::min(bytes_done, state_->progress_total),
                state_->progress_total);
  }
  append_printable_lines(line, words);
  line += human_bytes(done);
  if (state_->progress_total > 0) {
    auto total = static_cast<double>(state_->progress_total);
    line += " of " + human_bytes(total);
    if (rate > 0 && total >= done) {
      line += ", " + human_time((total - done) / rate) + " left";
    }
  }
  line += ", " + human_bytes(rate) + "/s";
  write_stderr(line);
  state_->progress_drawn = true;
}

Outcome Console::outcome() const {
  std::lock_guard lock(state_->mutex);
  return state_->failed || state_->lost > 0 ? Outcome::kIncomplete
                                            : Outcome::kDone;
}

void Console::finish() {
  state_->clock.reset();
  std::lock_guard lock(state_->mutex);
  state_->progress_on = false;
  state_->clear_progress();
  if (state_->problems) {
    state_->problems->finish();
    state_->problems.reset();
  }
}

}  // namespace wax::tools::cli
