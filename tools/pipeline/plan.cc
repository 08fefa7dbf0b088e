#include "tools/pipeline/plan.h"

#include <algorithm>
#include <cstdint>
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
    {"wax-warc-indexer", 2}, {"wax-dedup-cdx", 3}, {"wax-revisits", 1},
    {"wax-import", 3},       {"wax-index", 3},     {"wax-cdx-merge", 1},
    {"wax-merge", 1},        {"wax-add-dates", 1}, {"", 1},
};

int rules_of(std::string_view tool) {
  for (const ToolRules& rules : kToolRules) {
    if (rules.tool == tool) return rules.number;
  }
  return 0;
}

std::string digest_of(std::string_view text) {
  uint64_t hash = 0xCBF29CE484222325;
  for (char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  }
  return std::to_string(hash);
}

// Collects the steps and spells their commands.
class Planner {
 public:
  Planner(std::string out, const BuildRecord& record,
          const Resources& resources)
      : out_(std::move(out)), record_(record), resources_(resources) {}

  void segments() {
    for (const Batch& batch : record_.batches) captures(batch);
    duplicates();
    Words captured;
    Words lists;
    for (const Batch& batch : record_.batches) {
      import(batch);
      captured.push_back(in(batch, "captures.cdx"));
      lists.push_back(in(batch, "duplicates"));
    }
    merge_lines("captures", captured, out_ + "/captures.cdx", false);
    revisits();
    lists.push_back(out_ + "/revisits");
    merge_lines("dates", lists, out_ + "/dates", true);
  }

  void indexes() {
    std::string earlier;
    bool all_there = true;
    for (const Batch& batch : record_.batches) {
      index(batch);
      auto ran = record_.steps.find(steps_.back().name);
      if (all_there) {
        steps_.back().state = earlier;
      } else if (ran != record_.steps.end()) {
        steps_.back().state = ran->second.state;
      }
      std::string now = stamp(in(batch, "segment"));
      all_there = all_there && now != "missing";
      earlier = digest_of(earlier + now);
    }
  }

  void dates() {
    const std::vector<BuiltShard> shards = shards_of(record_);
    shares(shards);
    for (const BuiltShard& shard : shards) dates(shard);
  }

  void merge(const std::vector<BuiltShard>& shards) {
    size_t count = 0;
    Words inputs;
    for (const BuiltShard& shard : shards) {
      inputs.push_back(index_path(shard.name, "main"));
      count += shard.count;
    }
    std::string name = shard_of(record_, shards.front().first, count).name;
    add(name + "/merge", "wax-merge", resources(true), inputs, inputs,
        out_ + "/shards/" + name);
  }

  std::vector<Step> take() { return std::move(steps_); }

 private:
  [[nodiscard]] std::string in(const Batch& batch, const char* name) const {
    return out_ + "/batches/" + batch.name + "/" + name;
  }
  [[nodiscard]] std::string index_path(const std::string& shard,
                                       const char* name) const {
    return out_ + "/shards/" + shard + "/" + name;
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

  // What revisits refer to may be in the segments of the batches before.
  void index(const Batch& batch) {
    std::string segment = in(batch, "segment");
    add(batch.name + "/index", "wax-index", resources(true),
        {"--originals-from", out_ + "/build.segments", segment}, {segment},
        index_path(batch.name, "main"));
  }

  void merge_lines(const char* name, const Words& inputs,
                   const std::string& output, bool unique) {
    Words arguments = inputs;
    if (unique) arguments.insert(arguments.begin(), "--unique");
    add(name, "wax-cdx-merge", {}, arguments, inputs, output);
  }

  void shares(const std::vector<BuiltShard>& shards) {
    Step step;
    step.name = "shares";
    step.rules = rules_of(step.tool);
    step.inputs = {out_ + "/dates"};
    for (const Batch& batch : record_.batches) {
      step.inputs.push_back(in(batch, "captures.cdx"));
      step.inputs.push_back(in(batch, "duplicates"));
    }
    for (const BuiltShard& shard : shards) {
      step.further_outputs.push_back(out_ + "/batches/" + shard.name +
                                     "/dates");
    }
    step.output = std::move(step.further_outputs.back());
    step.further_outputs.pop_back();
    steps_.push_back(std::move(step));
  }

  void dates(const BuiltShard& shard) {
    std::string main = index_path(shard.name, "main");
    std::string list = out_ + "/batches/" + shard.name + "/dates";
    std::string dates = index_path(shard.name, "dates");
    add(shard.name + "/dates", "wax-add-dates", resources(false),
        {main, main, dates, list}, {main, list}, dates);
  }

  std::string out_;
  const BuildRecord& record_;
  const Resources& resources_;
  std::vector<Step> steps_;
};

}  // namespace

BuiltShard shard_of(const BuildRecord& record, size_t first, size_t count) {
  BuiltShard shard{record.batches[first].name, first, count};
  if (count > 1) shard.name += '-' + record.batches[first + count - 1].name;
  return shard;
}

std::vector<BuiltShard> shards_of(const BuildRecord& record) {
  std::vector<BuiltShard> shards;
  size_t next = 0;
  auto add_single = [&](size_t end) {
    for (; next < end; ++next) shards.push_back(shard_of(record, next, 1));
  };
  for (const MergedShard& merged : record.merged) {
    add_single(merged.first);
    shards.push_back(shard_of(record, merged.first, merged.count));
    next = merged.first + merged.count;
  }
  add_single(record.batches.size());
  return shards;
}

std::vector<BuiltShard> next_merge(
    const BuildRecord& record,
    const std::function<uint64_t(const BuiltShard&)>& documents) {
  const size_t width = record.merge_shards;
  if (width < 2) return {};
  const std::vector<BuiltShard> shards = shards_of(record);
  for (size_t i = 0; i + width <= shards.size(); ++i) {
    size_t size = shards[i].count;
    if (shards[i].first % (size * width) != 0) continue;
    std::vector<BuiltShard> group(
        shards.begin() + static_cast<ptrdiff_t>(i),
        shards.begin() + static_cast<ptrdiff_t>(i + width));
    bool same_size = std::all_of(
        group.begin(), group.end(),
        [&](const BuiltShard& shard) { return shard.count == size; });
    if (!same_size) continue;
    uint64_t sum = 0;
    for (const BuiltShard& shard : group) sum += documents(shard);
    if (sum <= kMostMergedDocuments) return group;
  }
  return {};
}

std::vector<Step> plan_segments(const std::string& out,
                                const BuildRecord& record,
                                const Resources& resources) {
  Planner planner(out, record, resources);
  planner.segments();
  return planner.take();
}

std::vector<Step> plan_indexes(const std::string& out,
                               const BuildRecord& record,
                               const Resources& resources) {
  Planner planner(out, record, resources);
  planner.indexes();
  return planner.take();
}

Step plan_merge(const std::string& out, const BuildRecord& record,
                const Resources& resources,
                const std::vector<BuiltShard>& shards) {
  Planner planner(out, record, resources);
  planner.merge(shards);
  return planner.take().front();
}

std::vector<Step> plan_dates(const std::string& out, const BuildRecord& record,
                             const Resources& resources) {
  Planner planner(out, record, resources);
  planner.dates();
  return planner.take();
}

std::vector<Step> plan(const std::string& out, const BuildRecord& record,
                       const Resources& resources) {
  Planner planner(out, record, resources);
  planner.segments();
  planner.indexes();
  planner.dates();
  return planner.take();
}

}  // namespace wax::tools::pipeline
