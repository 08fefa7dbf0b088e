// Going back in an input that can be read only once.
#pragma once

#include <memory>

#include "io/byte_source.h"

namespace wax::io {

// Makes of `source`, of which nothing has been read, a source that can seek
// forward, and back to each byte that it has read: it copies what it reads to
// an UnnamedFile. Throws IoError. Memory: 128 KiB, and what a caller asks to
// peek at.
[[nodiscard]] std::unique_ptr<FileSource> rewindable(
    std::unique_ptr<FileSource> source);

}  // namespace wax::io
