// OUT/build.json: what a build holds; OUT/build.steps: which of its steps have
// been run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tools/pipeline/step.h"

namespace wax::tools::pipeline {

// Archives that were added by one run.
struct Batch {
  std::string name;                   // "001"
  std::vector<std::string> archives;  // absolute paths
};

// Several batches that follow each other: of a merged shard, or of a file of
// versions.
struct MergedShard {
  size_t first = 0;  // the place of its first batch in BuildRecord::batches
  size_t count = 0;  // of batches
};

// The lists of duplicates that have been made (cdx/dedup/batch_lists.h).
struct ListsRecord {
  uint64_t batches = 0;  // the first so many have them
  std::string state;     // of the files of these batches; other: made anew
  // How often they were made anew; then dates of all shards are, too.
  uint64_t anew = 0;
  std::vector<MergedShard> files;  // of versions; together all these batches
};

struct BuildRecord {
  // Options by which keys and digests are made (cdx::tool_options()).
  std::vector<std::string> identity;
  bool ignore_robots = false;
  std::string collection;
  // Options of wax-dedup-cdx and wax-import (cdx::tool_options()).
  std::vector<std::string> import_rules;
  std::string tika;  // URL of a server for wax-import; empty: none
  std::vector<Batch> batches;
  // So many shards of a size become one; 0: none do.
  uint64_t merge_shards = 10;
  std::vector<MergedShard> merged;  // in order
  ListsRecord lists;
  std::map<std::string, Ran> steps;  // by Step::name
};

// Reads OUT/build.json and OUT/build.steps; an empty record when there is
// neither. Throws FormatError when one is damaged or of a later version of the
// format; a last line that was not written whole is passed over.
[[nodiscard]] BuildRecord load_build_record(const std::string& out);

// Replaces OUT/build.json, whole or not at all. Throws IoError.
void save_build_record(const BuildRecord& record, const std::string& out);

// Adds what the record has of the step to OUT/build.steps. Throws IoError.
void save_step(const BuildRecord& record, const std::string& name,
               const std::string& out);

// Replaces OUT/build.steps when it has many lines that later ones replace.
// Throws IoError.
void shorten_steps(const BuildRecord& record, const std::string& out);

}  // namespace wax::tools::pipeline
