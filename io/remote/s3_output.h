// New objects of S3.
#pragma once

#include <memory>
#include <string>

#include "io/output.h"

namespace wax::io {

// For open_object_output() (remote_file.h): by one request when one piece is
// enough, else as a multipart upload.
[[nodiscard]] std::unique_ptr<Output> open_s3_output(const std::string& name,
                                                     bool force);

}  // namespace wax::io
