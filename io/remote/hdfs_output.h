// New files of HDFS.
#pragma once

#include <memory>
#include <string>

#include "io/output.h"

namespace wax::io {

// For open_object_output() (remote_file.h): NAME.part-PID is created, longer
// piece by piece, and renamed.
[[nodiscard]] std::unique_ptr<Output> open_hdfs_output(const std::string& name,
                                                       bool force);

}  // namespace wax::io
