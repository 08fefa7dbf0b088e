#include "io/problem.h"

#include <algorithm>
#include <functional>

namespace wax {

std::string_view name(Severity severity) {
  switch (severity) {
    case Severity::kNote:
      return "note";
    case Severity::kWarning:
      return "warning";
    case Severity::kLost:
      return "lost";
  }
  return "lost";
}

size_t hash_of_problem_line(std::string_view line) {
  return std::hash<std::string_view>()(
      line.substr(std::min(line.find(','), line.size())));
}

}  // namespace wax
