// ZipNum where CDX files are read from front to back.
#pragma once

#include <memory>
#include <string>

#include "io/byte_source.h"

namespace wax::cdx {

// The lines of all blocks of a ZipNum, headers too, in the order of its index;
// nothing when `path` is neither a file NAME.idx or NAME.summary that is such
// an index nor a folder with one in it. Up to `jobs` threads unpack blocks,
// whose digests are checked when the index has them. peek() throws as
// ZipNum::unpack() does. Memory: two blocks for each job.
[[nodiscard]] std::unique_ptr<io::ByteSource> zipnum_source(
    const std::string& path, unsigned jobs);

}  // namespace wax::cdx
