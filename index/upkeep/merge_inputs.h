// The shards that are merged into one.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cdx/format/identity_line.h"
#include "index/store/index_directory.h"
#include "index/store/index_reader.h"

namespace wax::index {

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
