#include "tools/pipeline/plan.h"

#include <string_view>
#include <utility>

namespace wax::tools::pipeline {
namespace {

using Words = std::vector<std::string>;

// Raise the number of a tool when it makes something else of the same inputs:
// then its steps are run again. (Steps of a tool that only got faster are not.)
struct ToolRules {
  std::string_view tool;
  int number;
};
constexpr ToolRules kToolRules[] = {
    {"wax-warc-indexer", 2}, {"wax-dedup-cdx", 3},
    {"wax-revisits", 1},     {"wax-import", 3},
    {"wax-index", 2},        {"wax-cdx-merge", 1},
    {"wax-add-dates", 1},    {"", 1},
};

int rules_of(std::string_view tool) {
  for (const ToolRules& rules : kToolRules) {
    if (rules.tool == tool) return rules.number;
  }
  return 0;
}

// Collects the steps and spells their commands.
class Planner {
 public:
  Planner(std::string out, const BuildRecord& record,
          const Resources& resources)
      : out_(std::move(out)), record_(record), resources_(resources) {}

  std::vector<Step> steps() {
    for (const Batch& batch : record_.batches) captures(batch);
    duplicates();
    Words captured;
    Words lists;
    for (const Batch& batch : record_.batches) {
      import(batch);
      index(batch);
      captured.push_back(in(batch, "captures.cdx"));
      lists.push_back(in(batch, "duplicates"));
    }
    merge("captures", captured, out_ + "/captures.cdx", false);
    revisits();
    lists.push_back(out_ + "/revisits");
    merge("dates", lists, out_ + "/dates", true);
    shares();
    for (const Batch& batch : record_.batches) dates(batch);
    return std::move(steps_);
  }

 private:
  [[nodiscard]] std::string in(const Batch& batch, const char* name) const {
    return out_ + "/batches/" + batch.name + "/" + name;
  }
  [[nodiscard]] std::string shard(const Batch& batch, const char* name) const {
    return out_ + "/pindexes/" + batch.name + "/" + name;
  }

  [[nodiscard]] Words resources(bool jobs) const {
    Words words;
    if (jobs && resources_.jobs != 0) {
      words.insert(words.end(), {"--jobs", std::to_string(resources_.jobs)});
    }
    if (resources_.memory != 0) {
      words.insert(words.end(),
                   {"--memory", std::to_string(resources_.memory)});
    }
    if (!resources_.tmpdir.empty()) {
      words.insert(words.end(), {"--tmpdir", resources_.tmpdir});
    }
    return words;
  }

  static void append(Words& words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
  }

  // Of tools that open archives.
  [[nodiscard]] Words archive_resources() const {
    Words words = resources(true);
    if (resources_.timeout) {
      words.insert(words.end(),
                   {"--timeout", std::to_string(*resources_.timeout)});
    }
    return words;
  }

  // All tools here take their output by --output, except two.
  void add(std::string name, std::string tool, Words with, Words arguments,
           Words inputs, std::string output) {
    arguments.insert(arguments.begin(), "--force");
    int rules = rules_of(tool);
    if (tool != "wax-add-dates" && tool != "wax-dedup-cdx") {
      arguments.insert(arguments.begin() + 1, {"--output", output});
    }
    bool of_batch = name.find('/') != std::string::npos;
    std::string problems =
        out_ + (of_batch ? "/batches/" : "/") + name + ".problems";
    steps_.push_back({std::move(name),
                      std::move(tool),
                      rules,
                      std::move(with),
                      std::move(arguments),
                      {},
                      std::move(inputs),
                      std::move(output),
                      std::move(problems)});
  }

  void captures(const Batch& batch) {
    Words arguments = {"--sort"};
    append(arguments, record_.identity);
    append(arguments, {"--files-from", in(batch, "archives"), "--write-damaged",
                       in(batch, "damaged"), "--write-references",
                       in(batch, "references")});
    add(batch.name + "/captures", "wax-warc-indexer", archive_resources(),
        arguments, {}, in(batch, "captures.cdx"));
    steps_.back().archives = batch.archives;
    steps_.back().further_outputs = {in(batch, "damaged"),
                                     in(batch, "references")};
  }

  // All at once: a batch that is added may have an intact capture of a version
  // that an earlier one has only damaged.
  void duplicates() {
    Words arguments = {"--beside", "duplicates"};
    Words inputs;
    for (const Batch& batch : record_.batches) {
      arguments.insert(arguments.end(), {"--damaged", in(batch, "damaged")});
      inputs.push_back(in(batch, "damaged"));
    }
    append(arguments, record_.import_rules);
    Words outputs;
    for (const Batch& batch : record_.batches) {
      arguments.push_back(in(batch, "captures.cdx"));
      inputs.push_back(in(batch, "captures.cdx"));
      outputs.push_back(in(batch, "duplicates"));
    }
    add("duplicates", "wax-dedup-cdx", resources(false), arguments, inputs,
        outputs.front());
    steps_.back().further_outputs.assign(outputs.begin() + 1, outputs.end());
  }

  // Of all batches: a revisit may be in another one than its original.
  void revisits() {
    Words arguments;
    Words inputs = {out_ + "/captures.cdx"};
    for (const Batch& batch : record_.batches) {
      append(arguments, {"--references", in(batch, "references")});
      inputs.push_back(in(batch, "references"));
    }
    arguments.push_back(out_ + "/captures.cdx");
    add("revisits", "wax-revisits", resources(false), arguments, inputs,
        out_ + "/revisits");
  }

  void import(const Batch& batch) {
    Words arguments = record_.identity;
    append(arguments, {"--exclude", in(batch, "duplicates"), "--files-from",
                       in(batch, "archives")});
    if (!record_.collection.empty()) {
      arguments.insert(arguments.end(), {"--collection", record_.collection});
    }
    append(arguments, record_.import_rules);
    if (record_.ignore_robots) arguments.emplace_back("--ignore-robots");
    if (!record_.tika.empty()) append(arguments, {"--tika", record_.tika});
    add(batch.name + "/import", "wax-import", archive_resources(), arguments,
        {in(batch, "duplicates")}, in(batch, "segment"));
    steps_.back().archives = batch.archives;
    steps_.back().known_problems = in(batch, "captures.problems");
  }

  void index(const Batch& batch) {
    Words arguments;
    Words inputs;
    for (const Batch& other : record_.batches) {
      if (&other == &batch) break;
      append(arguments, {"--originals", in(other, "segment")});
      inputs.push_back(in(other, "segment"));
    }
    arguments.push_back(in(batch, "segment"));
    inputs.push_back(in(batch, "segment"));
    add(batch.name + "/index", "wax-index", resources(true), arguments, inputs,
        shard(batch, "main"));
  }

  void merge(const char* name, const Words& inputs, const std::string& output,
             bool unique) {
    Words arguments = inputs;
    if (unique) arguments.insert(arguments.begin(), "--unique");
    add(name, "wax-cdx-merge", {}, arguments, inputs, output);
  }

  void shares() {
    Step step;
    step.name = "shares";
    step.rules = rules_of(step.tool);
    step.inputs = {out_ + "/dates"};
    for (const Batch& batch : record_.batches) {
      step.inputs.push_back(in(batch, "captures.cdx"));
      step.inputs.push_back(in(batch, "duplicates"));
      step.further_outputs.push_back(in(batch, "dates"));
    }
    step.output = std::move(step.further_outputs.back());
    step.further_outputs.pop_back();
    steps_.push_back(std::move(step));
  }

  void dates(const Batch& batch) {
    std::string main = shard(batch, "main");
    std::string list = in(batch, "dates");
    add(batch.name + "/dates", "wax-add-dates", resources(false),
        {main, main, shard(batch, "dates"), list}, {main, list},
        shard(batch, "dates"));
  }

  std::string out_;
  const BuildRecord& record_;
  const Resources& resources_;
  std::vector<Step> steps_;
};

}  // namespace

std::vector<Step> plan(const std::string& out, const BuildRecord& record,
                       const Resources& resources) {
  return Planner(out, record, resources).steps();
}

}  // namespace wax::tools::pipeline
