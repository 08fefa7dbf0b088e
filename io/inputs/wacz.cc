#include "io/inputs/wacz.h"

#include <algorithm>

#include "io/inputs/input_files.h"
#include "text/json_tree.h"

namespace wax::io {
namespace {

using Json = nlohmann::json;

constexpr int kDeepest = 100;

std::string string_of(const Json& object, const char* name) {
  auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>()
                                                     : std::string();
}

std::optional<PackedFile> packed_file(const Json& json) {
  PackedFile file;
  file.path = string_of(json, "path");
  if (file.path.empty()) return std::nullopt;
  file.digest = string_of(json, "hash");
  auto bytes = json.find("bytes");
  if (bytes != json.end() && bytes->is_number_unsigned()) {
    file.size = bytes->get<uint64_t>();
  }
  return file;
}

// The form is that of Browsertrix Crawler. What has no name is no file.
std::vector<PackedFile> required_files(const Json& package) {
  std::vector<PackedFile> files;
  auto relation = package.find("relation");
  if (relation == package.end() || !relation->is_object()) return files;
  auto required = relation->find("requires");
  if (required == relation->end() || !required->is_array()) return files;
  for (const Json& entry : *required) {
    if (!entry.is_object()) continue;
    PackedFile file;
    file.path = string_of(entry, "filename");
    if (file.path.empty()) continue;
    file.digest = string_of(entry, "hash");
    auto size = entry.find("size");
    if (size != entry.end() && size->is_number_unsigned()) {
      file.size = size->get<uint64_t>();
    }
    files.push_back(std::move(file));
  }
  return files;
}

// "https://b.example:8080", of a URL.
std::string_view server_of(std::string_view url) {
  size_t end = url.find_first_of("/?#", url.find("://") + 3);
  return url.substr(0, end);
}

}  // namespace

std::optional<DataPackage> parse_data_package(std::string_view text) {
  Json json = text::try_parse_json(text, kDeepest);
  if (!json.is_object()) return std::nullopt;
  auto resources = json.find("resources");
  if (resources == json.end() || !resources->is_array()) return std::nullopt;
  DataPackage package;
  package.is_multi =
      string_of(json, "profile").find("multi-wacz") != std::string::npos;
  package.required = required_files(json);
  for (const Json& resource : *resources) {
    auto file = packed_file(resource);
    if (!file) return std::nullopt;
    package.files.push_back(*std::move(file));
  }
  return package;
}

std::optional<std::string> place_of_packed(std::string_view package,
                                           std::string_view path) {
  if (is_url(path)) return std::string(path);
  bool drive = path.size() > 1 && path[1] == ':';
  if (path.empty() || path.front() == '/' || drive ||
      path.find_first_of(std::string_view("\\\0", 2)) != path.npos) {
    return std::nullopt;
  }
  for (std::string_view rest = path; !rest.empty();) {
    std::string_view part = rest.substr(0, rest.find('/'));
    if (part == "..") return std::nullopt;
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
  }
  if (is_url(package)) package = package.substr(0, package.find_first_of("?#"));
  std::string place(package.substr(0, package.rfind('/') + 1));
  return place.append(path);
}

bool& opens_remote_files() {
  static bool opens = false;
  return opens;
}

std::string refusal_of_place(std::string_view package, std::string_view place) {
  if (!is_url(place) || opens_remote_files() ||
      (is_url(package) && server_of(place) == server_of(package))) {
    return {};
  }
  return "the package names a file on another host, which is read only with "
         "--remote: " +
         std::string(place);
}

}  // namespace wax::io
