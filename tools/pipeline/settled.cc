#include "tools/pipeline/settled.h"

#include <filesystem>
#include <string_view>
#include <utility>

#include "io/inputs/input_files.h"
#include "tools/pipeline/plan.h"
#include "tools/pipeline/step.h"

namespace wax::tools::pipeline {
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

SettledBatches::SettledBatches(std::string out, BuildRecord& record)
    : out_(std::move(out)),
      record_(record),
      rules_(rules_of_steps(out_, record)) {
  look();
}

std::string SettledBatches::name_of(size_t batch) const {
  return record_.batches[batch].name + "/settled";
}

// Empty when something is missing.
std::string SettledBatches::state(size_t batch) const {
  std::string text;
  auto add = [&](const std::string& stamp) {
    if (stamp == kMissing) return false;
    text += stamp + '\n';
    return true;
  };
  for (const std::string& archive : record_.batches[batch].archives) {
    if (!io::is_url(archive) && !add(stamp(archive))) return {};
  }
  const std::string folder = out_ + "/batches/" + record_.batches[batch].name;
  if (!add(folder_stamp(folder)) || !add(folder_stamp(folder + "/segment"))) {
    return {};
  }
  return digest_of(text);
}

void SettledBatches::look() {
  settled_.assign(record_.batches.size(), false);
  for (size_t i = 0; i < settled_.size(); ++i) {
    const Ran* ran = record_.steps.find(name_of(i));
    settled_[i] =
        ran != nullptr && ran->command == rules_ && ran->output == state(i);
  }
}

bool SettledBatches::has_problems(size_t batch) const {
  return record_.steps.find(name_of(batch))->exit_code != 0;
}

void SettledBatches::settle() {
  for (size_t i = 0; i < settled_.size(); ++i) {
    if (settled_[i]) continue;
    const std::string& batch = record_.batches[i].name;
    Ran settled;
    settled.command = rules_;
    settled.output = state(i);
    bool all_read = !settled.output.empty();
    for (const char* kind : kStepsOfABatch) {
      const Ran* ran = record_.steps.find(batch + '/' + kind);
      all_read = all_read && ran != nullptr && ran->unread.empty();
      if (std::filesystem::exists(out_ + "/batches/" + batch + '/' + kind +
                                  ".problems")) {
        settled.exit_code = 1;
      }
    }
    if (!all_read) continue;
    record_.steps.set(name_of(i), std::move(settled));
    save_step(record_, name_of(i), out_);
  }
}

}  // namespace wax::tools::pipeline
