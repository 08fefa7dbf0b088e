// From archives to a searchable index: which commands, in which order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "collection/record/build_record.h"
#include "collection/record/step.h"
#include "io/budget.h"

namespace wax::collection {

// What a step may use; it does not change what it makes.
struct Resources {
  uint64_t jobs = 0;    // 0: the tools' own default
  uint64_t memory = 0;  // bytes; 0: the tools' own default
  std::string tmpdir;   // empty: the tools' own default
  // Seconds to wait for servers; nothing: the tools' own default.
  std::optional<uint64_t> timeout = {};
  // Whether packages may name files on other hosts (--remote).
  bool remote = false;
  // Whether CDX files beside the archives save the reading of bodies
  // (wax-warc-indexer --use-cdx).
  bool use_cdx = false;
};

// The same for work without a tool.
[[nodiscard]] io::Budget budget_of(const Resources& resources);

// The shards of a build: each has the documents of some batches that follow
// each other.
struct BuiltShard {
  std::string name;  // "001", "001-010"
  size_t first = 0;  // the place of its first batch in BuildRecord::batches
  size_t count = 1;  // of batches
};

// Merged ones and those of single batches, in order of batches.
[[nodiscard]] std::vector<BuiltShard> shards_of(const BuildRecord& record);
// The shard of so many batches from `first` on.
[[nodiscard]] BuiltShard shard_of(const BuildRecord& record, size_t first,
                                  size_t count);

// The next shards to merge: BuildRecord::merge_shards neighbours of one size,
// in batches, which together have at most BuildRecord::shard_documents. Groups
// begin at multiples of their size, so what is merged depends on the batches
// alone. `documents` tells the number of documents of a shard. Empty: none.
[[nodiscard]] std::vector<BuiltShard> next_merge(
    const BuildRecord& record,
    const std::function<uint64_t(const BuiltShard&)>& documents);

// The steps that make `out` of the archives in `record`, in an order in which
// each finds its inputs. Each batch is listed; Lists (duplicate_lists.h)
// de-duplicates all together; each is imported and indexed as a shard of its
// own. Every shard gets a column of the dates of the captures that were left
// out of any batch. Then small shards are merged. A step is run again only when
// there is something else for it: another list for the import of a batch, other
// dates for a shard.
//
//   OUT/batches/001/archives       the batch's archives, one path per line
//   OUT/batches/001/captures.cdx   their captures, sorted
//   OUT/batches/001/damaged        the places of damaged records
//   OUT/batches/001/references     revisits that name their original by date
//   OUT/batches/001/versions       their captures for the lists
//   OUT/batches/001/duplicates     those that are not imported
//   OUT/batches/001/left-out       captures of archives that are left out
//   OUT/batches/001/present        the other archives of such a batch
//   OUT/batches/001/segment        the imported documents
//   OUT/batches/001/originals      segments with originals of its revisits
//   OUT/batches/001/STEP.problems  what a step met, if anything: JSON lines
//   OUT/versions/001-010           the versions of some batches
//   OUT/captures/001-010.cdx       their captures
//   OUT/captures.list              the files that have all captures
//   OUT/digests/001-010            which of some segments have a digest
//   OUT/shards/001/main, dates     the shard, as the steps make it
//   OUT/pindexes/                  the last generation of all shards, whole
//   OUT/build.dates                dates that a shard does not have yet

// The steps of a batch, which is named by its place in BuildRecord::batches:
// those that list its captures, and what the lists of duplicates need of them;
[[nodiscard]] std::vector<Step> plan_captures(const std::string& out,
                                              const BuildRecord& record,
                                              const Resources& resources,
                                              size_t batch);
// the step that makes its segment;
[[nodiscard]] Step plan_import(const std::string& out,
                               const BuildRecord& record,
                               const Resources& resources, size_t batch);
// the step that makes its index. `originals` is a fingerprint of the segments
// that it takes originals from.
[[nodiscard]] Step plan_index(const std::string& out, const BuildRecord& record,
                              const Resources& resources, size_t batch,
                              std::string originals);
// The dates of a shard, which Lists writes.
[[nodiscard]] Step plan_dates(const std::string& out, const BuildRecord& record,
                              const BuiltShard& shard);
[[nodiscard]] Step plan_merge(const std::string& out, const BuildRecord& record,
                              const Resources& resources,
                              const std::vector<BuiltShard>& shards);
// All of a build in which no shards are merged.
[[nodiscard]] std::vector<Step> plan(const std::string& out,
                                     const BuildRecord& record,
                                     const Resources& resources);

}  // namespace wax::collection
