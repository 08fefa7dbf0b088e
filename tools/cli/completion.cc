#include <string>
#include <vector>

#include "tools/cli/help.h"

namespace wax::tools::cli {
namespace {

enum class Value { kNone, kChoice, kFile, kOther };

Value value_of(const OptionRow& row) {
  if (row.value_word.empty()) return Value::kNone;
  if (!row.choices.empty()) return Value::kChoice;
  for (const char* word : {"FILE", "DIR", "LIST", "INDEX", "SEGMENT", "CDX"}) {
    if (row.value_word == word) return Value::kFile;
  }
  return Value::kOther;
}

std::string function_name(const ToolInfo& info) {
  std::string name = "_" + std::string(info.name);
  for (char& c : name) {
    if (c == '-') c = '_';
  }
  return name;
}

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : " ") + word;
  return all;
}

// `wax` completes the names of the tools, then what the tool named takes.
constexpr std::string_view kBashWax = R"sh(_wax() {
  local tool
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "help --help --version $(compgen -c wax- |
      sed 's/^wax-//')" -- "${COMP_WORDS[1]}"))
    return
  fi
  if [ "${COMP_WORDS[1]}" = help ]; then
    COMPREPLY=($(compgen -W "$(compgen -c wax- | sed 's/^wax-//')" \
      -- "${COMP_WORDS[COMP_CWORD]}"))
    return
  fi
  tool=_wax_${COMP_WORDS[1]//-/_}
  if ! declare -F "$tool" >/dev/null; then
    declare -F _completion_loader >/dev/null &&
      _completion_loader "wax-${COMP_WORDS[1]}"
    declare -F "$tool" >/dev/null || return
  fi
  COMP_WORDS=("wax-${COMP_WORDS[1]}" "${COMP_WORDS[@]:2}")
  COMP_CWORD=$((COMP_CWORD - 1))
  "$tool"
}
complete -F _wax wax
)sh";

constexpr std::string_view kZshWax = R"sh(#compdef wax
_wax() {
  if (( CURRENT == 2 )); then
    compadd help --help --version ${${(k)commands[(I)wax-*]}#wax-}
  elif [[ $words[2] == help ]]; then
    compadd ${${(k)commands[(I)wax-*]}#wax-}
  else
    words=("wax-$words[2]" "${(@)words[3,-1]}")
    (( CURRENT -= 1 ))
    _normal
  fi
}
_wax "$@"
)sh";

// A text inside '[...]' of a zsh specification inside single quotes.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out;
}

}  // namespace

std::string bash_completion(const ToolInfo& info, const OptionTable& table) {
  if (info.name == "wax") return std::string(kBashWax);
  std::string name = function_name(info);
  std::string cases;
  std::vector<std::string> all;
  for (const OptionRow& row : table.rows()) {
    std::string pattern = "--" + row.name;
    all.push_back(pattern);
    if (row.letter != '\0')
      pattern = std::string{'-', row.letter, '|'} + pattern;
    std::string action;
    switch (value_of(row)) {
      case Value::kNone:
        continue;
      case Value::kChoice:
        action = "COMPREPLY=($(compgen -W '" + joined(row.choices) +
                 "' -- \"$cur\"))\n      return ;;\n";
        break;
      case Value::kFile:
        action =
            "compopt -o filenames\n      "
            "COMPREPLY=($(compgen -f -- \"$cur\"))\n      return ;;\n";
        break;
      case Value::kOther:
        action = "return ;;\n";
    }
    cases += "    " + pattern + ")\n      " + action;
  }
  std::string out = name + R"sh(() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  if [ "$cur" = = ]; then
    cur=
  elif [ "$prev" = = ] && [ "$COMP_CWORD" -ge 2 ]; then
    prev=${COMP_WORDS[COMP_CWORD-2]}
  fi
  case $prev in
)sh";
  out += cases +
         "  esac\n  if [ \"${cur#-}\" != \"$cur\" ]; then\n"
         "    COMPREPLY=($(compgen -W '" +
         joined(all) + "' -- \"$cur\"))\n";
  if (!table.positional().word.empty()) {
    out +=
        "  else\n    compopt -o filenames\n"
        "    COMPREPLY=($(compgen -f -- \"$cur\"))\n";
  }
  out += "  fi\n}\ncomplete -F " + name + " " + std::string(info.name) + "\n";
  return out;
}

std::string zsh_completion(const ToolInfo& info, const OptionTable& table) {
  if (info.name == "wax") return std::string(kZshWax);
  std::string out = "#compdef " + std::string(info.name) + "\n_arguments -s -S";
  for (const OptionRow& row : table.rows()) {
    std::string value;
    Value kind = value_of(row);
    if (kind != Value::kNone) {
      value = ":" + zsh_text(row.value_word) + ":";
      if (kind == Value::kChoice) value += "(" + joined(row.choices) + ")";
      if (kind == Value::kFile) value += "_files";
    }
    std::string tail = "'[" + zsh_text(row.text) + "]" + value + "'";
    std::string equals = kind == Value::kNone ? "" : "=";
    std::string repeated = row.repeated ? "*" : "";
    out += " \\\n  ";
    if (row.letter == '\0') {
      out += "'" + repeated + "'--" + row.name + equals + tail;
    } else {
      std::string letter = std::string("-") + row.letter;
      out += row.repeated ? "'*'" : "'(" + letter + " --" + row.name + ")'";
      out += "{" + letter + (kind == Value::kNone ? "" : "+") + ",--" +
             row.name + equals + "}" + tail;
    }
  }
  const PositionalRow& positional = table.positional();
  if (!positional.word.empty()) {
    out += " \\\n  '*:" + zsh_text(positional.word) + ":_files'";
  }
  return out + "\n";
}

}  // namespace wax::tools::cli
