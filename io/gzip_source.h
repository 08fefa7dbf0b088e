// What gzip files unpack to.
#pragma once

#include <cstddef>
#include <memory>

#include "io/byte_source.h"

namespace wax::io {

[[nodiscard]] inline bool is_gzip(std::string_view front) {
  return front.starts_with("\x1f\x8b");
}

// Room for the text of a member that is unpacked in one go.
inline constexpr size_t kMemberRoom = 4 * 1024 * 1024;

// The members of a gzip file, one after another; zeros behind the last are
// padding. peek() throws FormatError, with the offset in the file as it is
// stored, for damage. With `jobs` above 1, members of a file that can seek are
// unpacked by as many threads where they are small enough (1 MiB packed), and
// others in one thread beside the caller's; with 1 in the caller's. Memory:
// with 1, `room` and an eighth of it for what is packed; else at most some 30
// MiB for each job while members unpack to ten times their size.
[[nodiscard]] std::unique_ptr<ByteSource> gzip_source(
    std::unique_ptr<FileSource> file, unsigned jobs, size_t room = kMemberRoom);

// The bytes of a source, which a thread of its own reads ahead. What that
// throws is thrown by peek() in its place. Memory: 2 MiB.
[[nodiscard]] std::unique_ptr<ByteSource> ahead_source(
    std::unique_ptr<ByteSource> source);

}  // namespace wax::io
