#include "rank/rank_values.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "io/error.h"
#include "rank/rank_lookup.h"
#include "rank/view_files.h"
#include "text/csv.h"
#include "text/number.h"

namespace wax::rank {
namespace {

using lines::LineStream;

struct RankRow {
  std::string entity;
  uint64_t views = 0;
};

// "Entity,Rank" of a row.
bool read_row(std::string_view row, RankRow& out) {
  if (!text::read_csv(row, out.entity) || out.entity.empty() ||
      !row.starts_with(',')) {
    return false;
  }
  const auto views = text::whole_number(row.substr(1));
  out.views = views.value_or(0);
  return views.has_value();
}

// Lines "entity views place" in byte order, where entities with equal views
// have the place of the first of them.
std::unique_ptr<LineStream> placed_entities(const std::string& list,
                                            const lines::SortOptions& sort,
                                            uint64_t& entities) {
  auto rows = open_step_file(list);
  std::string_view text;
  if (!rows->next(text) || text != "Entity,Rank") {
    throw lines::LineError(list, 1, "is not the head of a rank");
  }
  lines::LineSorter sorter(sort);
  RankRow row;
  std::string line;
  uint64_t place = 0;
  uint64_t before = 0;
  for (entities = 0; rows->next(text);) {
    ++entities;
    if (!read_row(text, row) || (entities > 1 && row.views > before)) {
      throw lines::LineError(list, entities + 1,
                             "is no entity of a rank, or not in order");
    }
    if (entities == 1 || row.views < before) place = entities;
    before = row.views;
    line.assign(row.entity)
        .append(" ")
        .append(std::to_string(row.views))
        .append(" ")
        .append(std::to_string(place));
    sorter.add(line);
  }
  return sorter.sorted();
}

std::string_view first_word(std::string_view line) {
  return line.substr(0, line.find(' '));
}

// Lines "key views place" in byte order of a map "key entity" and lines "entity
// views place".
std::unique_ptr<LineStream> placed_keys(const std::string& map,
                                        LineStream& entities,
                                        const lines::SortOptions& sort) {
  lines::LineSorter by_entity(sort);
  std::string line;
  {
    auto pairs = open_step_file(map);
    for (std::string_view pair; pairs->next(pair);) {
      const std::string_view key = first_word(pair);
      line.assign(pair.substr(std::min(key.size() + 1, pair.size())));
      line.append(" ").append(key);
      by_entity.add(line);
    }
  }
  lines::LineSorter by_key(sort);
  auto keys = by_entity.sorted();
  std::string_view entity;
  bool more = entities.next(entity);
  for (std::string_view pair; more && keys->next(pair);) {
    const std::string_view wanted = first_word(pair);
    while (more && first_word(entity) < wanted) more = entities.next(entity);
    if (!more || first_word(entity) != wanted) continue;
    line.assign(pair.substr(wanted.size() + 1));
    line.append(entity.substr(wanted.size()));
    by_key.add(line);
  }
  return by_key.sorted();
}

}  // namespace

ValueCounts write_values(const RankFiles& files, const lines::SortOptions& sort,
                         io::Output* views, io::Output* popularity) {
  // Up to three sorts are at work.
  lines::SortOptions part = sort;
  part.memory /= 3;
  ValueCounts counts;
  auto placed = placed_entities(files.list(), part, counts.entities);
  std::error_code none;
  if (std::filesystem::exists(files.keys(), none)) {
    placed = placed_keys(files.keys(), *placed, part);
  }
  std::string out;
  for (std::string_view line; placed->next(line); ++counts.keys) {
    const std::string_view key = first_word(line);
    line.remove_prefix(key.size() + 1);
    const uint64_t count = text::whole_number(first_word(line)).value_or(0);
    const uint64_t place =
        text::whole_number(line.substr(line.find(' ') + 1)).value_or(1);
    if (views != nullptr) {
      constexpr uint64_t kMost = INT64_MAX;
      out.assign(key).append(" ").append(
          std::to_string(std::min(count, kMost)));
      views->write(out += '\n');
    }
    if (popularity != nullptr) {
      out.assign(key).append(" ").append(percentile(place, counts.entities));
      popularity->write(out += '\n');
    }
  }
  if (views != nullptr) views->finish();
  if (popularity != nullptr) popularity->finish();
  return counts;
}

}  // namespace wax::rank
