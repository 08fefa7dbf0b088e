// The bytes of gzip files, decompressed.
#pragma once

#include <cstddef>
#include <memory>

#include "io/byte_source.h"

namespace wax::io {

[[nodiscard]] inline bool is_gzip(std::string_view front) {
  return front.starts_with("\x1f\x8b");
}

// The largest text of a member that is decompressed at once.
inline constexpr size_t kMemberRoom = 4 * 1024 * 1024;

// The members of a gzip file, one after the other; zeros after the last one
// are padding. For damage, peek() throws FormatError with the offset in the
// stored file. With `jobs` above 1, so many threads decompress the members of
// up to 1 MiB of a file that can seek, and one thread beside the caller's
// decompresses all others; with 1, the caller's thread does it. Memory: with 1,
// `room` and an eighth of it for compressed bytes; else at most about 30 MiB
// for each job, while members decompress to ten times their size.
[[nodiscard]] std::unique_ptr<ByteSource> gzip_source(
    std::unique_ptr<FileSource> file, unsigned jobs, size_t room = kMemberRoom);

// The bytes of a source, which another thread reads ahead. What the source
// throws, peek() throws after the bytes before it. Memory: 2 MiB.
[[nodiscard]] std::unique_ptr<ByteSource> ahead_source(
    std::unique_ptr<ByteSource> source);

}  // namespace wax::io
