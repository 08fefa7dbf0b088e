#include "graph/store/score_file.h"

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "io/error.h"
#include "io/folder.h"

namespace wax::graph {

ScoreFile::ScoreFile(const std::string& path, uint64_t nodes)
    : file_(path, nullptr), nodes_(nodes) {
  if (file_.size() != nodes * sizeof(double)) {
    throw FormatError(path, 0,
                      "does not have " + std::to_string(nodes) + " scores");
  }
}

double ScoreFile::at(uint64_t node) const {
  uint64_t at = node * sizeof(double);
  (void)file_.check(at);
  double value;
  std::memcpy(&value, file_.bytes() + at, sizeof(value));
  return value;
}

std::vector<std::string> score_names(const GraphFolder& folder) {
  constexpr std::string_view kBegin = "score.";
  std::vector<std::string> names;
  for (const std::string& path : io::entries_of(folder.folder)) {
    std::string name = std::filesystem::path(path).filename().string();
    if (!name.starts_with(kBegin)) continue;
    name.erase(0, kBegin.size());
    if (name.find('.') == name.npos) names.push_back(name);
  }
  std::ranges::sort(names);
  return names;
}

ScoreFile open_scores(const GraphFolder& folder, const std::string& name,
                      uint64_t nodes) {
  std::vector<std::string> names = score_names(folder);
  if (std::ranges::count(names, name) > 0) {
    return ScoreFile(folder.score(name), nodes);
  }
  std::string list;
  for (const std::string& there : names) list += ' ' + there;
  throw UsageError(
      folder.folder + ": has no scores " + name +
      (list.empty() ? "; wax-graph-score makes scores" : ", but" + list));
}

}  // namespace wax::graph
