#include "graph/store/topology.h"

#include <algorithm>

#include "text/varint.h"

namespace wax::graph {

void TopologyWriter::add(NodeId node, NodeId other) {
  write_until(node);
  text::append_number(other - last_, others_);
  last_ = other;
  ++degree_;
}

void TopologyWriter::finish(uint64_t nodes) {
  write_until(nodes);
  file_.finish();
}

// Writes the records of the nodes before `node`.
void TopologyWriter::write_until(uint64_t node) {
  // The record of the node nodes() is the one that is being collected.
  while (file_.nodes() < node) {
    std::string head;
    text::append_number(degree_, head);
    file_.begin_node();
    file_.append(head);
    file_.append(others_);
    others_.clear();
    degree_ = 0;
    last_ = 0;
  }
}

TopologyScan::TopologyScan(const NodeFile& file, uint64_t first, uint64_t last)
    : file_(&file),
      nodes_(file.nodes()),
      first_(first),
      next_(first),
      last_(last),
      node_(first * kBlockNodes),
      last_node_(node_) {}

bool TopologyScan::next_blocks() {
  if (next_ - first_ == kScanBlocks) file_->release();
  if (next_ >= last_) return false;
  first_ = next_;
  next_ = std::min(first_ + kScanBlocks, last_);
  last_node_ = std::min(next_ * kBlockNodes, nodes_);
  std::string_view bytes = file_->bytes(first_, next_);
  at_ = reinterpret_cast<const uint8_t*>(bytes.data());
  end_ = at_ + bytes.size();
  return node_ < last_node_;
}

bool TopologyScan::next_node(NodeId& node, uint64_t& degree) {
  if (node_ == last_node_ && !next_blocks()) return false;
  if (!take_id(at_, end_, degree)) fail();
  node = static_cast<NodeId>(node_++);
  other_ = 0;
  return true;
}

void TopologyScan::fail() const {
  const auto* at = reinterpret_cast<const char*>(at_);
  file_->fail({at, at});
}

std::vector<NodeId> links_of(const NodeFile& file, NodeId node) {
  uint64_t block = node / kBlockNodes;
  TopologyScan scan(file, block, block + 1);
  std::vector<NodeId> others;
  NodeId at = 0;
  for (uint64_t degree; scan.next_node(at, degree);) {
    others.clear();
    for (uint64_t i = 0; i < degree; ++i) others.push_back(scan.next());
    if (at == node) break;
  }
  return others;
}

}  // namespace wax::graph
