#include "io/remote/webhdfs.h"

#include <algorithm>
#include <cstdlib>

#include "io/error.h"
#include "io/remote/http_sender.h"
#include "io/remote/http_source.h"
#include "io/remote/server_text.h"
#include "text/ascii.h"
#include "text/json_tree.h"
#include "text/percent.h"

namespace wax::io {
namespace {

using Json = nlohmann::json;

constexpr const char* kUsualPort = "9870";
constexpr int kDeepestStatus = 10;  // of JSON
constexpr size_t kLongestStatus = 64 * 1024;
// Bytes of the list of a folder; enough for some million files.
constexpr size_t kLongestList = size_t{1} << 30;

// The member of that name, or null.
const Json& member(const Json& json, const char* name) {
  static const Json none;
  if (!json.is_object()) return none;
  auto found = json.find(name);
  return found == json.end() ? none : *found;
}

std::string text_in(const Json& json, const char* name) {
  const Json& value = member(json, name);
  return value.is_string() ? value.get<std::string>() : std::string();
}

std::optional<HdfsStatus> status_in(const Json& json) {
  HdfsStatus status;
  const Json& name = member(json, "pathSuffix");
  const Json& length = member(json, "length");
  const std::string type = text_in(json, "type");
  if (!name.is_string() || !length.is_number_unsigned() || type.empty()) {
    return std::nullopt;
  }
  status.name = name.get<std::string>();
  if (status.name == "." || status.name == ".." ||
      status.name.find_first_of(std::string_view("/\0", 2)) !=
          std::string::npos) {
    return std::nullopt;
  }
  status.is_folder = type == "DIRECTORY";
  status.state.size = length.get<uint64_t>();
  const Json& changed = member(json, "modificationTime");
  if (changed.is_number_unsigned()) {
    status.state.version = std::to_string(changed.get<uint64_t>());
  }
  return status;
}

HttpAnswer ask(HttpSender& sender, const HdfsName& name,
               std::string_view operation, size_t most) {
  HttpSending sending;
  sending.request = hdfs_request(name, operation);
  sending.is_repeatable = true;
  return sender.send(sending, most, usual_http());
}

class HdfsFile final : public RemoteFile {
 public:
  explicit HdfsFile(const std::string& name) : name_(hdfs_name(name)) {}

  HttpRequest request(uint64_t from,
                      std::optional<uint64_t> until) const override {
    HdfsParameters parameters = {{"offset", std::to_string(from)}};
    if (until) parameters.emplace_back("length", std::to_string(*until - from));
    return hdfs_request(name_, "OPEN", parameters);
  }
  bool ranges_by_header() const override { return false; }

  std::optional<ObjectState> state() const override {
    std::optional<HdfsStatus> status = hdfs_status(name_);
    if (!status) return std::nullopt;
    if (status->is_folder) {
      throw IoError(text_of(name_),
                    "is a folder; with a \"/\" at the end of its name, it "
                    "stands for the archives in it");
    }
    return status->state;
  }

  std::string refusal(long status, std::string_view body,
                      const HeaderOf&) const override {
    return hdfs_refusal(status, body);
  }

 private:
  HdfsName name_;
};

}  // namespace

HdfsName hdfs_name(std::string_view name) {
  HdfsName parts;
  const size_t colon = name.find("://");
  parts.scheme = name.substr(0, colon);
  const std::string_view rest =
      colon == name.npos ? "" : name.substr(colon + 3);
  const size_t slash = std::min(rest.find('/'), rest.size());
  parts.server = rest.substr(0, slash);
  parts.path = rest.substr(slash);
  if (parts.path.empty()) parts.path = "/";
  const bool is_server =
      !parts.server.empty() && parts.server.front() != ':' &&
      std::all_of(parts.server.begin(), parts.server.end(), [](char c) {
        return text::is_alphanumeric(c) || c == '-' || c == '.' || c == '_' ||
               c == ':' || c == '[' || c == ']';
      });
  if (!is_server) {
    throw IoError(name, "names no host; give hdfs://NAMENODE:PORT/PATH");
  }
  return parts;
}

std::string text_of(const HdfsName& name) {
  return name.scheme + "://" + name.server + name.path;
}

HttpRequest hdfs_request(const HdfsName& name, std::string_view operation,
                         const HdfsParameters& parameters) {
  HttpRequest request;
  request.name = text_of(name);
  request.url = name.scheme == "swebhdfs" ? "https://" : "http://";
  request.url += name.server;
  const size_t last = name.server.find_last_of(":]");
  if (last == std::string::npos || name.server[last] == ']') {
    request.url.append(":").append(kUsualPort);
  }
  request.url += "/webhdfs/v1";
  text::append_escaped(name.path, "/", request.url);
  request.url.append("?op=").append(operation);
  for (const auto& [parameter, value] : parameters) {
    request.url.append("&").append(parameter).append("=");
    text::append_escaped(value, "", request.url);
  }
  const char* user = std::getenv("HADOOP_USER_NAME");
  if (user != nullptr && *user != '\0') {
    request.url += "&user.name=";
    text::append_escaped(user, "", request.url);
  }
  return request;
}

std::string hdfs_exception(std::string_view body) {
  return text_in(
      member(text::try_parse_json(body, kDeepestStatus), "RemoteException"),
      "exception");
}

std::string hdfs_refusal(long status, std::string_view body) {
  const Json json = text::try_parse_json(body, kDeepestStatus);
  const Json& error = member(json, "RemoteException");
  const std::string exception = text_in(error, "exception");
  if (exception == "FileNotFoundException") return "there is no such file";
  if (exception == "StandbyException") {
    return "this namenode is on standby; name the active one";
  }
  std::string text = "HTTP status " + std::to_string(status);
  if (!exception.empty()) text += ", " + one_line(exception);
  const std::string message = text_in(error, "message");
  if (!message.empty()) text += ": " + one_line(message);
  if (exception == "AccessControlException" || status == 401) {
    text += "; HADOOP_USER_NAME names the user";
  } else if (exception.empty() && status == 404) {
    text +=
        "; the port must be that of the web address of the namenode "
        "(usually 9870)";
  }
  return text;
}

std::optional<HdfsStatus> read_hdfs_status(std::string_view text) {
  return status_in(
      member(text::try_parse_json(text, kDeepestStatus), "FileStatus"));
}

std::optional<std::vector<HdfsStatus>> read_hdfs_list(std::string_view text) {
  const Json json = text::try_parse_json(text, kDeepestStatus);
  const Json& list = member(member(json, "FileStatuses"), "FileStatus");
  if (!list.is_array()) return std::nullopt;
  std::vector<HdfsStatus> all;
  for (const Json& entry : list) {
    auto status = status_in(entry);
    if (!status) return std::nullopt;
    all.push_back(*std::move(status));
  }
  return all;
}

std::optional<HdfsStatus> hdfs_status(const HdfsName& name) {
  HttpSender sender;
  const HttpAnswer answer = ask(sender, name, "GETFILESTATUS", kLongestStatus);
  if (answer.status == 404 &&
      hdfs_exception(answer.body) == "FileNotFoundException") {
    return std::nullopt;
  }
  if (answer.status != 200) {
    throw IoError(text_of(name), hdfs_refusal(answer.status, answer.body));
  }
  auto status = read_hdfs_status(answer.body);
  if (!status) {
    throw IoError(text_of(name), "the answer of the server is not WebHDFS's");
  }
  return status;
}

std::unique_ptr<RemoteFile> hdfs_file(const std::string& name) {
  return std::make_unique<HdfsFile>(name);
}

std::vector<StoredObject> hdfs_objects_below(const std::string& folder) {
  HdfsName root = hdfs_name(folder);
  if (root.path.ends_with('/')) root.path.pop_back();
  std::vector<StoredObject> objects;
  std::vector<std::string> open = {root.path};
  HttpSender sender;
  while (!open.empty()) {
    HdfsName name = root;
    name.path = std::move(open.back());
    open.pop_back();
    const std::string before = name.path + '/';
    if (name.path.empty()) name.path = "/";
    const HttpAnswer answer = ask(sender, name, "LISTSTATUS", kLongestList);
    if (answer.status != 200) {
      throw IoError(text_of(name),
                    "list: " + hdfs_refusal(answer.status, answer.body));
    }
    auto list = read_hdfs_list(answer.body);
    if (!list) {
      throw IoError(text_of(name), "list: the answer is no list of files");
    }
    for (HdfsStatus& status : *list) {
      if (status.name.empty()) {
        throw IoError(text_of(name), "list: is a file and no folder");
      }
      if (status.is_folder) {
        open.push_back(before + status.name);
        continue;
      }
      HdfsName file = root;
      file.path = before + status.name;
      objects.push_back({text_of(file), std::move(status.state)});
    }
  }
  std::sort(objects.begin(), objects.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return objects;
}

}  // namespace wax::io
