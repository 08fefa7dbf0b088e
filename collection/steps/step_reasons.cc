#include "collection/steps/step_reasons.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "text/shell_line.h"

namespace wax::collection {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (true) {
    const size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return lines;
    text.remove_prefix(end + 1);
  }
}

// Words at other places than in `others`.
std::string other_words(const std::vector<std::string>& words,
                        const std::vector<std::string>& others) {
  const auto [from, from_other] =
      std::mismatch(words.begin(), words.end(), others.begin(), others.end());
  const auto [end, end_other] =
      std::mismatch(words.rbegin(), std::make_reverse_iterator(from),
                    others.rbegin(), std::make_reverse_iterator(from_other));
  // The name of an option says what its value is.
  const auto first = from != words.begin() && std::prev(from)->starts_with('-')
                         ? std::prev(from)
                         : from;
  if (from == end.base()) return "none";
  return text::shell_line({first, end.base()});
}

std::string options_text(std::string_view now, std::string_view before) {
  const std::vector<std::string> words = lines_of(now);
  const std::vector<std::string> former = lines_of(before);
  return other_words(words, former) + ", before: " + other_words(former, words);
}

}  // namespace

std::string reason_text(const Step& step, const StepRecord* ran) {
  if (ran == nullptr) return "runs: it has not run yet";
  const lines::StepWork work = work_of(step);
  const lines::StepChange change = lines::change_since(work, *ran, stamp);
  const std::vector<std::string> gone = gone_inputs(step, *ran);
  const bool is_due = change.what != lines::Change::kNothing;
  if (is_due && !gone.empty()) {
    return "is left out: cannot be read now: " + gone.front();
  }
  switch (change.what) {
    case lines::Change::kNothing:
      break;
    case lines::Change::kRules:
      return "runs: " + step.tool + " has other rules than when it ran";
    case lines::Change::kNewInput:
      return "runs: new input: " + change.name;
    case lines::Change::kNoInput:
      return "runs: no input any more: " + change.name;
    case lines::Change::kOptions:
      return "runs: options changed: " +
             options_text(work.command, ran->command);
    case lines::Change::kState:
      return "runs: other originals, dates, ranks or damage";
    case lines::Change::kInput:
      return "runs: input changed: " + change.name;
    case lines::Change::kNoOutput:
      return "runs: output is missing: " + change.name;
    case lines::Change::kOutput:
      return "runs: output was changed: " + change.name;
  }
  for (const std::string& archive : ran->unread) {
    if (gone.empty() && is_readable(archive)) {
      return "runs: can be read now: " + archive;
    }
  }
  if (!ran->unread.empty()) {
    return "is left out: still cannot be read: " + ran->unread.front();
  }
  return kUpToDate;
}

}  // namespace wax::collection
