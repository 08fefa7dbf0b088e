// What of a build can be made again, and so may be removed.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "collection/archives/known_files.h"
#include "collection/layout.h"
#include "collection/record/build_record.h"

namespace wax::collection {

class Remaking {
 public:
  // Both must outlive it. Without a record nothing can be made again, nor when
  // nothing is known of the files.
  Remaking(std::string out, const KnownFiles& known);
  void know(const BuildRecord& record);

  // What is made by one step with this file; empty: nothing makes it again.
  [[nodiscard]] std::string unit_of(const std::string& path) const;
  // The same, when all that it is made of is there and whole, as far as its
  // checksums are known, and it has none of the archives; else empty. What
  // makes a file of a batch is all of its archives, a merged list all segments
  // and lists of batches, a shard or links those and all merged lists,
  // OUT/pindexes/SHARD/INDEX the files of OUT/shards, records of steps all
  // archives, of which servers must still have theirs: they are asked.
  [[nodiscard]] std::string removable_unit(const std::string& path);
  // The unit was removed: what is made of it waits for it.
  void note_removed(const std::string& unit);

 private:
  // By their paths. Asks once for the size and time of each.
  using Files = std::map<std::string, KnownFiles::Whole>;
  [[nodiscard]] const Files& known_files() const;
  [[nodiscard]] bool can_be_made(const std::string& unit) const;
  [[nodiscard]] bool is_all_known(const std::string& folder) const;
  [[nodiscard]] bool are_archives_whole() const;
  // The lists that a unit which is of no batch is made of.
  [[nodiscard]] bool are_lists_whole(const std::string& unit) const;
  [[nodiscard]] bool are_whole(const std::set<std::string>& files) const;

  std::string out_;
  Layout layout_;
  const KnownFiles& known_;
  const BuildRecord* record_ = nullptr;
  mutable std::optional<Files> files_;
  std::set<std::string> removed_;
  std::map<std::string, bool> is_made_;
};

}  // namespace wax::collection
