// The lists of duplicates of a build, and the dates of its shards.
#pragma once

#include <set>
#include <string>

#include "collection/layout.h"
#include "collection/pipeline/build_messages.h"
#include "collection/pipeline/build_record.h"
#include "collection/pipeline/plan.h"
#include "collection/pipeline/step_runner.h"

namespace wax::collection {

class DuplicateLists {
 public:
  // All must outlive this.
  DuplicateLists(std::string out, BuildRecord& record,
                 const Resources& resources, BuildMessages& messages)
      : out_(std::move(out)),
        layout_{out_},
        record_(record),
        resources_(resources),
        messages_(messages) {}

  // De-duplicates the batches that were added, together with those before.
  // When a file of those changed, all lists are made anew. They stay as they
  // are while the versions of a batch are missing, which is told.
  // Throws IoError.
  void update();

  // Makes the columns of dates of the shards of which there are new ones, or
  // which were made anew, as wax-add-dates does. Throws IoError, Error.
  void run_dates(StepRunner& runner);

 private:
  [[nodiscard]] BatchLayout files(size_t batch) const;
  // The files of versions or captures of some batches.
  [[nodiscard]] std::string versions_of(const MergedShard& group) const;
  [[nodiscard]] std::string captures_of(const MergedShard& group) const;
  [[nodiscard]] std::string state(size_t batches) const;
  void add(size_t first);
  void merge_files();
  void write_captures_list() const;
  void remove_files_except(const std::vector<MergedShard>& before) const;

  std::string out_;
  Layout layout_;
  BuildRecord& record_;
  const Resources& resources_;
  BuildMessages& messages_;
  // Batches of which OUT/build.dates has all dates, by their place.
  std::set<size_t> whole_;
};

}  // namespace wax::collection
