// The state of an IndexReader. Only .cc files of this folder include this.
#pragma once

#include <lucene++/FieldSelector.h>
#include <lucene++/LuceneHeaders.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "index/store/directory.h"
#include "index/store/index_reader.h"

namespace wax::index {

struct Column {
  std::string path;
  DirectoryPtr directory;
  Lucene::IndexReaderPtr reader;
  std::map<std::string, std::string> about;
};

struct Shard {
  std::vector<Column> columns;
  Lucene::IndexReaderPtr joined;         // Lucene++'s ParallelReader
  std::map<std::string, size_t> owners;  // field -> parallel index
  // For the fields that were wanted last, one per parallel index; null: none.
  std::vector<Lucene::FieldSelectorPtr> selectors;
  uint64_t base = 0;  // number of its first document
  int32_t documents = 0;

  // Runs code that reads any of the parallel indexes (directory.h, guarded()).
  template <typename Work>
  auto guard(Work&& work) const {
    try {
      return work();
    } catch (const Lucene::LuceneException& e) {
      for (const Column& column : columns) column.directory->rethrow();
      throw unsound(columns.back().path, e);
    } catch (const std::length_error&) {
      throw unsound(columns.back().path);
    } catch (const std::bad_alloc&) {
      for (const Column& column : columns) {
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

struct IndexReader::State {
  std::vector<Shard> shards;
  std::vector<std::string> wanted;  // what the selectors are for
  uint64_t documents = 0;
};

}  // namespace wax::index
