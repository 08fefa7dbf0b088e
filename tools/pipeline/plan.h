// From archives to a searchable index: which commands, in which order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/pipeline/build_record.h"
#include "tools/pipeline/step.h"

namespace wax::tools::pipeline {

// What a step may use; it does not change what it makes.
struct Resources {
  uint64_t jobs = 0;    // 0: the tools' own default
  uint64_t memory = 0;  // bytes; 0: the tools' own default
  std::string tmpdir;   // empty: the tools' own default
  // Seconds to wait for servers; nothing: the tools' own default.
  std::optional<uint64_t> timeout = {};
};

// The steps that make `out` of the archives in `record`, in an order in which
// each finds its inputs. Each batch is indexed, all are de-duplicated together,
// and each is imported as a shard of its own; then every shard's dates column
// is made of the captures that were left out of any of them. A step is run
// again only when there is something else for it: another list for the import
// of a batch, other dates for a shard.
//
//   OUT/batches/001/archives       the batch's archives, one path per line
//   OUT/batches/001/captures.cdx   their captures, sorted
//   OUT/batches/001/damaged        the places of damaged records
//   OUT/batches/001/duplicates     those that are not imported
//   OUT/batches/001/references     revisits that name their original by date
//   OUT/batches/001/segment        the imported documents
//   OUT/batches/001/dates          the dates of OUT/dates for this shard
//   OUT/batches/001/STEP.problems  what a step met, if anything: JSON lines
//   OUT/pindexes/001/main, dates   the shard
//   OUT/captures.cdx               all captures, sorted
//   OUT/revisits                   the dates of revisit records
//   OUT/dates                      all duplicates and revisits, sorted
//   OUT/STEP.problems              what a step over all batches met, if
//                                  anything
[[nodiscard]] std::vector<Step> plan(const std::string& out,
                                     const BuildRecord& record,
                                     const Resources& resources);

}  // namespace wax::tools::pipeline
