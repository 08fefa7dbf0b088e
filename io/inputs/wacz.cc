#include "io/inputs/wacz.h"

#include "io/inputs/input_files.h"
#include "text/ascii.h"
#include "text/json.h"
#include "text/number.h"

namespace wax::io {
namespace {

std::string plain_text(const text::JsonMemberText& member) {
  std::string plain;
  text::append_unescaped(member.value, plain);
  return plain;
}

std::optional<PackedFile> packed_file(std::string_view json) {
  PackedFile file;
  text::JsonMembers members(json);
  text::JsonMemberText member;
  while (members.next(member)) {
    if (member.name == "path" && member.is_string) {
      file.path = plain_text(member);
    } else if (member.name == "bytes") {
      file.size = text::whole_number(member.value);
    } else if (member.name == "hash" && member.is_string) {
      file.digest = plain_text(member);
    }
  }
  if (!members.whole() || file.path.empty()) return std::nullopt;
  return file;
}

}  // namespace

std::optional<DataPackage> parse_data_package(std::string_view json) {
  DataPackage package;
  bool listed = false;
  text::JsonMembers members(json);
  text::JsonMemberText member;
  while (members.next(member)) {
    if (member.name == "profile") {
      package.is_multi = member.value.find("multi-wacz") != member.value.npos;
    }
    if (member.name != "resources" || !member.value.starts_with('[')) continue;
    text::JsonMembers elements(member.value, /*is_array=*/true);
    text::JsonMemberText element;
    while (elements.next(element)) {
      auto file = packed_file(element.value);
      if (!file) return std::nullopt;
      package.files.push_back(*std::move(file));
    }
    listed = elements.whole();
  }
  if (!members.whole() || !listed) return std::nullopt;
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

}  // namespace wax::io
