#include "collection/archives/names_problems.h"

#include <map>
#include <set>
#include <unordered_set>
#include <utility>

#include "collection/layout.h"
#include "collection/record/build_folder.h"
#include "collection/record/known_problems.h"
#include "collection/record/step.h"
#include "io/inputs/input_files.h"
#include "text/json.h"

namespace wax::collection {
namespace {

std::string path_of(std::string_view json) {
  std::string path;
  text::append_unescaped(json, path);
  return path;
}

// What was listed: of "/a.wacz!/b.wacz" the first.
std::string listed_file(std::string_view file) {
  if (file.find("!/") == file.npos) return std::string(file);
  return path_as_json(io::outer_file(path_of(file)));
}

std::string_view name_of_listed(std::string_view file) {
  const size_t slash = listed_file(file).rfind('/');
  return file.substr(slash == file.npos ? 0 : slash + 1);
}

using Paths = std::set<std::string, std::less<>>;

// Whether a file is one of these places, in one of them, or below one that is a
// folder. "/" ends no folder.
bool is_in(std::string_view file, const Paths& places) {
  for (;;) {
    if (places.contains(file)) return true;
    const size_t slash = file.rfind('/');
    if (slash == file.npos) return false;
    file = file.substr(0, slash);
    if (file.ends_with('!') &&
        places.contains(file.substr(0, file.size() - 1))) {
      return true;
    }
  }
}

bool is_listed_file_gone(std::string_view file) {
  return !is_there(path_of(listed_file(file)));
}

// The line of the same problem without the file: what a move leaves as it is.
std::string without_file(std::string_view line) {
  Problem rest = parse_problem(line).value_or(Problem());
  rest.file = path_of(name_of_listed(file_of_problem(line)));
  return line_of_problem(rest);
}

// The lines of a file of problems, and which of them stay.
class KeptLines {
 public:
  // Throws IoError, and FormatError for a line that is no problem.
  explicit KeptLines(const std::string& path) : text_(text_of_problems(path)) {
    check_problems(path, text_);
    each_line(text_, [&](std::string_view line) {
      lines_.push_back(line);
      all_.insert(line);
    });
  }
  KeptLines(const KeptLines&) = delete;
  KeptLines& operator=(const KeptLines&) = delete;

  [[nodiscard]] bool contains(std::string_view line) const {
    return all_.contains(line);
  }
  [[nodiscard]] const std::vector<std::string_view>& lines() const {
    return lines_;
  }
  template <typename Condition>
  void erase_if(Condition condition) {
    std::erase_if(lines_, condition);
  }
  // Makes the file of these lines, and of further ones with their newlines.
  void write(const std::string& path, const std::string& further) const {
    std::string text;
    for (std::string_view line : lines_) text.append(line).append("\n");
    text += further;
    if (text == text_) return;
    write_problems(path, text);
    remove_if_empty(path);
  }

 private:
  std::string text_;
  std::vector<std::string_view> lines_;
  std::unordered_set<std::string_view> all_;
};

}  // namespace

std::vector<Problem> keep_names_problems(const std::string& out,
                                         const NamesLook& look) {
  const Layout layout{out};
  KeptLines kept(layout.names_problems());
  Paths places;
  for (const std::string& place : look.places)
    places.insert(path_as_json(place));
  Paths met;  // lines
  std::string further;
  std::vector<Problem> fresh;
  for (const NamesLook::Met& one : look.problems) {
    std::string line = line_of_problem(one.problem);
    if (!met.insert(line).second || kept.contains(line)) continue;
    further.append(line).append("\n");
    fresh.push_back(one.problem);
  }
  // By what stays of them: those of files that are gone.
  std::multimap<std::string, std::string> gone;
  if (!fresh.empty()) {
    for (std::string_view line : kept.lines()) {
      if (!is_listed_file_gone(file_of_problem(line))) continue;
      gone.emplace(without_file(line), line);
    }
  }
  std::map<std::string, std::string> moves;
  Paths moved;  // lines
  std::erase_if(fresh, [&](const Problem& problem) {
    auto found = gone.find(without_file(line_of_problem(problem)));
    if (found == gone.end()) return false;
    moves.emplace(path_of(file_of_problem(found->second)), problem.file);
    moved.insert(std::move(found->second));
    gone.erase(found);
    return true;
  });
  if (!moves.empty()) move_problems(layout.accepted_problems(), moves);
  kept.erase_if([&](std::string_view line) {
    if (met.contains(line)) return false;
    return moved.contains(line) || is_in(file_of_problem(line), places);
  });
  kept.write(layout.names_problems(), further);
  return fresh;
}

size_t forget_names_problems(const std::string& out, std::string_view name,
                             const std::string& path) {
  const std::string file = Layout{out}.names_problems();
  KeptLines kept(file);
  const std::string own = path_as_json(name);
  const Paths places = {path_as_json(path)};
  Paths forgotten;
  kept.erase_if([&](std::string_view line) {
    const std::string met = listed_file(file_of_problem(line));
    if (met != own && name_of_listed(met) != own && !is_in(met, places)) {
      return false;
    }
    forgotten.insert(met);
    return true;
  });
  kept.write(file, {});
  return forgotten.size();
}

std::vector<Problem> unknown_problems(std::vector<Problem> problems,
                                      const std::vector<std::string>& known) {
  KnownProblems all;
  for (const std::string& file : known) all.add_file(file);
  std::erase_if(problems,
                [&](const Problem& problem) { return all.contains(problem); });
  return problems;
}

}  // namespace wax::collection
