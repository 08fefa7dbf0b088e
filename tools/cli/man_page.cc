#include <algorithm>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include "tools/cli/help.h"

namespace wax::tools::cli {
namespace {

std::string upper(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return result;
}

// Characters that roff would replace or obey. `literal` is for text that a
// reader may copy to a shell.
std::string escaped(std::string_view text, bool literal) {
  std::string out;
  char before = ' ';
  for (char c : text) {
    switch (c) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += literal || before == ' ' || before == '-' ? "\\-" : "-";
        break;
      case '\'':
        out += literal ? "\\(aq" : "'";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      default:
        out += c;
    }
    before = c;
  }
  if (!out.empty() && (out[0] == '.' || out[0] == '\'')) out.insert(0, "\\&");
  return out;
}

// Sentences begin on lines of their own, as mdoc asks.
void append_text(std::string& out, std::string_view text) {
  while (!text.empty()) {
    size_t end = 0;
    do {
      end = text.find(". ", end + 1);
    } while (end != std::string_view::npos && end + 2 < text.size() &&
             !std::isupper(static_cast<unsigned char>(text[end + 2])));
    if (end == std::string_view::npos) {
      out += escaped(text, false) + "\n";
      break;
    }
    out += escaped(text.substr(0, end + 1), false) + "\n";
    text.remove_prefix(end + 2);
  }
}

// "[-e LIST]... FILE" with brackets, options and words marked up.
void append_synopsis(std::string& out, std::string_view synopsis) {
  while (!synopsis.empty()) {
    if (synopsis[0] == ' ') {
      synopsis.remove_prefix(1);
    } else if (synopsis[0] == '[') {
      out += ".Oo\n";
      synopsis.remove_prefix(1);
    } else if (synopsis[0] == ']') {
      synopsis.remove_prefix(1);
      bool more = synopsis.starts_with("...");
      if (more) synopsis.remove_prefix(3);
      out += more ? ".Oc Ns ...\n" : ".Oc\n";
    } else {
      size_t end = std::min(synopsis.find_first_of(" []"), synopsis.size());
      std::string word(synopsis.substr(0, end));
      synopsis.remove_prefix(end);
      if (word.starts_with("--")) {
        out += ".Fl Fl " + word.substr(2) + "\n";
      } else if (word.starts_with('-') && word.size() > 1) {
        out += ".Fl " + word.substr(1) + "\n";
      } else {
        out += ".Ar " + escaped(word, true) + "\n";
      }
    }
  }
}

void append_option(std::string& out, const OptionRow& row) {
  std::string value =
      row.value_word.empty() ? "" : " Ar " + escaped(row.value_word, true);
  if (row.several) value += " ...";
  out += ".It ";
  if (row.letter != '\0') {
    out += "Fl " + std::string(1, row.letter) + value + " , ";
  }
  out += "Fl Fl " + row.name;
  if (!value.empty()) out += " Ns = Ns" + value;
  out += '\n';
  append_text(out, sentence(full_text(row)));
  if (!row.more.empty()) append_text(out, row.more);
}

void append_options(std::string& out, const OptionTable& table) {
  out += ".Sh OPTIONS\n";
  const std::string* group = nullptr;
  for (const OptionRow& row : table.rows()) {
    if (group == nullptr || *group != row.group) {
      if (group != nullptr) out += ".El\n";
      if (!row.group.empty()) out += ".Ss " + row.group + "\n";
      out += ".Bl -tag -width Ds\n";
      group = &row.group;
    }
    append_option(out, row);
  }
  if (group != nullptr) out += ".El\n";
}

void append_prose(std::string& out, std::string_view prose) {
  bool paragraph = false;
  while (!prose.empty()) {
    size_t end = std::min(prose.find('\n'), prose.size());
    std::string_view line = prose.substr(0, end);
    prose.remove_prefix(std::min(end + 1, prose.size()));
    if (line.empty()) {
      paragraph = true;
      continue;
    }
    bool section = line.starts_with(".Sh") || line.starts_with(".Ss");
    if (paragraph && !section) out += ".Pp\n";
    paragraph = false;
    out += line;
    out += '\n';
  }
}

void append_literal(std::string& out, const std::vector<std::string>& lines) {
  out += ".Bd -literal -offset indent\n";
  for (const std::string& line : lines) out += escaped(line, true) + "\n";
  out += ".Ed\n";
}

// A reader has archives of their own.
std::string without_folder(std::string command) {
  constexpr std::string_view kFolder = "$EXAMPLES/";
  for (size_t at; (at = command.find(kFolder)) != std::string::npos;) {
    command.erase(at, kFolder.size());
  }
  return command;
}

void append_examples(std::string& out, const ToolInfo& info,
                     const std::vector<TranscriptStep>& steps) {
  if (steps.empty()) {
    if (info.example.empty()) return;
    out += ".Sh EXAMPLES\n";
    append_literal(out, {std::string(info.example)});
    return;
  }
  out += ".Sh EXAMPLES\n";
  bool first = true;
  for (const TranscriptStep& step : steps) {
    bool paragraph = !first;
    for (std::string_view comment : step.comments) {
      if (comment.empty()) {
        paragraph = !first;
        continue;
      }
      comment.remove_prefix(
          std::min(comment.find_first_not_of("# "), comment.size()));
      if (paragraph) out += ".Pp\n";
      append_text(out, comment);
      paragraph = first = false;
    }
    std::vector<std::string> lines;
    const std::string command = without_folder(step.command);
    for (std::string_view rest = command;;) {
      size_t end = rest.find('\n');
      lines.push_back((lines.empty() ? "$ " : "> ") +
                      std::string(rest.substr(0, end)));
      if (end == std::string_view::npos) break;
      rest.remove_prefix(end + 1);
    }
    lines.insert(lines.end(), step.out.begin(), step.out.end());
    lines.insert(lines.end(), step.err.begin(), step.err.end());
    append_literal(out, lines);
    first = false;
  }
}

void append_see_also(std::string& out, const ToolInfo& info) {
  std::vector<std::pair<char, std::string>> pages = {{'7', "wax-problems"}};
  if (info.name != "wax") pages.emplace_back('1', "wax");
  for (std::string_view rest = info.see_also; !rest.empty();) {
    size_t end = std::min(rest.find_first_of(" ,"), rest.size());
    std::string word(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    char section = '1';
    if (word.size() > 3 && word.back() == ')') {  // "wax-cdx(5)"
      section = word[word.size() - 2];
      word.resize(word.size() - 3);
    }
    if (!word.empty()) pages.emplace_back(section, word);
  }
  std::sort(pages.begin(), pages.end());
  pages.erase(std::unique(pages.begin(), pages.end()), pages.end());
  out += ".Sh SEE ALSO\n";
  for (size_t i = 0; i < pages.size(); ++i) {
    out += ".Xr " + pages[i].second + " " + pages[i].first +
           (i + 1 < pages.size() ? " ,\n" : "\n");
  }
}

constexpr std::string_view kExitStatus = R"(.Sh EXIT STATUS
.Bl -tag -width Ds
.It 0
The work was done.
.It 1
The run finished, but records were lost, an input could not be read, or the
answer is no (nothing found, a difference, an error in the data).
With
.Fl Fl strict
the run stopped at the first lost record that is not known.
.It 2
The work could not be done: a wrong option, an unreadable file, a full disk.
No output file was written.
.El
)";

}  // namespace

std::string man_page(const ToolInfo& info, const OptionTable& table,
                     std::string_view prose,
                     const std::vector<TranscriptStep>& examples) {
  std::string name(info.name);
  std::string out = ".Dd " WAX_DATE "\n.Dt " + upper(name) +
                    " 1\n.Os Waxwing " WAX_VERSION "\n.Sh NAME\n.Nm " + name +
                    "\n.Nd " + escaped(info.summary, false) +
                    "\n.Sh SYNOPSIS\n.Nm\n";
  append_synopsis(out, info.synopsis);
  out += ".Sh DESCRIPTION\n";
  if (prose.empty()) {
    append_text(out, sentence(info.summary));
  } else {
    append_prose(out, prose);
  }
  const PositionalRow& positional = table.positional();
  if (!positional.text.empty() && prose.find(".Sh") == std::string_view::npos) {
    out +=
        ".Bl -tag -width Ds\n.It Ar " + escaped(positional.word, true) + "\n";
    append_text(out, sentence(positional.text));
    out += ".El\n";
  }
  append_options(out, table);
  out += kExitStatus;
  append_examples(out, info, examples);
  append_see_also(out, info);
  return out;
}

std::string all_options_page(std::vector<OptionUse> uses) {
  std::string out =
      ".Dd " WAX_DATE "\n.Dt WAX-OPTIONS 7\n.Os Waxwing " WAX_VERSION
      "\n.Sh NAME\n.Nm wax-options\n.Nd the options of all Waxwing tools\n"
      ".Sh DESCRIPTION\n"
      "An option has one meaning in all tools.\n"
      "This is the list of all options, with the tools that have them.\n"
      ".Ql wax help options\nprints it, too.\n"
      ".Bl -tag -width Ds\n";
  for (const SharedOption& option : shared_options(std::move(uses))) {
    std::string value = option.value_word.empty()
                            ? ""
                            : " Ar " + escaped(option.value_word, true);
    out += ".It ";
    if (!option.letter.empty()) out += "Fl " + option.letter + value + " , ";
    out += "Fl Fl " + option.name;
    if (!value.empty()) out += " Ns = Ns" + value;
    out += '\n';
    bool first = true;
    for (const auto& [text, tools] : option.meanings) {
      if (!first) out += ".Pp\n";
      first = false;
      append_text(out, sentence(text));
      out += escaped("(" + tools + ")", true) + "\n";
    }
  }
  return out + ".El\n.Sh SEE ALSO\n.Xr wax 1\n";
}

}  // namespace wax::tools::cli
