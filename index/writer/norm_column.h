// The norms of one field of a new segment.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "index/writer/lucene_files.h"
#include "io/byte_buffer.h"
#include "io/temp_files.h"

namespace wax::index {

// Collects a byte for each document, a megabyte of them in memory and others in
// a temporary file. For one thread. Throws IoError.
class NormColumn {
 public:
  explicit NormColumn(std::string tmpdir);

  // Documents without the field.
  void fill(uint64_t documents);
  void add(std::string_view norms);
  void write(IndexFile& file) const;

 private:
  void spill();

  std::string tmpdir_;
  io::ByteBuffer bytes_;
  std::unique_ptr<io::UnnamedFile> file_;
  uint64_t in_file_ = 0;
};

}  // namespace wax::index
