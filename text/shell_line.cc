#include "text/shell_line.h"

namespace wax::text {
namespace {

void append_word(std::string& line, const std::string& word) {
  constexpr const char* kSpecial = " '\"\\$&;|<>()*?[]{}!`~#\t\n";
  if (!word.empty() && word.find_first_of(kSpecial) == std::string::npos) {
    line += word;
    return;
  }
  line += '\'';
  for (char c : word) {
    if (c == '\'') {
      line += "'\\''";
    } else {
      line += c;
    }
  }
  line += '\'';
}

}  // namespace

std::string shell_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    append_word(line, word);
  }
  return line;
}

}  // namespace wax::text
