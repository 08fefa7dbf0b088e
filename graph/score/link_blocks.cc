#include "graph/score/link_blocks.h"

#include <stdlib.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include "graph/store/topology.h"
#include "io/error.h"

namespace wax::graph {
namespace {

std::string make_temp_folder(const std::string& tmpdir) {
  std::string path = io::temp_folder(tmpdir) + "/wax-graph-XXXXXX";
  if (::mkdtemp(path.data()) == nullptr) throw IoError(path, "create", errno);
  return path;
}

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
  folder_ = std::make_unique<io::TempFile>(make_temp_folder(tmpdir));
  std::vector<std::string> paths;
  for (size_t i = 0; i < count_; ++i) {
    paths.push_back(folder_->path() + '/' + std::to_string(i));
  }
  try {
    write_parts(file, block, paths);
    for (const std::string& path : paths) {
      parts_.push_back(std::make_unique<NodeFile>(path));
    }
  } catch (...) {
    std::error_code none;
    std::filesystem::remove_all(folder_->path(), none);
    throw;
  }
}

LinkBlocks::~LinkBlocks() {
  if (!folder_) return;
  parts_.clear();
  std::error_code none;
  std::filesystem::remove_all(folder_->path(), none);
}

}  // namespace wax::graph
