// Sorts pairs of nodes in bounded memory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "graph/store/graph_folder.h"
#include "io/temp_files.h"

namespace wax::graph {

// Pairs go in in any order, and come out by their first number, then by their
// second, each once. Memory: `memory` bytes, 1 MiB at least; what is more is
// in an UnnamedFile of io::temp_folder(tmpdir). Throws IoError.
class PairSorter {
 public:
  PairSorter(uint64_t memory, std::string tmpdir);

  void add(NodeId first, NodeId second) {
    if (pairs_.size() == most_) spill();
    pairs_.push_back(uint64_t{first} << 32 | second);
  }
  // Call once, after the last add().
  void sort();
  // False at the end.
  [[nodiscard]] bool next(NodeId& first, NodeId& second);

 private:
  struct Run {
    uint64_t at = 0;  // in the file, bytes
    uint64_t end = 0;
    std::vector<uint64_t> block;
    size_t next = 0;
  };

  void sort_memory();
  void spill();
  [[nodiscard]] bool fill(Run& run);
  void push(size_t run);

  size_t most_;
  std::string tmpdir_;
  std::vector<uint64_t> pairs_;
  size_t next_ = 0;
  std::unique_ptr<io::UnnamedFile> file_;
  uint64_t bytes_ = 0;
  std::vector<Run> runs_;
  struct Head {
    uint64_t pair;
    size_t run;
    bool operator>(const Head& other) const { return pair > other.pair; }
  };
  std::vector<Head> heap_;  // the least pair first
  uint64_t last_ = 0;
  bool any_ = false;
};

}  // namespace wax::graph
