// Makes one shard of several: the main index and its columns.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cdx/format/identity_line.h"
#include "index/store/index_directory.h"
#include "index/store/index_reader.h"
#include "index/writer/document_order.h"
#include "index/writer/lucene_segment_merger.h"
#include "io/budget.h"
#include "io/problem.h"

namespace wax::index {

// Raise it when the same shards become other bytes, so that builds run
// the step again.
inline constexpr int kMergeRules = 6;

struct ShardMergeOptions : io::Budget {
  bool force = false;
  // Lists of versions that are left out (cdx/format/list_lines.h; the date
  // does not count, and may be missing).
  std::vector<std::string> exclude = {};
  OpenOptions open = {};
  // Called with the folder that becomes the shard when it is complete, just
  // before: what hides documents of the shards goes to that of the new one.
  std::function<void(const std::string& part)> before_it_appears = nullptr;
  // Names of the files that it makes.
  std::vector<std::string> further_files = {};
  // From so many documents on, `order` gives them other numbers than those that
  // they have in the order of URL keys and digests. Fewer have the order of the
  // shards.
  uint64_t least_ordered = 4096;
  std::function<void(const std::string& directory,
                     std::vector<MergeSource>& sources,
                     const io::Budget& budget)>
      order = order_documents;
};

struct ShardMergeCounts {
  uint64_t shards = 0;
  uint64_t documents = 0;  // of the new shard
  uint64_t joined = 0;     // replaced by another document of the version
  uint64_t excluded = 0;   // by a list
  uint64_t deleted = 0;    // that were deleted from their index
};

// Makes the shard `path`, which has "main" and every column that one of the
// shards has. A shard is a folder with "main" and columns, or an index alone.
// Many documents follow each other in an order in which those with the same
// words are near each other (index/writer/document_order.h), which does not
// depend on the order of the shards; few in the order of the shards.
//
// One of the documents with the same URL key and digest stays, with the dates
// and collections of all of them: the first one with text, or else the first
// with a reason of its own for having no text (field no_text), or else the
// first. Documents without a digest are not joined. What a shard lacks of a
// column that others have is taken from its other indexes.
//
// Memory is bounded by the options, but for some twenty bytes for each
// document. With less of it than document_order.h needs, the order is another
// one. Throws UsageError (shards with other keys, a column that was made for
// other documents, ...), IoError, FormatError (damage); there is no new shard
// then.
ShardMergeCounts merge_shards(const std::string& path,
                              const std::vector<std::string>& shards,
                              const ShardMergeOptions& options,
                              ProblemSink& problems);

struct InputShard {
  std::vector<std::string> paths;  // of its indexes, main last
  std::unique_ptr<const IndexDirectory> main;
  std::unique_ptr<IndexReader> reader;  // of all; null: some are deleted
  std::map<std::string, std::string> about;
  uint64_t base = 0;
};

// The name of a column, the folder of its index.
[[nodiscard]] std::string column_name(const std::string& path);

// A folder with "main" and columns, or an index alone. Throws as
// IndexReader::open(); UsageError for columns of an index from which documents
// were deleted.
[[nodiscard]] InputShard open_input(const std::string& path,
                                    const OpenOptions& options);

// What the manifest of the merged index says of them: kind of keys, identity,
// and rules of words. Throws UsageError, which names two of them, when they
// differ in that.
[[nodiscard]] std::map<std::string, std::string> common_properties(
    const std::vector<InputShard>& shards, cdx::OneIdentity& identity);

}  // namespace wax::index
