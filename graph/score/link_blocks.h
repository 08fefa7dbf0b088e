// The links of a graph, apart by the block of pages in which their other end
// is, so that what the pages of one block give fits into memory.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graph/store/node_file.h"
#include "io/temp_files.h"

namespace wax::graph {

class LinkBlocks {
 public:
  // With one block, the file itself is read, which must outlive this. Others
  // are written to a temporary folder in io::temp_folder(tmpdir). `block` is a
  // number of pages. Throws IoError, FormatError.
  LinkBlocks(const NodeFile& file, uint64_t block, const std::string& tmpdir);
  LinkBlocks(const LinkBlocks&) = delete;
  LinkBlocks& operator=(const LinkBlocks&) = delete;

  [[nodiscard]] size_t size() const { return count_; }
  [[nodiscard]] const NodeFile& at(size_t i) const {
    return parts_.empty() ? *file_ : *parts_[i];
  }

 private:
  const NodeFile* file_;
  size_t count_;
  std::optional<io::TempFolder> folder_;
  std::vector<std::unique_ptr<NodeFile>> parts_;
};

}  // namespace wax::graph
