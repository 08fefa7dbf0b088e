// Inputs whose readers may be told to end.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "io/byte_source.h"

namespace wax::io {

// Called in the thread that reads: what it throws ends the reading.
using Watch = std::function<void()>;

// The same source; `watch` is called once in 4 MiB that are read or passed
// over.
[[nodiscard]] std::unique_ptr<FileSource> watched(
    std::unique_ptr<FileSource> source, Watch watch);

// Opens what open_input() opens, as a watched() source. `watch` is also called
// ten times a second while a pipe gives no bytes, or has no writer yet.
[[nodiscard]] std::unique_ptr<FileSource> open_watched(const std::string& path,
                                                       Watch watch);

}  // namespace wax::io
