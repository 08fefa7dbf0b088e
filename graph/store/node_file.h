// Records of nodes, one for each, in the order of their numbers.
//
// NAME has the records, without anything between them. NAME.index has for each
// kBlockNodes nodes the offset of the first of them, then the size of NAME and
// the number of nodes: little-endian numbers of 8 bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "graph/store/graph_folder.h"
#include "io/mapped_file.h"
#include "io/output.h"

namespace wax::graph {

inline constexpr uint64_t kBlockNodes = 64;
// After so many blocks, a scan gives memory back.
inline constexpr uint64_t kScanBlocks = 256;

// Writes both files. Throws IoError.
class NodeFileWriter {
 public:
  explicit NodeFileWriter(const std::string& path);

  // The record of the next node begins here.
  void begin_node();
  void append(std::string_view bytes);
  [[nodiscard]] uint64_t nodes() const { return nodes_; }
  // Call once, as the last.
  void finish();

 private:
  void put_number(uint64_t number);

  std::unique_ptr<io::Output> data_;
  std::unique_ptr<io::Output> index_;
  uint64_t bytes_ = 0;
  uint64_t nodes_ = 0;
};

// Any number of threads may read. Views are valid as long as the object.
class NodeFile {
 public:
  // Throws IoError, FormatError.
  explicit NodeFile(const std::string& path);

  [[nodiscard]] const std::string& path() const { return data_.path(); }
  [[nodiscard]] uint64_t nodes() const { return nodes_; }
  [[nodiscard]] uint64_t blocks() const {
    return (nodes_ + kBlockNodes - 1) / kBlockNodes;
  }
  // The records of these blocks. Throws IoError, FormatError.
  [[nodiscard]] std::string_view bytes(uint64_t first, uint64_t last) const;
  [[nodiscard]] std::string_view block(uint64_t number) const {
    return bytes(number, number + 1);
  }
  [[nodiscard]] uint64_t size() const { return data_.size(); }
  // Gives memory back, as io::MappedFile does. Scans do it as they go on.
  void release() const { data_.release(); }
  // For bytes that are no record; `rest` is a view of this file's end.
  [[noreturn]] void fail(std::string_view rest) const;

 private:
  [[nodiscard]] uint64_t number_at(uint64_t place) const;

  io::MappedFile data_;
  io::MappedFile index_;
  uint64_t nodes_ = 0;
};

}  // namespace wax::graph
