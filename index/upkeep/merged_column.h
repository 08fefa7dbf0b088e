// Columns of documents that are in other shards now: of merged ones, of ones
// that were made again.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

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
// the column `name`; a document has the dates and places of all that it
// replaces. `about` goes into its manifest. Throws UsageError for fields that
// are not known and columns of two kinds, FormatError, IoError.
void write_merged_column(const std::string& name, const std::string& path,
                         const MergedDocuments& documents,
                         const std::map<std::string, std::string>& about,
                         const ShardMergeOptions& options);

// Writes the index `path`: the column `name` for the documents of the main
// index `main`. A document has the values that one of its version (URL key and
// digest) has in this column of `shards`, folders that have it: of the first
// that has the version. Needs eight bytes for each document, besides the memory
// of the options. Throws as write_merged_column().
void carry_column(const std::string& name,
                  const std::vector<std::string>& shards,
                  const std::string& main, const std::string& path,
                  const ShardMergeOptions& options);

}  // namespace wax::index
