#include "collection/pipeline/column_steps.h"

#include <utility>

#include "collection/layout.h"
#include "index/store/shard_folder.h"

namespace wax::collection {

std::vector<Step> plan_column(const std::string& out, const BuildRecord& record,
                              const BuiltColumn& column) {
  const Layout layout{out};
  std::vector<Step> steps;
  for (const BuiltShard& shard : shards_of(record)) {
    const std::string folder = layout.shard(shard.name);
    const std::string main = folder + '/' + index::kMainIndex;
    Step step;
    step.name = shard.name + '/' + column.name;
    step.tool = "wax-add-column";
    step.rules = column.rules;
    step.problems = BatchLayout{layout.batch(shard.name)}.problems(column.name);
    step.out = out;
    step.arguments = {"--force",   "--kind",    column.kind,
                      column.name, column.list, main};
    step.inputs = {column.list, main};
    step.output = folder + '/' + column.name;
    steps.push_back(std::move(step));
  }
  return steps;
}

std::vector<std::string> memory_words(const Resources& resources) {
  std::vector<std::string> words;
  if (resources.memory != 0) {
    words = {"--memory", std::to_string(resources.memory)};
  }
  if (!resources.tmpdir.empty()) {
    words.insert(words.end(), {"--tmpdir", resources.tmpdir});
  }
  return words;
}

}  // namespace wax::collection
