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
      throw FormatError(columns.back().path, 0,
                        std::string("this index is damaged: ") + e.what());
    }
  }
};

struct IndexReader::State {
  std::vector<Shard> shards;
  std::vector<std::string> wanted;  // what the selectors are for
  uint64_t documents = 0;
};

}  // namespace wax::index
