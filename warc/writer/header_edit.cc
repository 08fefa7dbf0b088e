#include "warc/writer/header_edit.h"

#include <algorithm>
#include <vector>

#include "text/ascii.h"

namespace wax::warc {
namespace {

constexpr std::string_view kLineEnds = "\r\n";

std::string_view end_of(std::string_view line) {
  const size_t end = line.find_last_not_of(kLineEnds);
  return line.substr(end == line.npos ? 0 : end + 1);
}

std::string_view take_line(std::string_view& header) {
  const std::string_view line =
      header.substr(0, std::min(header.find('\n'), header.size() - 1) + 1);
  header.remove_prefix(line.size());
  return line;
}

bool has_name(std::string_view line, std::string_view name) {
  return text::equal_ignoring_case(text::trim(line.substr(0, line.find(':'))),
                                   name);
}

}  // namespace

std::string edited_header(std::string_view header,
                          std::span<const FieldChange> changes,
                          std::string_view version) {
  std::string out;
  std::vector<bool> written(changes.size(), false);
  auto add_missing = [&](std::string_view line_end) {
    for (size_t i = 0; i < changes.size(); ++i) {
      if (written[i] || !changes[i].value) continue;
      written[i] = true;
      out.append(changes[i].name).append(": ").append(*changes[i].value);
      out.append(line_end);
    }
  };
  if (!version.empty() && !header.empty()) {
    const std::string_view line = take_line(header);
    out.append(line.substr(0, line.find('/') + 1)).append(version);
    out.append(end_of(line));
  }
  bool dropping = false;  // lines that continue a field go with it
  while (!header.empty()) {
    const std::string_view line = take_line(header);
    const std::string_view line_end = end_of(line);
    if (line_end.size() == line.size()) {
      add_missing(line_end);
      out += line;
      continue;
    }
    const bool continues = line[0] == ' ' || line[0] == '\t';
    if (continues && dropping) continue;
    const auto change = continues
                            ? changes.end()
                            : std::find_if(changes.begin(), changes.end(),
                                           [&](const FieldChange& each) {
                                             return has_name(line, each.name);
                                           });
    dropping = change != changes.end();
    if (!dropping) {
      out += line;
      continue;
    }
    const auto index = static_cast<size_t>(change - changes.begin());
    if (!change->value || written[index]) continue;
    written[index] = true;
    const size_t value = line.find_first_not_of(" \t", line.find(':') + 1);
    out.append(line.substr(0, std::min(value, line.size() - line_end.size())));
    out.append(*change->value).append(line_end);
  }
  add_missing(kLineEnds);
  return out;
}

}  // namespace wax::warc
