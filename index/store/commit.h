// The commit of an index: its segments (segments_N of Lucene 2.4 to 3.6).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "index/store/manifest.h"
#include "io/mapped_file.h"

namespace wax::index {

// The files of one directory.
class IndexFiles {
 public:
  // `manifest` may be null; then blocks of files are not checked.
  IndexFiles(std::string path, std::shared_ptr<const Manifest> manifest)
      : path_(std::move(path)), manifest_(std::move(manifest)) {}

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] bool is_checked() const { return manifest_ != nullptr; }
  [[nodiscard]] bool has(const std::string& name) const;
  // Throws IoError, FormatError.
  [[nodiscard]] std::shared_ptr<const io::MappedFile> open(
      const std::string& name) const;
  // Throws IoError.
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  std::string path_;
  std::shared_ptr<const Manifest> manifest_;
};

// What the commit says of a segment.
struct CommittedSegment {
  std::string name;        // "_0"
  uint32_t documents = 0;  // deleted ones included
  int64_t deletions = -1;  // generation of the file; -1: none
  // Segments may share a store of documents: its name, and the number of its
  // document that is the first of this segment.
  std::string store;
  uint32_t store_first = 0;
  bool store_is_compound = false;
  bool has_single_norm_file = true;
  std::vector<int64_t> norms;  // generations by field; empty: none
  bool is_compound = false;
};

// The newest commit that can be read. Throws IoError, FormatError.
[[nodiscard]] std::vector<CommittedSegment> read_commit(
    const IndexFiles& files);

// "_0" and 10 are "_0_a"; base 36.
[[nodiscard]] std::string with_generation(const std::string& name,
                                          int64_t generation);

}  // namespace wax::index
