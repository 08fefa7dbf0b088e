// Files of HDFS by WebHDFS, which namenodes, HttpFS and others speak.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/remote/http_request.h"
#include "io/remote/remote_file.h"

namespace wax::io {

// "hdfs://HOST[:PORT]/PATH"
struct HdfsName {
  std::string scheme;  // "hdfs", "webhdfs", "swebhdfs"
  std::string server;  // "HOST:PORT" as written in the name
  std::string path;    // begins with "/"
};

// Throws IoError when there is no host.
[[nodiscard]] HdfsName hdfs_name(std::string_view name);
[[nodiscard]] std::string text_of(const HdfsName& name);

using HdfsParameters = std::vector<std::pair<std::string, std::string>>;

// A request for the operation, such as "OPEN", as the user HADOOP_USER_NAME if
// there is one.
[[nodiscard]] HttpRequest hdfs_request(const HdfsName& name,
                                       std::string_view operation,
                                       const HdfsParameters& parameters = {});

// What the answer to a request that failed says, and what to do.
[[nodiscard]] std::string hdfs_refusal(long status, std::string_view body);
// The exception that it names, such as "FileNotFoundException", or empty.
[[nodiscard]] std::string hdfs_exception(std::string_view body);

struct HdfsStatus {
  std::string name;  // within its folder; empty: what was asked for
  bool is_folder = false;
  ObjectState state;
};

// The answers to GETFILESTATUS and LISTSTATUS; nothing when they are none, or a
// name leads out of its folder.
[[nodiscard]] std::optional<HdfsStatus> read_hdfs_status(std::string_view json);
[[nodiscard]] std::optional<std::vector<HdfsStatus>> read_hdfs_list(
    std::string_view json);

// Asks for GETFILESTATUS. Nothing: there is no such file. Throws IoError.
[[nodiscard]] std::optional<HdfsStatus> hdfs_status(const HdfsName& name);

// For remote_file.h.
[[nodiscard]] std::unique_ptr<RemoteFile> hdfs_file(const std::string& name);
[[nodiscard]] std::vector<StoredObject> hdfs_objects_below(
    const std::string& folder);

}  // namespace wax::io
