// Whether an archive has its end, or is still being copied or written.
#pragma once

#include <string>

namespace wax::warc {

// Reads the records of an archive, without the bodies where they can be passed
// over: true when the last one is all there and nothing is wrong after its
// begin. Damage before it does not matter. A zip file (WACZ) is complete when
// its directory can be read. False for an empty file and for what holds no
// record. Throws IoError when the file cannot be read.
[[nodiscard]] bool is_complete(const std::string& path);

}  // namespace wax::warc
