// Opening files of lines by their content: plain, gzip'd, or a ZipNum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "cdx/format/cdx_lines.h"
#include "io/byte_source.h"
#include "io/compress/gzip_source.h"
#include "lines/line_stream.h"

namespace wax::cdx {

// The lines of a file or standard input ("-"), gzip'd (any number of members)
// or not, or of a ZipNum (its .idx, or its folder). Keeps the order. Memory:
// one block, or one line if that is longer; for members see io::gzip_source().
[[nodiscard]] std::unique_ptr<lines::LineStream> open_lines(
    const std::string& path);

// The bytes of such a file, decompressed by that many threads
// (io::thread_count()). It is read so many bytes at a time; `room` is that of
// io::gzip_source().
[[nodiscard]] std::unique_ptr<io::ByteSource> open_bytes(
    const std::string& path, size_t block = io::kFileBlock, uint64_t jobs = 0,
    size_t room = io::kMemberRoom);

// "-" is standard input; gzip'd or not.
[[nodiscard]] std::unique_ptr<CdxLines> open_cdx(const std::string& path);

}  // namespace wax::cdx
