// What a build is made with: fixed when its first batch is made.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collection/record/build_record.h"

namespace wax::collection {

// What a run of wax-build asks for; the fields mean the same as in BuildRecord.
// A field that is not given has its default.
struct BuildSettings {
  std::vector<std::string> identity;      // options of tools
  std::vector<std::string> import_rules;  // options of tools
  bool ignore_robots = false;
  std::string collection;
  std::string tika;
  uint64_t max_body = 0;  // 0: not given
  std::string stem;       // empty: not given
  uint64_t merge_shards = BuildRecord().merge_shards;
  uint64_t shard_documents = BuildRecord().shard_documents;
};

// Writes the settings into a record without batches. For another record, those
// that are given must be its own. Throws UsageError, which names `out`, the
// folder of the build.
void apply_settings(const BuildSettings& settings, const std::string& out,
                    BuildRecord& record);

}  // namespace wax::collection
