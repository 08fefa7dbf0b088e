#include "tools/cli/help.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace wax::tools::cli {
namespace {

constexpr size_t kWidth = 79;
constexpr size_t kTextColumn = 26;
// What a terminal window holds, less what stands below the options.
constexpr ptrdiff_t kLines = 42;
constexpr std::string_view kExitCodes =
    "\nExit codes: 0 done; 1 records were lost, or the answer is no; 2 could "
    "not"
    " run\n";

ptrdiff_t lines_in(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n');
}

// Appends `text` in lines that begin at `column`; the cursor is there already.
void append_wrapped(std::string& out, std::string_view text, size_t column) {
  size_t at = column;
  bool first = true;
  while (!text.empty()) {
    size_t space = text.find(' ');
    std::string_view word = text.substr(0, space);
    text.remove_prefix(space == std::string_view::npos ? text.size()
                                                       : space + 1);
    if (!first && at + 1 + word.size() > kWidth) {
      out += '\n';
      out.append(column, ' ');
      at = column;
    } else if (!first) {
      out += ' ';
      ++at;
    }
    out += word;
    at += word.size();
    first = false;
  }
  out += '\n';
}

void append_row(std::string& out, const std::string& left,
                const std::string& text) {
  out += left;
  if (left.size() + 2 > kTextColumn &&
      left.size() + 2 + text.size() <= kWidth) {
    out += "  " + text + "\n";
    return;
  }
  if (left.size() + 2 > kTextColumn) {
    out += '\n';
    out.append(kTextColumn, ' ');
  } else {
    out.append(kTextColumn - left.size(), ' ');
  }
  append_wrapped(out, text, kTextColumn);
}

std::string value_words(const OptionRow& row) {
  if (row.value_word.empty()) return "";
  return " " + row.value_word + (row.several ? "..." : "");
}

std::string_view next_field(std::string_view& line) {
  size_t end = std::min(line.find('\t'), line.size());
  std::string_view field = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  return field;
}

}  // namespace

std::string full_text(const OptionRow& row) {
  std::string text = row.text;
  auto says = [&](std::string_view words) {
    return row.text.find(words) != std::string::npos;
  };
  if (!std::all_of(row.choices.begin(), row.choices.end(), says)) {
    text += ":";
    for (size_t i = 0; i < row.choices.size(); ++i) {
      text += (i == 0 ? " " : ", ") + row.choices[i];
    }
  }
  if (row.repeated && !says("repeated")) text += " (may be repeated)";
  if (says("default") || says("standard output")) return text;
  if (row.initial == "-") return text + " (default: standard output)";
  if (row.initial.empty()) return text;
  // "0: no limit" has said it.
  if (row.initial == "0" && says("0: ")) return text + " (default)";
  return text + " (default: " + row.initial + ")";
}

std::string sentence(std::string_view summary) {
  std::string text(summary);
  if (!text.empty()) {
    text[0] =
        static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  }
  return text + ".";
}

std::string help_text(const ToolInfo& info, const OptionTable& table) {
  std::string out = "Usage: " + std::string(info.name) + " " +
                    std::string(info.synopsis) + "\n";
  append_wrapped(out, sentence(info.summary), 0);
  if (!table.positional().word.empty()) {
    out += '\n';
    append_row(out, "  " + table.positional().word, table.positional().text);
  }
  std::string common;
  std::string common_names;
  const std::string* group = nullptr;
  for (const OptionRow& row : table.rows()) {
    bool is_common = row.group == kCommonGroup;
    std::string& part = is_common ? common : out;
    if (group == nullptr || *group != row.group) {
      part += "\n" + (row.group.empty() ? "Options" : row.group) + ":\n";
      group = &row.group;
    }
    std::string letter =
        row.letter == '\0' ? "" : std::string{'-', row.letter, ','};
    std::string name = "--" + row.name + value_words(row);
    append_row(part, "  " + (letter.empty() ? "    " : letter + " ") + name,
               full_text(row));
    if (is_common) {
      common_names += (common_names.empty() ? "" : " ") + letter + name;
    }
  }
  if (lines_in(out) + lines_in(common) > kLines) {
    common = "\n" + std::string(kCommonGroup) + " (see the man page):\n  ";
    append_wrapped(common, common_names, 2);
  }
  out += common;
  out += kExitCodes;
  if (!info.example.empty()) {
    out += "\nExample:\n  " + std::string(info.example) + "\n";
  }
  return out;
}

std::string option_lines(const ToolInfo& info, const OptionTable& table) {
  std::string out;
  auto line = [&out](std::initializer_list<std::string_view> fields) {
    bool first = true;
    for (std::string_view field : fields) {
      if (!first) out += '\t';
      out += field;
      first = false;
    }
    out += '\n';
  };
  line({"tool", info.name, info.group, info.summary, info.synopsis,
        info.example});
  const PositionalRow& positional = table.positional();
  if (!positional.word.empty()) {
    line({"positional", positional.word, std::to_string(positional.least),
          std::to_string(positional.most), positional.text});
  }
  for (const OptionRow& row : table.rows()) {
    std::string choices;
    for (const std::string& choice : row.choices) {
      choices += (choices.empty() ? "" : ",") + choice;
    }
    line({"option", row.name,
          row.letter == '\0' ? "" : std::string(1, row.letter), row.value_word,
          row.initial, choices, row.group, row.text});
  }
  return out;
}

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
