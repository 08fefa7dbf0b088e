#include "cdx/files/archive_paths.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "cdx/files/open_cdx.h"
#include "io/inputs/input_files.h"
#include "lines/line_stream.h"
#include "text/ascii.h"
#include "text/percent.h"

namespace wax::cdx {
namespace {

std::string_view take_path(std::string_view& paths) {
  std::string_view path = paths.substr(0, paths.find('\t'));
  paths.remove_prefix(std::min(path.size() + 1, paths.size()));
  if (path.ends_with('\r')) path.remove_suffix(1);
  return path;
}

std::string_view first_there(std::string_view paths) {
  std::string_view first;
  while (!paths.empty()) {
    std::string_view path = take_path(paths);
    if (first.empty()) first = path;
    std::error_code error;
    if (io::is_url(path) || std::filesystem::exists(path, error)) return path;
  }
  return first;
}

}  // namespace

ArchivePaths::ArchivePaths(const std::vector<std::string>& archives,
                           const std::vector<std::string>& path_indexes,
                           ProblemSink& problems) {
  for (const std::string& file : path_indexes) {
    auto lines = open_lines(file);
    std::string_view line;
    while (lines->next(line)) {
      size_t tab = line.find('\t');
      if (tab == std::string_view::npos) continue;
      auto [known, is_new] =
          paths_.try_emplace(std::string(line.substr(0, tab)));
      if (is_new) {
        known->second.emplace_back(first_there(line.substr(tab + 1)));
      }
    }
  }
  for (std::string& path : io::expand_inputs(archives, problems)) {
    std::string name(io::base_name(path));
    std::string in_lines = name;
    text::escape_if([](char c) { return text::is_control_or_space(c); },
                    in_lines);
    add(std::move(in_lines), path);
    add(std::move(name), path);
  }
}

void ArchivePaths::add(std::string name, const std::string& path) {
  std::vector<std::string>& paths = paths_[std::move(name)];
  if (std::find(paths.begin(), paths.end(), path) == paths.end()) {
    paths.push_back(path);
  }
}

std::vector<std::string_view> ArchivePaths::find(
    std::string_view filename) const {
  auto found = paths_.find(filename);
  if (found == paths_.end()) found = paths_.find(io::base_name(filename));
  if (found == paths_.end()) return {};
  std::vector<std::string_view> paths(found->second.begin(),
                                      found->second.end());
  if (filename.find('/') == filename.npos) return paths;
  const std::string end = '/' + std::string(filename);
  std::stable_partition(paths.begin(), paths.end(), [&](std::string_view path) {
    return path == filename || path.ends_with(end);
  });
  return paths;
}

std::string named_path(std::string_view filename) {
  std::string path(filename);
  std::error_code error;
  if (filename.find('%') == filename.npos || io::is_url(filename) ||
      std::filesystem::exists(path, error)) {
    return path;
  }
  std::string unescaped = text::percent_decoded(filename);
  return std::filesystem::exists(unescaped, error) ? unescaped : path;
}

}  // namespace wax::cdx
