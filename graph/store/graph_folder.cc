#include "graph/store/graph_folder.h"

#include <algorithm>
#include <filesystem>

#include "io/byte_source.h"
#include "io/error.h"
#include "text/ascii.h"
#include "text/number.h"

namespace wax::graph {
namespace {

constexpr std::string_view kKind = "wax-graph 1";
constexpr std::string_view kKindBegin = "wax-graph ";
constexpr uint64_t kStateLimit = uint64_t{64} << 20;
constexpr size_t kDateDigits = 14;

std::string_view yes_or_no(bool value) { return value ? "yes" : "no"; }

bool is_name_of_score(std::string_view name) {
  if (name.ends_with(".json")) name.remove_suffix(5);
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return text::is_letter(c) || text::is_digit(c) || c == '_' || c == '-';
  });
}

bool is_graph_file(const std::filesystem::path& path) {
  const GraphFolder graph{path.parent_path().string()};
  std::string file = graph.at(io::whole_name(path.filename().string()));
  const std::string scores = graph.score("");
  if (file.starts_with(scores)) {
    return is_name_of_score(std::string_view(file).substr(scores.size()));
  }
  // Node files and link files have one.
  constexpr std::string_view kIndex = ".index";
  if (file.ends_with(kIndex)) file.resize(file.size() - kIndex.size());
  const std::string tiers = graph.at("tier-");
  if (file.starts_with(tiers)) {
    const std::string digits =
        file.substr(tiers.size(), file.find('.', tiers.size()) - tiers.size());
    const RunFiles run{tiers + digits + ".pages", tiers + digits + ".links"};
    return text::all_digits(digits) && (file == run.pages || file == run.links);
  }
  for (const std::string& known :
       {graph.state(), graph.pages(), graph.links(), graph.in(), graph.out(),
        graph.names(), graph.meta()}) {
    if (file == known) return true;
  }
  return false;
}

bool read_line(std::string_view line, GraphState& state) {
  size_t space = std::min(line.find(' '), line.size());
  std::string_view word = line.substr(0, space);
  std::string_view rest = line.substr(std::min(space + 1, line.size()));
  if (word == "generation") {
    auto number = text::whole_number(rest);
    state.generation = number.value_or(0);
    return number.has_value();
  }
  if (word == "tiers") {
    auto number = text::whole_number(rest);
    state.is_merged = false;
    state.tiers = number.value_or(0);
    return number.has_value();
  }
  if (word == "urlkey") {
    state.url_key = rest;
  } else if (word == "policy") {
    state.policy.set_kind(rest);
  } else if (word == "frontier") {
    state.policy.frontier = rest == "yes";
  } else if (word == "nofollow") {
    state.policy.nofollow = rest == "yes";
  } else if (word == "input") {
    size_t end = rest.find(' ');
    if (end == rest.npos) return false;
    state.inputs.push_back(
        {std::string(rest.substr(end + 1)), std::string(rest.substr(0, end))});
  } else {
    return false;
  }
  return true;
}

}  // namespace

void LinkPolicy::set_kind(std::string_view text) {
  if (text == "latest") {
    kind = Kind::kLatest;
  } else if (text == "accumulate") {
    kind = Kind::kAccumulate;
  } else if (text.starts_with("asof=") && date_number(text.substr(5)) != 0) {
    kind = Kind::kAsOf;
    std::string digits(text.substr(5));
    digits.resize(kDateDigits, '9');
    date = date_number(digits);
  } else {
    throw UsageError("\"" + std::string(text) +
                     "\" is no policy: latest, accumulate or asof=DATE");
  }
}

std::string LinkPolicy::kind_text() const {
  switch (kind) {
    case Kind::kLatest:
      return "latest";
    case Kind::kAccumulate:
      return "accumulate";
    case Kind::kAsOf:
      break;
  }
  return "asof=" + date_text(date);
}

std::string state_text(const GraphState& state) {
  std::string text(kKind);
  text += "\ngeneration " + std::to_string(state.generation);
  if (!state.url_key.empty()) text += "\nurlkey " + state.url_key;
  text += "\npolicy " + state.policy.kind_text();
  text += "\nfrontier ";
  text += yes_or_no(state.policy.frontier);
  text += "\nnofollow ";
  text += yes_or_no(state.policy.nofollow);
  if (!state.is_merged) text += "\ntiers " + std::to_string(state.tiers);
  for (const GraphInput& input : state.inputs) {
    text += "\ninput " + input.digest + ' ' + input.path;
  }
  return text + "\nend\n";
}

io::DirectoryKind graph_folders() {
  auto has_state = [](const std::string& folder) {
    const std::string state = GraphFolder{folder}.state();
    std::error_code none;
    if (!std::filesystem::is_regular_file(state, none)) return false;
    std::string begin(kKindBegin.size(), '\0');
    begin.resize(io::read(*io::open_file(state), begin.data(), begin.size()));
    return begin == kKindBegin;
  };
  auto foreign = [](const std::string& path) -> std::string {
    std::error_code none;
    return std::filesystem::is_regular_file(path, none) &&
                   is_graph_file(std::filesystem::path(path))
               ? ""
               : path;
  };
  return {"a graph", has_state, foreign};
}

GraphState read_state(const GraphFolder& folder) {
  std::error_code none;
  if (!std::filesystem::exists(folder.state(), none)) {
    if (!std::filesystem::exists(folder.folder, none)) {
      throw IoError(folder.folder, "open", ENOENT);
    }
    throw UsageError(folder.folder +
                     ": is not a graph, which wax-graph-update makes");
  }
  auto source = io::open_file(folder.state());
  std::string text = io::read_all(*source, kStateLimit);
  GraphState state;
  size_t begin = 0;
  for (bool first = true; begin < text.size(); first = false) {
    size_t end = text.find('\n', begin);
    if (end == text.npos) break;
    std::string_view line(text.data() + begin, end - begin);
    if (line == "end" && end + 1 == text.size()) return state;
    if (first ? line != kKind : !read_line(line, state)) {
      throw FormatError(folder.state(), begin, "is no line of a graph's state");
    }
    begin = end + 1;
  }
  throw FormatError(folder.state(), begin, "the end is missing");
}

uint64_t date_number(std::string_view date) {
  if (date.empty() || date.size() > kDateDigits) return 0;
  std::string digits(date);
  digits.resize(kDateDigits, '0');
  return text::whole_number(digits).value_or(0);
}

std::string date_text(uint64_t number) {
  if (number == 0) return "-";
  std::string digits = std::to_string(number);
  return std::string(kDateDigits - std::min(digits.size(), kDateDigits), '0') +
         digits;
}

}  // namespace wax::graph
