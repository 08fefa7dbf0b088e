#include "collection/steps/column_steps.h"

#include <string_view>
#include <utility>

#include "collection/layout.h"
#include "collection/record/build_folder.h"
#include "index/store/manifest.h"
#include "index/store/shard_folder.h"
#include "index/upkeep/date_index.h"
#include "text/number.h"

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

std::map<std::string, ColumnCover> covers_of(
    const std::string& folder, const std::vector<std::string>& names) {
  std::map<std::string, ColumnCover> covers;
  uint64_t documents = 0;
  for (const std::string& name : names) {
    for (const auto& [index, path] : folders_of(folder + '/' + name)) {
      if (index == index::kDatesIndex) continue;
      const std::map<std::string, std::string> about =
          index::read_manifest(path).about;
      auto number = [&](std::string_view property) {
        auto found = about.find(std::string(property));
        return found == about.end()
                   ? 0
                   : text::whole_number(found->second).value_or(0);
      };
      if (index == index::kMainIndex) {
        documents += number("documents");
      } else {
        covers[index].with += number(index::kWithValue);
      }
    }
  }
  for (auto& [column, cover] : covers) cover.without = documents - cover.with;
  return covers;
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
