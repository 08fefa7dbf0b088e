#include "io/problem.h"

#include <algorithm>
#include <functional>

#include "text/json.h"

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

std::string problem_json(const Problem& problem) {
  std::string line = "{\"severity\":";
  text::append_json_string(name(problem.severity), line);
  line += ",\"id\":";
  text::append_json_string(problem.id, line);
  line += ",\"file\":";
  text::append_json_string(problem.file, line);
  if (problem.offset) line += ",\"offset\":" + std::to_string(*problem.offset);
  line += ",\"text\":";
  text::append_json_string(problem.text, line);
  line += "}\n";
  return line;
}

size_t hash_of_problem_line(std::string_view line) {
  return std::hash<std::string_view>()(
      line.substr(std::min(line.find(','), line.size())));
}

}  // namespace wax
