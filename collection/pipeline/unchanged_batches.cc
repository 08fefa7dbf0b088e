#include "collection/pipeline/unchanged_batches.h"

#include <filesystem>
#include <string_view>
#include <utility>

#include "collection/layout.h"
#include "collection/pipeline/plan.h"
#include "collection/pipeline/step.h"
#include "io/inputs/input_files.h"

namespace wax::collection {
namespace {

// Of a batch, whether its shard has been merged or not.
constexpr const char* kStepsOfABatch[] = {"captures", "versions", "import",
                                          "index"};

// Stands for the commands of all steps.
std::string rules_of_steps(const std::string& out, const BuildRecord& record) {
  BuildRecord one = record;
  one.batches = {{"000", {}}};
  one.merged.clear();
  std::string text;
  for (const Step& step : plan(out, one, {})) text += begin(step).command;
  return "rules " + digest_of(text);
}

}  // namespace

UnchangedBatches::UnchangedBatches(std::string out, BuildRecord& record)
    : out_(std::move(out)),
      record_(record),
      rules_(rules_of_steps(out_, record)) {
  look();
}

std::string UnchangedBatches::name_of(size_t batch) const {
  return record_.batches[batch].name + "/settled";
}

// Empty when something is missing.
std::string UnchangedBatches::state(size_t batch) const {
  std::string text;
  auto add = [&](const std::string& stamp) {
    if (stamp == kMissing) return false;
    text += stamp + '\n';
    return true;
  };
  for (const std::string& archive : record_.batches[batch].archives) {
    if (!io::is_url(archive) && !add(stamp(archive))) return {};
  }
  const BatchLayout files{Layout{out_}.batch(record_.batches[batch].name)};
  if (!add(folder_stamp(files.folder)) || !add(folder_stamp(files.segment()))) {
    return {};
  }
  return digest_of(text);
}

void UnchangedBatches::look() {
  unchanged_.assign(record_.batches.size(), false);
  for (size_t i = 0; i < unchanged_.size(); ++i) {
    const StepRecord* ran = record_.steps.find(name_of(i));
    unchanged_[i] =
        ran != nullptr && ran->command == rules_ && ran->output == state(i);
  }
}

bool UnchangedBatches::has_problems(size_t batch) const {
  return record_.steps.find(name_of(batch))->exit_code != 0;
}

void UnchangedBatches::record() {
  for (size_t i = 0; i < unchanged_.size(); ++i) {
    if (unchanged_[i]) continue;
    const std::string& batch = record_.batches[i].name;
    StepRecord unchanged;
    unchanged.command = rules_;
    unchanged.output = state(i);
    bool all_read = !unchanged.output.empty();
    for (const char* kind : kStepsOfABatch) {
      const StepRecord* ran = record_.steps.find(batch + '/' + kind);
      all_read = all_read && ran != nullptr && ran->unread.empty();
      if (std::filesystem::exists(
              BatchLayout{Layout{out_}.batch(batch)}.problems(kind))) {
        unchanged.exit_code = 1;
      }
    }
    if (!all_read) continue;
    record_.steps.set(name_of(i), std::move(unchanged));
    save_step(record_, name_of(i), out_);
  }
}

}  // namespace wax::collection
