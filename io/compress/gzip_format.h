// Gzip members (RFC 1952): their parts, reading and writing them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "io/byte_source.h"
#include "io/output.h"

namespace wax::io {

// A member ends with a checksum and a size of 4 bytes each.
inline constexpr size_t kGzipTrailer = 8;
inline constexpr size_t kMaxGzipHeader = 128 * 1024;

// Whether the bytes start a member, judged by the first 4.
[[nodiscard]] bool starts_gzip_member(std::string_view bytes);
// Size of the header at the front of `in`; nothing if it is not complete.
[[nodiscard]] std::optional<size_t> gzip_header_size(std::string_view in);
// Size of the member at the front of `in`, if its header states it in the field
// "sl"; else 0.
[[nodiscard]] uint32_t stated_member_size(std::string_view in);
// The number in the first 4 bytes, the lowest byte first.
[[nodiscard]] uint32_t little_endian(std::string_view bytes);

// One gzip member (RFC 1952, no name, no time) by libdeflate, at level 1 to 9.
// The same bytes give the same member.
[[nodiscard]] std::string gzip_member(std::string_view bytes, int level = 6);

// A member has at most so many bytes of text.
inline constexpr size_t kGzipText = 512 * 1024;

// Compresses what is written into members, and writes these to `output`. A
// member has whole lines, unless a line is longer than kGzipText. All programs
// that read gzip can read the members; this project's programs read them in
// several threads. Up to `jobs` threads (0: one for each core) compress; the
// bytes do not depend on it. flush() ends the member. If nothing is written,
// there is one empty member. Memory: a few MiB for each thread.
[[nodiscard]] std::unique_ptr<Output> gzip_output(
    std::unique_ptr<Output> output, unsigned jobs = 0, int level = 6);

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
// `room` and an eighth of it for compressed bytes; else about 30 MiB for each
// job, while members decompress to ten times their size, and at most 80.
[[nodiscard]] std::unique_ptr<ByteSource> gzip_source(
    std::unique_ptr<FileSource> file, unsigned jobs, size_t room = kMemberRoom);

// The bytes of a source, which another thread reads ahead. What the source
// throws, peek() throws after the bytes before it. Memory: 2 MiB.
[[nodiscard]] std::unique_ptr<ByteSource> ahead_source(
    std::unique_ptr<ByteSource> source);

}  // namespace wax::io
