// Makes the lists of words that several fields have (combined_file.h).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "index/store/lucene_segment.h"

namespace wax::index {

// The list of a word as it is in the file.
struct CombinedList {
  std::string word;
  uint64_t postings = 0;  // in the first of its fields by name
  std::string_view bytes;
};

// Calls use(list) for each word of the segment that has one, in their order.
// Reads the postings of all of them. Throws IoError, FormatError.
void each_combined_list(const LuceneSegment& segment,
                        const std::function<void(const CombinedList&)>& use);

// Writes the file at `path`; none if no word has a list.
void write_combined(const LuceneSegment& segment, const std::string& path);

}  // namespace wax::index
