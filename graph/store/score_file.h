// The scores of a graph's nodes.
//
// score.NAME has a double for each node, little-endian; NaN for nodes that have
// no score. score.NAME.json says how they were made: one JSON object.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "graph/store/graph_folder.h"
#include "io/mapped_file.h"

namespace wax::graph {

// Throws IoError; FormatError when there are not `nodes` scores. Any number of
// threads may read.
class ScoreFile {
 public:
  ScoreFile(const std::string& path, uint64_t nodes);
  [[nodiscard]] double at(uint64_t node) const;
  [[nodiscard]] uint64_t nodes() const { return nodes_; }

 private:
  io::MappedFile file_;
  uint64_t nodes_;
};

// The names of the scores that a graph has, in byte order.
[[nodiscard]] std::vector<std::string> score_names(const GraphFolder& folder);

// Opens the scores of this name. Throws UsageError, which lists the names, if
// the graph has no such scores.
[[nodiscard]] ScoreFile open_scores(const GraphFolder& folder,
                                    const std::string& name, uint64_t nodes);

}  // namespace wax::graph
