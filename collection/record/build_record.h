// OUT/build.json: what a build holds; OUT/build.steps: which of its steps have
// been run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "collection/record/step.h"
#include "io/problem.h"

namespace wax::collection {

// Archives that were added by one run.
struct Batch {
  std::string name;                   // "001"
  std::vector<std::string> archives;  // absolute paths
  // The archives are damaged where CDX files beside them do not say so: these
  // are not used for them any more.
  bool read_whole = false;
  // The archives of the batch that are not imported as long as they cannot be
  // read (left_out.h).
  std::vector<std::string> left_out = {};
};

// An archive that is left out because a batch has one with the same bytes.
struct CopiedArchive {
  std::string of;     // the one that a batch has
  std::string state;  // of both when they were compared
};

// Several batches that follow each other: of a merged shard, or of a file of
// versions.
struct MergedShard {
  size_t first = 0;  // the place of its first batch in BuildRecord::batches
  size_t count = 0;  // of batches
};

// Files that are made of each batch, and merged in tiers.
struct TierRecord {
  uint64_t batches = 0;  // the first so many have them
  std::string state;     // of the files of these batches; other: made anew
  uint64_t anew = 0;     // how often they were made anew
  std::vector<MergedShard> files;  // together of all these batches
};

// Makes one of ten neighbours of a size as often as there are such: calls
// merge(ten, one) before `files` have the one. So a thousand batches have at
// most 27 files.
inline constexpr size_t kTierWidth = 10;
void merge_tiers(std::vector<MergedShard>& files,
                 const std::function<void(const std::vector<MergedShard>& ten,
                                          const MergedShard& one)>& merge);

// What is remembered of steps, by Step::name. What a file says of a step is
// looked at when it is asked for: of old batches it hardly ever is.
class StepRecords {
 public:
  // Null when it was not run; valid until the step is set again. Throws
  // FormatError.
  [[nodiscard]] const StepRecord* find(const std::string& name) const;
  void set(const std::string& name, StepRecord ran);
  void erase_if(const std::function<bool(const std::string& name)>& condition);
  [[nodiscard]] size_t size() const { return steps_.size(); }

 private:
  friend void load_steps(const std::string& out, StepRecords& steps,
                         ProblemSink* problems);
  friend void save_steps(const StepRecords& steps, const std::string& out);
  friend void shorten_steps(const StepRecords& steps, const std::string& out);
  struct Remembered {
    std::string json;  // until it is asked for
    std::optional<StepRecord> ran;
  };
  std::string path_;  // of the file
  size_t lines_ = 0;  // that it had
  mutable std::map<std::string, Remembered> steps_;
};

struct BuildRecord {
  // Options by which keys and digests are made (cdx::tool_options()).
  std::vector<std::string> identity;
  bool ignore_robots = false;
  std::string collection;
  // Options of wax-dedup-cdx and wax-import (cdx::tool_options()).
  std::vector<std::string> import_rules;
  std::string tika;       // URL of a server for wax-import; empty: none
  uint64_t max_body = 0;  // of wax-import; 0: its default
  // Languages as wax-index --stem takes them. Builds of former versions have
  // none.
  std::string stem = "none";
  bool links = false;  // make a graph and scores (link_steps.h)
  // A folder of wax-rank, of which columns are made (rank_steps.h); an absolute
  // path, empty: none.
  std::string ranks;
  std::vector<Batch> batches;
  std::map<std::string, CopiedArchive> copies;  // by their absolute paths
  // So many shards of a size become one; 0: none do.
  uint64_t merge_shards = 10;
  // Shards that would have more documents together are not merged.
  uint64_t shard_documents = 10'000'000;
  std::vector<MergedShard> merged;  // in order
  // The files of the lists of duplicates (cdx/dedup/batch_lists.h). When they
  // are made anew, the dates of all shards are, too.
  TierRecord lists;
  TierRecord originals;  // of digests (duplicate_lists.h)
  StepRecords steps;
};

// Reads OUT/build.json and OUT/build.steps; an empty record when there is
// neither. Throws FormatError when one is damaged or of a later version of the
// format (a step that is damaged, when it is asked for); a last line that was
// not written whole is passed over. With `problems`, each line of steps that is
// not as it was written is reported there as lost ("build-damaged") and left
// out.
[[nodiscard]] BuildRecord load_build_record(const std::string& out,
                                            ProblemSink* problems = nullptr);

// The archives of all batches; none when there is no OUT/build.json. Throws as
// load_build_record().
[[nodiscard]] std::vector<std::string> recorded_archives(
    const std::string& out);

// Replaces OUT/build.json, whole or not at all. Throws IoError.
void save_build_record(const BuildRecord& record, const std::string& out);

// Adds what the record has of the step to OUT/build.steps. Throws IoError.
void save_step(const BuildRecord& record, const std::string& name,
               const std::string& out);

// Replaces OUT/build.steps. Throws IoError.
void save_steps(const StepRecords& steps, const std::string& out);

// The same when it had many lines that later ones replace.
void shorten_steps(const StepRecords& steps, const std::string& out);

}  // namespace wax::collection
