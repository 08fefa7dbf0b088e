#include "text/nearest.h"

#include <algorithm>
#include <cstdint>

namespace wax::text {
namespace {

// Letters changed, added or removed, and neighbours exchanged.
size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> above(b.size() + 1);
  std::vector<size_t> row(b.size() + 1);
  std::vector<size_t> below(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    below[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      below[j] = std::min({row[j] + 1, below[j - 1] + 1,
                           row[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        below[j] = std::min(below[j], above[j - 2] + 1);
      }
    }
    above.swap(row);
    row.swap(below);
  }
  return row.back();
}

}  // namespace

std::string nearest_name(std::string_view wrong,
                         const std::vector<std::string>& names) {
  std::string nearest;
  size_t least = SIZE_MAX;
  for (const std::string& name : names) {
    size_t distance = edit_distance(wrong, name);
    size_t most =
        std::min(std::max<size_t>(2, name.size() / 4), wrong.size() / 2);
    if (wrong.size() >= 3 && name.find(wrong) != std::string::npos) {
      distance = std::min<size_t>(distance, 2);
      most = 2;
    }
    if (distance < least && distance <= most) {
      least = distance;
      nearest = name;
    }
  }
  return nearest;
}

std::string did_you_mean(std::string_view wrong,
                         const std::vector<std::string>& names) {
  std::string near = nearest_name(wrong, names);
  return near.empty() ? "" : "; did you mean '" + near + "'?";
}

}  // namespace wax::text
