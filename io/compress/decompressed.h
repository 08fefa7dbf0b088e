// Files of text that may be compressed in any usual way.
#pragma once

#include <memory>

#include "io/byte_source.h"

namespace wax::io {

// The bytes of a file, decompressed as its first bytes say: gzip, bzip2, zstd
// or LZ4 (any number of members one after the other), or as they are. For
// damage, peek() throws FormatError with the offset in the stored file. gzip
// and bzip2 are decompressed by `jobs` threads (gzip_source(), bzip2_source()).
// Memory: that of the inflater and some MiB.
[[nodiscard]] std::unique_ptr<ByteSource> decompressed(
    std::unique_ptr<FileSource> file, unsigned jobs);

}  // namespace wax::io
