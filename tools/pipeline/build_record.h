// OUT/build.json: what a build holds, and which of its steps have been run.
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

// A shard that was merged of those of several batches that follow each other.
struct MergedShard {
  size_t first = 0;  // the place of its first batch in BuildRecord::batches
  size_t count = 0;  // of batches
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
  std::vector<MergedShard> merged;   // in order
  std::map<std::string, Ran> steps;  // by Step::name
};

// Reads `path`; an empty record when there is no such file. Throws FormatError
// when it is damaged or of a later version of the format.
[[nodiscard]] BuildRecord load_build_record(const std::string& path);

// Replaces `path`, whole or not at all. Throws IoError.
void save_build_record(const BuildRecord& record, const std::string& path);

}  // namespace wax::tools::pipeline
