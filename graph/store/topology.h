// The links that count, without anything but their ends: each once, none from a
// page to itself, other names of a page replaced by its own.
//
// A record is the number of links of a node, and the other end of each in
// order: the first, then differences. Numbers are LEB128.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graph/store/node_file.h"

namespace wax::graph {

class TopologyWriter {
 public:
  explicit TopologyWriter(const std::string& path) : file_(path) {}
  // Links come in the order of their nodes, then of their other ends.
  void add(NodeId node, NodeId other);
  // Ends the nodes up to `nodes`.
  void finish(uint64_t nodes);

 private:
  void write_until(uint64_t node);

  NodeFileWriter file_;
  uint64_t degree_ = 0;
  uint64_t last_ = 0;
  std::string others_;
};

// Reads a LEB128 number of bytes that were checked to hold some; false at the
// end of the bytes, or when it has more than 35 bits.
inline bool take_id(const uint8_t*& at, const uint8_t* end, uint64_t& value) {
  if (at == end) return false;
  value = *at++;
  if (value < 0x80) return true;
  value &= 0x7f;
  for (unsigned shift = 7; shift < 35; shift += 7) {
    if (at == end) return false;
    uint64_t byte = *at++;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

// Nodes from one block on, to the end of another. Throws FormatError, IoError.
class TopologyScan {
 public:
  TopologyScan(const NodeFile& file, uint64_t first, uint64_t last);
  explicit TopologyScan(const NodeFile& file)
      : TopologyScan(file, 0, file.blocks()) {}

  // The next node; its links must have been read.
  [[nodiscard]] bool next_node(NodeId& node, uint64_t& degree);
  // The other end of the next of its `degree` links; no more than these.
  [[nodiscard]] NodeId next() {
    uint64_t gap;
    if (!take_id(at_, end_, gap)) fail();
    other_ += gap;
    if (other_ >= nodes_) fail();
    return static_cast<NodeId>(other_);
  }

 private:
  // The next kScanBlocks blocks; false at the end.
  bool next_blocks();
  [[noreturn]] void fail() const;

  const NodeFile* file_;
  const uint8_t* at_ = nullptr;
  const uint8_t* end_ = nullptr;
  uint64_t nodes_;
  uint64_t first_;  // block from which on bytes are at hand
  uint64_t next_;   // block after them
  uint64_t last_;
  uint64_t node_;
  uint64_t last_node_;  // of the blocks at hand
  uint64_t other_ = 0;
};

// The other ends of the links of one node.
[[nodiscard]] std::vector<NodeId> links_of(const NodeFile& file, NodeId node);

}  // namespace wax::graph
