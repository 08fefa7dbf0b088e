#include "tools/cli/shared_options.h"

#include <algorithm>
#include <set>

namespace wax::tools::cli {
namespace {

std::string_view next_field(std::string_view& line) {
  size_t end = std::min(line.find('\t'), line.size());
  std::string_view field = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  return field;
}

}  // namespace

void add_option_uses(std::string_view option_lines,
                     std::vector<OptionUse>& uses) {
  std::string tool;
  while (!option_lines.empty()) {
    size_t end = std::min(option_lines.find('\n'), option_lines.size());
    std::string_view line = option_lines.substr(0, end);
    option_lines.remove_prefix(std::min(end + 1, option_lines.size()));
    std::string_view kind = next_field(line);
    if (kind == "tool") tool = next_field(line);
    if (tool.starts_with("wax-")) tool.erase(0, 4);
    if (kind != "option") continue;
    OptionUse& use = uses.emplace_back();
    use.tool = tool;
    use.name = next_field(line);
    use.letter = next_field(line);
    use.value_word = next_field(line);
    for (int skipped = 0; skipped < 3; ++skipped) (void)next_field(line);
    use.text = next_field(line);
  }
}

std::vector<SharedOption> shared_options(std::vector<OptionUse> uses) {
  std::set<std::string> tools;
  for (const OptionUse& use : uses) tools.insert(use.tool);
  std::stable_sort(
      uses.begin(), uses.end(),
      [](const OptionUse& a, const OptionUse& b) { return a.name < b.name; });
  std::vector<SharedOption> all;
  size_t users = 0;
  for (size_t i = 0; i < uses.size(); ++i) {
    const OptionUse& use = uses[i];
    if (i == 0 || use.name != uses[i - 1].name) {
      all.push_back({use.name, use.letter, use.value_word, {}});
      users = 0;
    }
    auto& meanings = all.back().meanings;
    auto same = std::find_if(
        meanings.begin(), meanings.end(),
        [&](const auto& meaning) { return meaning.first == use.text; });
    if (same == meanings.end()) {
      meanings.emplace_back(use.text, use.tool);
    } else {
      same->second += ", " + use.tool;
    }
    if (++users == tools.size() && meanings.size() == 1) {
      meanings[0].second = "all tools";
    }
  }
  return all;
}

std::string all_options_text(std::vector<OptionUse> uses) {
  std::string out;
  for (const SharedOption& option : shared_options(std::move(uses))) {
    out += option.letter.empty() ? "" : "-" + option.letter + ", ";
    out += "--" + option.name;
    if (!option.value_word.empty()) out += " " + option.value_word;
    out += '\n';
    for (const auto& [text, tools] : option.meanings) {
      out += "    " + text + " (" + tools + ")\n";
    }
  }
  return out;
}

}  // namespace wax::tools::cli
