// The lists of duplicates of a build, and the dates of its shards.
#pragma once

#include <set>
#include <string>

#include "tools/cli/console.h"
#include "tools/pipeline/build_record.h"
#include "tools/pipeline/plan.h"
#include "tools/pipeline/step_runner.h"

namespace wax::tools::pipeline {

class Lists {
 public:
  // All must outlive this.
  Lists(std::string out, BuildRecord& record, const Resources& resources,
        cli::Console& console)
      : out_(std::move(out)),
        record_(record),
        resources_(resources),
        console_(console) {}

  // De-duplicates the batches that were added, together with those before.
  // When a file of those changed, all lists are made anew. They stay as they
  // are while the versions of a batch are missing, which the console is told.
  // Throws IoError.
  void update();

  // Makes the columns of dates of the shards of which there are new ones, or
  // which were made anew, as wax-add-dates does. Throws IoError, Error.
  void run_dates(StepRunner& runner);

 private:
  [[nodiscard]] std::string in(size_t batch, const char* name) const;
  // The versions or captures of some batches, relative to OUT.
  [[nodiscard]] std::string versions_of(const MergedShard& group) const;
  [[nodiscard]] std::string captures_of(const MergedShard& group) const;
  [[nodiscard]] std::string state(size_t batches) const;
  void add(size_t first);
  void merge_files();
  void write_captures_list() const;
  void remove_files_except(const std::vector<MergedShard>& before) const;

  std::string out_;
  BuildRecord& record_;
  const Resources& resources_;
  cli::Console& console_;
  // Batches of which OUT/build.dates has all dates, by their place.
  std::set<size_t> whole_;
};

}  // namespace wax::tools::pipeline
