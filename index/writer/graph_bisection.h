// Puts documents with the same words near each other, so that the differences
// of their numbers in the words' lists are small, and the blocks of these lists
// are of one kind.
#pragma once

#include <cstdint>
#include <vector>

namespace wax::index {

// The words of each document, by numbers from 0 on.
struct DocumentWords {
  std::vector<uint32_t> begins;  // in `words`; and where the last one ends
  std::vector<uint32_t> words;   // of a document each once
  uint32_t different = 0;

  [[nodiscard]] uint32_t documents() const {
    return static_cast<uint32_t>(begins.size() - 1);
  }
};

// Leaves of so many documents keep their order; a block of stored_file.h.
inline constexpr uint32_t kBisectionLeaf = 32;

// Returns the documents in their new order, by recursive bisection (Dhulipala
// and others, "Compressing Graphs and Indexes with Recursive Graph Bisection",
// 2016; moves by selection as in Mackenzie and others, "Faster Index Reordering
// with Bipartite Graph Partitioning", 2021): each half gets the documents whose
// words are rather in it. Sums are of integers, so the order is the same with
// any number of threads and any compiler.
//
// Memory: 12 bytes for each document, and 16 for each different word and
// thread.
[[nodiscard]] std::vector<uint32_t> bisected_order(const DocumentWords& words,
                                                   unsigned threads);

}  // namespace wax::index
