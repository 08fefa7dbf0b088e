#include "warc/record/named_original.h"

#include <algorithm>

#include "text/ascii.h"
#include "warc/record/date.h"

namespace wax::warc {
namespace {

constexpr std::string_view kNotModified = "server-not-modified";
constexpr std::string_view kFileScheme = "file://";

}  // namespace

NamedOriginal named_original(const Headers& fields) {
  NamedOriginal named;
  named.url = text::trim(fields.find(kRefersToUrl).value_or(""), "<> ");
  named.date =
      date14_of_warc(fields.find(kRefersToDate).value_or("")).value_or("");
  return named;
}

std::string container_name(std::string_view value) {
  std::string_view name = text::trim(value, "<> \t");
  if (text::equal_ignoring_case(name.substr(0, kFileScheme.size()),
                                kFileScheme)) {
    name.remove_prefix(kFileScheme.size());
  }
  for (std::string_view inside : {".wacz#", ".wacz!/"}) {
    const size_t at = name.find(inside);
    if (at != name.npos)
      name = name.substr(0, at + inside.find_last_of('z') + 1);
  }
  return std::string(name);
}

std::optional<std::string> container_value(std::string_view name) {
  const bool is_odd = std::ranges::any_of(
      name, [](char c) { return static_cast<unsigned char>(c) < ' '; });
  if (name.empty() || is_odd) return std::nullopt;
  return std::string(kFileScheme).append(name);
}

bool is_not_modified(const Headers& fields) {
  const auto profile = fields.find("WARC-Profile");
  return profile && profile->find(kNotModified) != profile->npos;
}

}  // namespace wax::warc
