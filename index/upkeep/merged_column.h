// A column of merged shards.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "index/upkeep/merge_inputs.h"
#include "index/upkeep/shard_merger.h"
#include "index/writer/lucene_segment_merger.h"

namespace wax::index {

// Which documents of the shards stay, and which they stand for; as
// merge_lucene_segments() takes them.
struct MergedDocuments {
  const std::vector<InputShard>& shards;
  const std::vector<MergeSource>& sources;
  const std::vector<JoinedDocument>& joined;
};

// Writes the index `path` of the values that the shards show for the fields of
// the column `name`; a document has the dates and places of all that it stands
// for. `about` goes into its manifest. Throws UsageError for fields that are
// not known and columns of two kinds, FormatError, IoError.
void write_merged_column(const std::string& name, const std::string& path,
                         const MergedDocuments& documents,
                         const std::map<std::string, std::string>& about,
                         const ShardMergeOptions& options);

}  // namespace wax::index
