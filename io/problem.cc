#include "io/problem.h"

#include <functional>

#include "text/json.h"
#include "text/number.h"

namespace wax {
namespace {

void append_rest(const Problem& problem, std::string& line) {
  line += ",\"id\":";
  text::append_json_string(problem.id, line);
  line += ",\"file\":";
  text::append_json_string(problem.file, line);
  if (problem.offset) line += ",\"offset\":" + std::to_string(*problem.offset);
  line += ",\"text\":";
  text::append_json_string(problem.text, line);
}

std::string* text_of(Problem& problem, std::string_view member) {
  if (member == "id") return &problem.id;
  if (member == "file") return &problem.file;
  return member == "text" ? &problem.text : nullptr;
}

}  // namespace

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
  append_rest(problem, line);
  line += "}\n";
  return line;
}

std::optional<Problem> parse_problem(std::string_view line) {
  Problem problem;
  bool has_severity = false;
  text::JsonMembers members(line);
  for (text::JsonMemberText member; members.next(member);) {
    if (member.name == "severity") {
      for (Severity one :
           {Severity::kNote, Severity::kWarning, Severity::kLost}) {
        if (member.value != name(one)) continue;
        problem.severity = one;
        has_severity = true;
      }
    } else if (member.name == "offset") {
      problem.offset = text::whole_number(member.value);
    } else if (std::string* value = text_of(problem, member.name)) {
      value->clear();
      text::append_unescaped(member.value, *value);
    }
  }
  if (!members.whole() || !has_severity || problem.id.empty()) return {};
  return problem;
}

size_t hash_of(const Problem& problem) {
  std::string rest;
  append_rest(problem, rest);
  return std::hash<std::string>()(rest);
}

}  // namespace wax
