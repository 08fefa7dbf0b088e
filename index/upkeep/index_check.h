// Reads all of an index, and holds its parts against each other.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "index/store/index_reader.h"
#include "index/store/lucene_segment.h"
#include "io/problem.h"

namespace wax::index {

struct IndexCheckOptions {
  OpenOptions open;
  // Checks each index by other code, too, and returns a fault that it finds;
  // empty: none (lucenepp/lucene_engine.h).
  std::function<std::string(const std::string& path)> other_check;
};

struct IndexCheckCounts {
  uint64_t shards = 0;
  uint64_t indexes = 0;
  uint64_t documents = 0;
  uint64_t terms = 0;
  uint64_t postings = 0;
  uint64_t bytes = 0;
  uint64_t damaged = 0;         // indexes with a fault
  uint64_t other_versions = 0;  // indexes with words by rules not known here
};

// Checks an index, a shard or a collection. Each fault is reported as lost
// ("index-damaged") with its file and, where it has one, its offset:
// - files: those of the manifest, their sizes, and the checksum of each block;
// - terms: their order, each found by a look-up, postings within bounds and
//   rising, positions rising, skip data that lead where they say;
// - blocks: that they say of each term what its postings and norms say;
// - norms and stored values: all can be read;
// - the manifest's number of documents, and the digest of their keys;
// - the key file: that it has each document with its URL key and digest, in
//   order, and no other;
// - columns: that they belong to their main index;
// - shards: one identity in a collection.
// An index with words by rules that these tools do not know is reported as lost
// ("index-other-version"); of its faults, those of its files alone are found.
// Memory: 9 bytes for each document of an index. An index of which files differ
// from the manifest is not read further. Throws UsageError and IoError when
// there is no index.
IndexCheckCounts check_index(const std::string& path,
                             const IndexCheckOptions& options,
                             ProblemSink& problems);

// Terms, postings, positions, skip data, blocks and norms, as check_index()
// says. Adds to the counts. Throws FormatError at the first fault, IoError.
void check_lucene_segment(const LuceneSegment& segment,
                          IndexCheckCounts& counts);

}  // namespace wax::index
