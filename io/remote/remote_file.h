// Files on other machines: how each kind of name is asked for over HTTP.
//   http://..., https://...   a file of a web server
//   s3://BUCKET/KEY           an object of S3, or of a store that speaks as it
//                             does
//   hdfs://HOST[:PORT]/PATH   a file of HDFS by WebHDFS; the port is that of
//                             the web address of the namenode (9870), also
//                             "webhdfs://"; "swebhdfs://" by https
// Keys and paths of objects are written in names as they are, without escapes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/output.h"
#include "io/remote/http_request.h"

namespace wax::io {

// Whether a name is one of those above.
[[nodiscard]] bool is_url(std::string_view name);
// Whether a name is one of those above, but not of a web server.
[[nodiscard]] bool is_object(std::string_view name);
// Whether is_object() holds and the name means all objects whose names begin
// with it: "s3://BUCKET", and names that end in "/".
[[nodiscard]] bool is_object_folder(std::string_view name);

// Tells whether a file is the one that it was.
struct ObjectState {
  uint64_t size = 0;
  std::string version;  // an ETag, or the time of the last change
  bool operator==(const ObjectState&) const = default;
};

struct StoredObject {
  std::string name;
  ObjectState state;
};

// Gives the header of that name of an answer; empty if the answer lacks it.
using HeaderOf = std::function<std::string(const char* name)>;

// One name. For one thread.
class RemoteFile {
 public:
  virtual ~RemoteFile() = default;

  // The request for the bytes from `from` to `until`, or to the end. If
  // ranges_by_header() is true, the caller adds a Range, and the answer says
  // how long the file is; else what comes are these bytes, and state() says it.
  [[nodiscard]] virtual HttpRequest request(
      uint64_t from, std::optional<uint64_t> until) const = 0;
  [[nodiscard]] virtual bool ranges_by_header() const { return true; }
  [[nodiscard]] virtual bool follows_redirects() const { return true; }
  // Asks for the state. Nothing: there is no such file. Throws IoError.
  [[nodiscard]] virtual std::optional<ObjectState> state() const = 0;
  // Why there was no answer but this: a sentence that says what to do.
  [[nodiscard]] virtual std::string refusal(long status, std::string_view body,
                                            const HeaderOf& header) const = 0;
};

// Makes the file of a name. Throws IoError for a name that is not remote
// (is_url()) or is that of a folder, UsageError for settings that do not go
// together.
[[nodiscard]] std::unique_ptr<RemoteFile> remote_file(const std::string& name);

// The state of an object (is_object()); nothing if the object does not exist.
// Throws as remote_file(), and IoError.
[[nodiscard]] std::optional<ObjectState> object_state(const std::string& name);

// The same, but a state that was asked for or listed by this process less than
// ten seconds ago is not asked for again. Any thread may call it.
[[nodiscard]] std::optional<ObjectState> recent_state(const std::string& name);

// All objects whose names begin with that of a folder (is_object_folder()), in
// byte order. Throws as remote_file(), and IoError.
[[nodiscard]] std::vector<StoredObject> objects_below(
    const std::string& folder);

// An object (is_object()) that appears whole or not at all. Throws UsageError
// if it exists, unless `force`, and for a folder; else as remote_file(), and
// IoError. Memory: what is sent in one piece, 16 MiB for the first 32 GiB,
// twice as much for each further 2,000 pieces. What was sent is removed when
// the output is dropped; when the process is killed, a store keeps an
// unfinished upload, and HDFS a file NAME.part-PID.
[[nodiscard]] std::unique_ptr<Output> open_object_output(
    const std::string& name, bool force);
// An output that a person names: an object, or what open_output() takes.
[[nodiscard]] std::unique_ptr<Output> open_named_output(const std::string& name,
                                                        bool force);

}  // namespace wax::io
