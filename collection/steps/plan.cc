#include "collection/steps/plan.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "cdx/dedup/batch_lists.h"
#include "cdx/indexer/indexer.h"
#include "collection/layout.h"
#include "collection/steps/left_out.h"
#include "collection/versions/index_builder.h"
#include "document/maker/document_maker.h"
#include "index/schema/stems.h"
#include "index/schema/word_tables.h"
#include "index/store/shard_folder.h"
#include "index/upkeep/date_index.h"
#include "index/upkeep/shard_merger.h"

namespace wax::collection {
namespace {

using Words = std::vector<std::string>;

// Steps of a tool are run again when its number is another one.
struct ToolRules {
  std::string_view tool;
  int number;
};
constexpr ToolRules kToolRules[] = {
    {"wax-warc-indexer", cdx::kCaptureRules},
    {"wax-dedup-cdx", cdx::kVersionRules},
    {"wax-import", document::kTextRules},
    {"wax-index", kIndexRules},
    {"wax-merge", index::kMergeRules},
    {"wax-add-dates", index::kDateRules},
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

  void captures(size_t number) {
    const Batch& batch = record_.batches[number];
    captures(batch);
    versions(batch, number + 1);
  }

  void import(size_t number) { import(record_.batches[number]); }

  // What revisits refer to may be in the segments of the batches before.
  void index(size_t number, std::string originals) {
    const Batch& batch = record_.batches[number];
    std::string segment = files(batch).segment();
    Words arguments = {"--originals-from", files(batch).originals(), segment};
    if (record_.stem != "none") {
      arguments.insert(arguments.begin(), {"--stem", record_.stem});
    }
    add(batch.name + "/index", "wax-index", resources(true),
        std::move(arguments), {segment},
        index_path(batch.name, index::kMainIndex));
    steps_.back().state = std::move(originals);
    steps_.back().tables = tables();
  }

  void dates(const BuiltShard& shard) {
    add(shard.name + "/dates", "wax-add-dates", {}, {},
        {index_path(shard.name, index::kMainIndex)},
        index_path(shard.name, index::kDatesIndex));
    steps_.back().state = std::to_string(record_.lists.anew);
  }

  void merge(const std::vector<BuiltShard>& shards) {
    size_t count = 0;
    Words inputs;
    for (const BuiltShard& shard : shards) {
      inputs.push_back(layout_.shard(shard.name));
      count += shard.count;
    }
    std::string name = shard_of(record_, shards.front().first, count).name;
    add(name + "/merge", "wax-merge", resources(true), inputs, inputs,
        layout_.shard(name));
  }

  std::vector<Step> take() { return std::move(steps_); }

 private:
  [[nodiscard]] BatchLayout files(const Batch& batch) const {
    return {layout_.batch(batch.name)};
  }
  [[nodiscard]] std::string index_path(const std::string& shard,
                                       const char* name) const {
    return layout_.shard(shard) + '/' + name;
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

  // Options for tools that open archives.
  [[nodiscard]] Words archive_resources() const {
    Words words = resources(true);
    if (resources_.timeout) {
      words.insert(words.end(),
                   {"--timeout", std::to_string(*resources_.timeout)});
    }
    if (resources_.remote) words.emplace_back("--remote");
    return words;
  }

  // All tools here take their output by --output.
  void add(std::string name, std::string tool, Words with, Words arguments,
           Words inputs, std::string output) {
    arguments.insert(arguments.begin(), "--force");
    int rules = rules_of(tool);
    arguments.insert(arguments.begin() + 1, {"--output", output});
    size_t slash = name.find('/');  // BATCH/STEP
    std::string problems =
        BatchLayout{layout_.batch(name.substr(0, slash))}.problems(
            name.substr(slash + 1));
    steps_.push_back({std::move(name),
                      std::move(tool),
                      rules,
                      std::move(with),
                      std::move(arguments),
                      {},
                      std::move(inputs),
                      std::move(output),
                      std::move(problems)});
    steps_.back().out = out_;
  }

  void captures(const Batch& batch) {
    Words arguments = {"--sort"};
    append(arguments, record_.identity);
    append(arguments, {"--files-from", files(batch).archives(),
                       "--write-damaged", files(batch).damaged(),
                       "--write-references", files(batch).references()});
    Words with = archive_resources();
    append(with, {"--write-sums", layout_.read_sums(batch.name, "captures")});
    if (resources_.use_cdx && !batch.read_whole) {
      append(with, {"--use-cdx", "--write-cdx-use", files(batch).cdx_use()});
    }
    add(batch.name + "/captures", "wax-warc-indexer", std::move(with),
        arguments, {}, files(batch).captures());
    if (batch.read_whole) steps_.back().state = "read whole";
    steps_.back().archives = batch.archives;
    steps_.back().further_outputs = {files(batch).damaged(),
                                     files(batch).references()};
  }

  void versions(const Batch& batch, uint64_t number) {
    Words arguments = {"--batch",
                       std::to_string(number),
                       "--damaged",
                       files(batch).damaged(),
                       "--batch-references",
                       files(batch).references()};
    Words inputs = {files(batch).captures(), files(batch).damaged(),
                    files(batch).references()};
    if (!batch.left_out.empty()) {
      append(arguments, {"--damaged", files(batch).left_out()});
      inputs.push_back(files(batch).left_out());
    }
    append(arguments, record_.import_rules);
    arguments.push_back(files(batch).captures());
    add(batch.name + "/versions", "wax-dedup-cdx", resources(false), arguments,
        inputs, files(batch).versions());
  }

  void import(const Batch& batch) {
    Words arguments = record_.identity;
    append(arguments, {"--exclude", files(batch).duplicates(), "--files-from",
                       batch.left_out.empty() ? files(batch).archives()
                                              : files(batch).present()});
    if (!record_.collection.empty()) {
      arguments.insert(arguments.end(), {"--collection", record_.collection});
    }
    append(arguments, record_.import_rules);
    if (record_.ignore_robots) arguments.emplace_back("--ignore-robots");
    if (!record_.tika.empty()) append(arguments, {"--tika", record_.tika});
    if (record_.max_body > 0) {
      append(arguments, {"--max-body", std::to_string(record_.max_body)});
    }
    Words with = archive_resources();
    append(with, {"--write-sums", layout_.read_sums(batch.name, "import")});
    add(batch.name + "/import", "wax-import", std::move(with), arguments,
        {files(batch).duplicates()}, files(batch).segment());
    steps_.back().archives = present_archives(batch);
    steps_.back().known_problems = files(batch).problems("captures");
  }

  // The same for all batches.
  [[nodiscard]] const std::string& tables() {
    if (tables_.empty()) {
      tables_ = index::table_sums(index::word_tables(
          index::wanted_stems(index::stems_of_text(record_.stem))));
    }
    return tables_;
  }

  std::string tables_;
  std::string out_;
  Layout layout_{out_};
  const BuildRecord& record_;
  const Resources& resources_;
  std::vector<Step> steps_;
};

}  // namespace

io::Budget budget_of(const Resources& resources) {
  const uint64_t memory =
      resources.memory != 0 ? resources.memory : io::Budget().memory;
  return {memory, resources.tmpdir, resources.jobs};
}

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
    if (sum <= record.shard_documents) return group;
  }
  return {};
}

std::vector<Step> plan_captures(const std::string& out,
                                const BuildRecord& record,
                                const Resources& resources, size_t batch) {
  Planner planner(out, record, resources);
  planner.captures(batch);
  return planner.take();
}

Step plan_import(const std::string& out, const BuildRecord& record,
                 const Resources& resources, size_t batch) {
  Planner planner(out, record, resources);
  planner.import(batch);
  return planner.take().front();
}

Step plan_index(const std::string& out, const BuildRecord& record,
                const Resources& resources, size_t batch,
                std::string originals) {
  Planner planner(out, record, resources);
  planner.index(batch, std::move(originals));
  return planner.take().front();
}

Step plan_merge(const std::string& out, const BuildRecord& record,
                const Resources& resources,
                const std::vector<BuiltShard>& shards) {
  Planner planner(out, record, resources);
  planner.merge(shards);
  return planner.take().front();
}

Step plan_dates(const std::string& out, const BuildRecord& record,
                const BuiltShard& shard) {
  Planner planner(out, record, {});
  planner.dates(shard);
  return planner.take().front();
}

std::vector<Step> plan(const std::string& out, const BuildRecord& record,
                       const Resources& resources) {
  Planner planner(out, record, resources);
  for (size_t i = 0; i < record.batches.size(); ++i) {
    planner.captures(i);
    planner.import(i);
    planner.index(i, {});
  }
  for (const BuiltShard& shard : shards_of(record)) planner.dates(shard);
  return planner.take();
}

}  // namespace wax::collection
