// bzip2 files, decompressed by several threads.
#pragma once

#include <memory>
#include <string_view>

#include "io/byte_source.h"

namespace wax::io {

[[nodiscard]] inline bool is_bzip2(std::string_view front) {
  return front.size() >= 4 && front.starts_with("BZh") && front[3] >= '1' &&
         front[3] <= '9';
}

// The bytes of a bzip2 file of any number of streams; zeros after the last are
// padding. `jobs` threads, the caller's among them, decompress blocks, wherever
// they begin; the bytes do not depend on `jobs`. The sums of blocks and streams
// are checked. After the bytes of all blocks before it, peek() throws
// FormatError for damage, with the offset of the block or stream. Memory: about
// 10 MiB for each job.
[[nodiscard]] std::unique_ptr<ByteSource> bzip2_source(
    std::unique_ptr<FileSource> file, unsigned jobs);

}  // namespace wax::io
