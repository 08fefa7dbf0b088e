// A shard as Lucene++ reads it.
#pragma once

#include <lucene++/LuceneHeaders.h>

#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "index/lucenepp/directory.h"
#include "index/store/search_engine.h"

namespace wax::index {

struct LuceneColumn {
  std::string path;
  DirectoryPtr directory;
  Lucene::IndexReaderPtr reader;
};

struct LuceneShard final : SearchEngine::OpenedShard {
  std::vector<LuceneColumn> columns;
  Lucene::IndexReaderPtr joined;         // Lucene++'s ParallelReader
  std::map<std::string, size_t> owners;  // field -> parallel index
  int32_t documents = 0;

  // Runs code that reads any of the parallel indexes (directory.h, guarded()).
  template <typename Work>
  auto guard(Work&& work) const {
    try {
      return work();
    } catch (const Lucene::LuceneException& e) {
      for (const LuceneColumn& column : columns) column.directory->rethrow();
      throw unsound(columns.back().path, e);
    } catch (const std::length_error&) {
      throw unsound(columns.back().path);
    } catch (const std::bad_alloc&) {
      for (const LuceneColumn& column : columns) {
        if (!column.directory->is_checked()) throw unsound(column.path);
      }
      throw;
    }
  }

  // The number of a document in this shard. Throws FormatError for one that
  // there is not.
  [[nodiscard]] size_t checked(int32_t document) const {
    if (document < 0 || document >= documents) {
      throw unsound(columns.back().path);
    }
    return static_cast<size_t>(document);
  }
};

// Opens a shard as SearchEngine::open() says. Throws UsageError if documents
// were deleted from a main index that has parallel indexes.
[[nodiscard]] std::shared_ptr<LuceneShard> open_lucene_shard(
    const std::vector<std::string>& paths,
    const std::vector<std::shared_ptr<const Manifest>>& manifests);

// Reads over the stored fields of every document, as Lucene++ takes their
// numbers on trust: no document lies beyond its file, and no field is one that
// its segment has not. Throws FormatError, IoError.
void check_stored_fields(const DirectoryPtr& directory);

}  // namespace wax::index
