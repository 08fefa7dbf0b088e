// Going back in what can be read only once.
#pragma once

#include <memory>

#include "io/byte_source.h"

namespace wax::io {

// `source`, which stands at its first byte, as one that seeks to wherever it
// has been and forward from there: what is read is copied to a temporary file
// without a name (in $TMPDIR, else /tmp). Throws IoError. Memory: 128 KiB, and
// what a caller asks to peek at.
[[nodiscard]] std::unique_ptr<FileSource> rewindable(
    std::unique_ptr<FileSource> source);

}  // namespace wax::io
