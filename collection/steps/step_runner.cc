#include "collection/steps/step_runner.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <unordered_set>

#include "collection/layout.h"
#include "collection/record/command.h"
#include "collection/segment/segment_manifest.h"
#include "collection/steps/step_reasons.h"
#include "io/error.h"
#include "io/inputs/input_files.h"
#include "io/output.h"
#include "io/problem.h"
#include "io/temp_files.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

// "/a.warc.gz and 2 more".
std::string first_of(const std::vector<std::string>& paths) {
  std::string text = paths.front();
  if (paths.size() > 1) {
    text += " and " + std::to_string(paths.size() - 1) + " more";
  }
  return text;
}

// What a failed copy or mount leaves.
bool is_empty_file(const std::string& archive) {
  std::error_code failure;
  return fs::file_size(archive, failure) == 0 && !failure;
}

std::vector<std::string> without(std::vector<std::string> paths,
                                 const std::vector<std::string>& others) {
  std::erase_if(paths, [&](const std::string& path) {
    return std::find(others.begin(), others.end(), path) != others.end();
  });
  return paths;
}

// Whether a step lost something that was accepted, and nothing else.
bool has_only_accepted_losses(std::string_view problems,
                              const std::vector<std::string>& accepted) {
  if (!KnownProblems().lacks_lost_line(problems)) return false;
  KnownProblems known;
  for (const std::string& file : accepted) known.add_file(file);
  return !known.lacks_lost_line(problems);
}

// Goes with the object, and with this process.
class PassingFile {
 public:
  explicit PassingFile(const std::string& path) : at_signals_(path) {}
  ~PassingFile() {
    std::error_code none;
    fs::remove(at_signals_.path(), none);
  }
  PassingFile(const PassingFile&) = delete;
  PassingFile& operator=(const PassingFile&) = delete;

 private:
  io::TempFile at_signals_;
};

// A tool replaces nothing by what an empty list gives.
bool reads_list(const Step& step) {
  return std::find(step.arguments.begin(), step.arguments.end(),
                   "--files-from") != step.arguments.end();
}

}  // namespace

void StepRunner::report_name_problems(const NamesLook& names) {
  std::vector<Problem> shown = keep_names_problems(out_, names);
  if (manner_.strict) {
    shown.clear();
    for (const NamesLook::Met& met : names.problems) {
      shown.push_back(met.problem);
    }
  }
  shown = unknown_problems(std::move(shown), manner_.known_problems);
  for (const Problem& problem : shown) {
    messages_.show(problem);
    stopped_ = manner_.strict && problem.severity == Severity::kLost;
    if (stopped_) return;
  }
}

bool StepRunner::stop_at(std::vector<Problem> problems) {
  if (!manner_.strict) return stopped_;
  for (Problem& problem :
       unknown_problems(std::move(problems), manner_.known_problems)) {
    if (problem.severity != Severity::kLost) continue;
    met_.push_back(std::move(problem));
    stopped_ = true;
  }
  return stopped_;
}

void StepRunner::run(std::vector<Step> steps) {
  for (Step& step : steps) {
    if (stopped_) return;
    run_step(steps_.emplace_back(std::move(step)));
  }
}

bool StepRunner::has_other_inputs(const Step& step) const {
  const StepRecord* ran = record_.steps.find(step.name);
  return ran == nullptr ||
         (!has_same_work(step, *ran) && gone_inputs(step, *ran).empty());
}

bool StepRunner::must_run(const Step& step) const {
  const StepRecord* ran = record_.steps.find(step.name);
  return ran == nullptr || reason_to_run(step, *ran) != RunReason::kNone;
}

void StepRunner::tell_why(std::string_view name, std::string_view why) {
  if (!manner_.tells_why) return;
  messages_.message(std::string(name).append(": ").append(why));
}

void StepRunner::skip(const std::string& name) {
  ++skipped_;
  tell_why(name, kUpToDate);
}

void StepRunner::make(const Step& step, std::string_view why,
                      const std::function<void()>& work) {
  if (manner_.tells_why) {
    const StepRecord* before = record_.steps.find(step.name);
    tell_why(step.name, must_run(step) ? reason_text(step, before)
                                       : std::string("runs: ").append(why));
  }
  StepRecord ran = begin(step);
  work();
  ++run_;
  taken_run_.push_back(step);
  complete(ran, step, 0, {});
  remember(step, std::move(ran));
}

void StepRunner::remember(const Step& step) {
  StepRecord ran = begin(step);
  complete(ran, step, 0, {});
  remember(step, std::move(ran));
}

void StepRunner::remember(const Step& step, StepRecord ran) {
  record_.steps.set(step.name, std::move(ran));
  save_step(record_, step.name, out_);
}

StepCounts StepRunner::finish() {
  take_over_problems();
  uint64_t archives = 0;
  for (const auto& batch : record_.batches) archives += batch.archives.size();
  return {archives, run_, skipped_, kept_, known_met_};
}

bool StepRunner::tell_losses() {
  const std::string names = Layout{out_}.names_problems();
  const bool lost_files = known_.lacks_lost_line(text_of_problems(names));
  if (lost_files) {
    messages_.error("names: files could not be added; see " + names);
  }
  bool lost = lost_files;
  for (const Step& step : steps_) lost |= tell_losses(step);
  return lost;
}

void StepRunner::run_step(const Step& step) {
  if (step.unchanged) {
    ++skipped_;
    tell_why(step.name, kUpToDate);
    return;
  }
  const StepRecord* before = record_.steps.find(step.name);
  if (manner_.tells_why) tell_why(step.name, reason_text(step, before));
  RunReason due =
      before == nullptr ? RunReason::kChanged : reason_to_run(step, *before);
  if (due == RunReason::kNone ||
      (due == RunReason::kUnread &&
       std::none_of(before->unread.begin(), before->unread.end(),
                    is_readable))) {
    ++skipped_;
    return;
  }
  if (before != nullptr) {
    std::vector<std::string> gone = gone_inputs(step, *before);
    if (!gone.empty()) return keep(step, gone);
  }
  bool aside = before != nullptr && reads_list(step);
  StepRecord ran = begin(step);
  int exit_code = execute(step, aside);
  ++run_;
  // A step that was stopped has made nothing.
  stopped_ = exit_code != 0 && manner_.strict &&
             !has_only_accepted_losses(text_of_problems(staged(step.problems)),
                                       manner_.known_problems);
  if (stopped_) {
    if (!aside) move_staged(step.problems);
    return;
  }
  std::vector<std::string> unread;
  if (!step.archives.empty()) {
    unread = unread_archives(step, text_of_problems(staged(step.problems)));
  }
  if (aside) {
    std::vector<std::string> lost = without(unread, before->unread);
    // No tool reads an old one of another format.
    if (has_other_format(step.output)) lost.clear();
    if (!lost.empty() ||
        (due == RunReason::kUnread && unread.size() == before->unread.size())) {
      discard(step);
      if (!lost.empty()) keep(step, lost);
      return;
    }
    for (const std::string& output : step.outputs()) {
      move_staged(output);
    }
  }
  move_staged(step.problems);
  remove_if_empty(step.problems);
  taken_run_.push_back(step);
  complete(ran, step, exit_code, std::move(unread));
  remember(step, std::move(ran));
}

// What the tool of a step need not show again. What was not accepted stops it
// with --strict, whoever met it first.
std::string StepRunner::known_problems_of(const Step& step) const {
  std::vector<std::string> files = manner_.known_problems;
  if (!manner_.strict) {
    files.push_back(Layout{out_}.names_problems());
    files.push_back(step.known_problems);
  }
  std::string known;
  for (const std::string& file : files) {
    known += text_of_problems(file);
    if (!known.empty() && known.back() != '\n') known += '\n';
  }
  return known;
}

// The exit code, 0 or 1.
int StepRunner::execute(const Step& step, bool aside) {
  std::error_code none;
  std::vector<std::string> words = {step.tool};
  auto add = [&](const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
  };
  add(step.resources);
  // Tools add to a file that is there: one that was killed may have left it.
  fs::remove(staged(step.problems), none);
  add({"--problems", staged(step.problems)});
  std::optional<PassingFile> known;
  if (const std::string text = known_problems_of(step); !text.empty()) {
    const std::string path = staged(step.problems) + "-known";
    known.emplace(path);
    write_problems(path, text);
    add({"--known-problems", path});
  }
  if (manner_.strict) add({"--strict"});
  add({manner_.verbose && !manner_.quiet ? "--verbose" : "--quiet"});
  if (manner_.progress) add({"--progress"});
  std::vector<std::string> outputs = step.outputs();
  if (aside) {  // what a run that was killed may have left
    for (const std::string& output : outputs) {
      fs::remove_all(staged(output), none);
    }
  }
  for (const std::string& word : step.arguments) {
    bool is_output =
        std::find(outputs.begin(), outputs.end(), word) != outputs.end();
    add({aside && is_output ? staged(word) : word});
  }
  if (manner_.verbose) messages_.message(shell_line(words));
  Ended ended = run_tool(words, manner_.tools, lock_.fd());
  if (ended.signal != 0 || ended.exit_code > 1) {
    throw Error(step.tool + " ended by " + ended.text() +
                "; run the same command again to continue");
  }
  return ended.exit_code;
}

void StepRunner::keep(const Step& step,
                      const std::vector<std::string>& missing) {
  ++kept_;
  messages_.error(step.name + ": stays as an earlier run made it, because " +
                  first_of(missing) + " cannot be read now");
}

void StepRunner::discard(const Step& step) {
  std::string problems = staged(step.problems);
  each_line(text_of_problems(problems), [&](std::string_view line) {
    messages_.take_over(line, problems);
  });
  std::error_code none;
  for (const std::string& output : step.outputs()) {
    fs::remove_all(staged(output), none);
  }
  fs::remove(problems, none);
}

std::vector<std::string> StepRunner::files_of_problems() const {
  std::vector<std::string> files = {Layout{out_}.names_problems()};
  for (const Step& step : steps_) files.push_back(step.problems);
  return files;
}

// What all steps and the names have met, each problem once: as lost, if a step
// has lost what another one could go on with. Memory: some 32 bytes for each.
void StepRunner::each_problem(
    const std::function<void(const Problem& problem, std::string_view line,
                             const std::string& file)>& use) const {
  std::unordered_set<size_t> lost;  // hashes
  std::unordered_set<size_t> seen;
  const std::vector<std::string> files = files_of_problems();
  for (const std::string& file : files) {
    each_line(text_of_problems(file), [&](std::string_view line) {
      const auto problem = parse_problem(line);
      if (problem && problem->severity == Severity::kLost) {
        lost.insert(hash_of(*problem));
      }
    });
  }
  for (const std::string& file : files) {
    each_line(text_of_problems(file), [&](std::string_view line) {
      const auto problem = parse_problem(line);
      if (!problem) {
        throw FormatError(file, 0, "these are not problems as JSON lines");
      }
      const size_t met = hash_of(*problem);
      if (problem->severity != Severity::kLost && lost.contains(met)) return;
      if (seen.insert(met).second) use(*problem, line, file);
    });
  }
}

void StepRunner::take_over_problems() {
  for (const std::string& file : manner_.known_problems) known_.add_file(file);
  for (const Problem& problem : met_) {
    if (known_.contains(problem)) {
      ++known_met_;
    } else {
      messages_.report(problem);
    }
  }
  each_problem([&](const Problem& problem, std::string_view line,
                   const std::string& file) {
    if (known_.contains(problem)) {
      ++known_met_;
    } else {
      messages_.take_over(line, file);
    }
  });
}

void StepRunner::accept_problems(const std::string& file) {
  std::string text = text_of_problems(file);
  KnownProblems accepted;
  accepted.add_file(file);
  for (const Problem& problem : met_) {
    if (!accepted.contains(problem)) text += problem_json(problem);
  }
  each_problem(
      [&](const Problem& problem, std::string_view line, const std::string&) {
        if (!accepted.contains(problem)) text.append(line).append("\n");
      });
  if (!text.empty()) write_problems(file, text);
}

bool StepRunner::tell_losses(const Step& step) {
  const StepRecord* ran = record_.steps.find(step.name);
  if (ran == nullptr || (ran->exit_code == 0 && ran->unread.empty())) {
    return false;
  }
  const std::string met = text_of_problems(step.problems);
  if (!met.empty() && !known_.lacks_lost_line(met)) return false;
  if (const auto& unread = ran->unread; !unread.empty()) {
    const bool are_empty =
        std::all_of(unread.begin(), unread.end(), is_empty_file);
    messages_.error(step.name + ": " + first_of(unread) +
                    (are_empty ? unread.size() > 1 ? " are empty" : " is empty"
                               : " could not be read") +
                    "; run wax-build again when it " +
                    (are_empty ? "is whole" : "can"));
    return false;
  }
  messages_.error(step.name + ": records were lost; see " + step.problems);
  return true;
}

}  // namespace wax::collection
