// The place of an entity in a rank, by binary search.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "cdx/files/sorted_file.h"
#include "rank/entity_views.h"

namespace wax::rank {

// A line of entities-YYYYMMDD.txt: "entity place views steady months before
// after", where the last two are the entities at the places before and after
// it, or "-".
struct RankEntry {
  std::string entity;
  uint64_t place = 0;  // 1 for the most viewed
  Signals signals;
  std::string before;
  std::string after;
};

void append_rank_entry(const RankEntry& entry, std::string& line);

// Reads the last rank in a folder that build_ranks() made, also at the URL of a
// server that lists the names of its files and sends ranges of bytes. For one
// thread.
class RankLookup {
 public:
  // Throws UsageError when the folder has no rank, IoError.
  explicit RankLookup(std::string folder);

  // Reads some 20 places of the file. Throws FormatError when it is damaged.
  [[nodiscard]] std::optional<RankEntry> find(std::string_view entity);
  // The next entry in byte order of the entities, from the first one on; false
  // at the end. Throws as find(), which it is not disturbed by.
  [[nodiscard]] bool next(RankEntry& entry);
  // How many entities the rank has.
  [[nodiscard]] uint64_t entities() const { return entities_; }

 private:
  std::unique_ptr<cdx::SortedFile> file_;
  uint64_t entities_ = 0;
  uint64_t next_;  // offset of what next() reads
};

// The percentage of entities that are not before this place, with two decimals:
// "100.00" for the first.
[[nodiscard]] std::string percentile(uint64_t place, uint64_t entities);

}  // namespace wax::rank
