#include "graph/score/link_blocks.h"

#include <algorithm>

#include "graph/store/topology.h"

namespace wax::graph {
namespace {

void write_parts(const NodeFile& file, uint64_t block,
                 const std::vector<std::string>& paths) {
  std::vector<std::unique_ptr<TopologyWriter>> writers;
  for (const std::string& path : paths) {
    writers.push_back(std::make_unique<TopologyWriter>(path));
  }
  TopologyScan scan(file);
  NodeId node = 0;
  for (uint64_t degree; scan.next_node(node, degree);) {
    for (uint64_t i = 0; i < degree; ++i) {
      NodeId other = scan.next();
      writers[other / block]->add(node, other);
    }
  }
  for (auto& writer : writers) writer->finish(file.nodes());
}

}  // namespace

LinkBlocks::LinkBlocks(const NodeFile& file, uint64_t block,
                       const std::string& tmpdir)
    : file_(&file),
      count_(static_cast<size_t>(
          std::max<uint64_t>(1, (file.nodes() + block - 1) / block))) {
  if (count_ == 1) return;
  folder_.emplace(tmpdir, "wax-graph");
  std::vector<std::string> paths;
  for (size_t i = 0; i < count_; ++i) {
    paths.push_back(folder_->path() + '/' + std::to_string(i));
  }
  write_parts(file, block, paths);
  for (const std::string& path : paths) {
    parts_.push_back(std::make_unique<NodeFile>(path));
  }
}

}  // namespace wax::graph
