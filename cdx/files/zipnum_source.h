// Reads a ZipNum from beginning to end, like a CDX file.
#pragma once

#include <memory>
#include <string>

#include "io/byte_source.h"

namespace wax::cdx {

// The lines of all blocks of a ZipNum, with headers, in the order of its index,
// after the identity that the index states.
// Null when `path` is neither an index of this kind (NAME.idx or NAME.summary)
// nor a folder with one. Up to `jobs` threads decompress blocks and check their
// digests when the index has them. peek() throws as
// ZipNum::decompress() does. Memory: two blocks for each job.
[[nodiscard]] std::unique_ptr<io::ByteSource> zipnum_source(
    const std::string& path, unsigned jobs);

}  // namespace wax::cdx
