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
  // kDropped. Those that are kept have the numbers from 0 on, in any order.
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

// The documents that are kept, by their new numbers: their positions through
// all sources.
[[nodiscard]] std::vector<uint32_t> documents_by_number(
    const std::vector<MergeSource>& sources);

// Writes the segment and its commit into the folder `directory`, which is
// empty. The bytes are those that IndexWriter writes for the same documents in
// this order, as far as no document is dropped. The dates and collections of
// documents in `joined`, sorted by number, are added to those that stand for
// them.
//
// Memory: the numbers; five bytes for each document; and the budget. Throws
// UsageError (a field is indexed in another way in another index, too many
// documents), FormatError, IoError.
void merge_lucene_segments(const std::string& directory,
                           const std::vector<MergeSource>& sources,
                           const std::vector<JoinedDocument>& joined,
                           const io::Budget& budget);

}  // namespace wax::index
