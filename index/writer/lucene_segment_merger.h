// Makes the files of one segment of the documents of several indexes, without
// analysing their texts again.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "index/store/index_directory.h"
#include "io/budget.h"

namespace wax::index {

// The documents of an index, and what becomes of them.
struct MergeSource {
  static constexpr uint32_t kDropped = UINT32_MAX;

  const IndexDirectory* index = nullptr;
  // By document: its new number, or that of the document which replaces it;
  // kDropped. Numbers of the documents that are kept rise through all sources.
  std::vector<uint32_t> numbers;
  // Whether the document is kept itself.
  std::vector<bool> kept;
};

// A document that another one replaces.
struct JoinedDocument {
  uint32_t number = 0;  // of the other, in the new index
  uint32_t source = 0;
  uint32_t document = 0;  // in the source
};

// Writes the segment and its commit into the folder `directory`, which is
// empty. The bytes are those that IndexWriter writes for the same documents in
// this order, as far as no document is dropped. The dates and collections of
// documents in `joined`, sorted by number, are added to those that stand for
// them.
//
// Memory: the numbers; four bytes for each document that has one date, when
// some are joined; and the budget. Throws UsageError (a field is indexed in
// another way in another index, too many documents), FormatError, IoError.
void merge_lucene_segments(const std::string& directory,
                           const std::vector<MergeSource>& sources,
                           const std::vector<JoinedDocument>& joined,
                           const io::Budget& budget);

}  // namespace wax::index
