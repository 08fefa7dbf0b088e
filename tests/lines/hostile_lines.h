// Lines as hostile as lines can be, for tests of what sorts and merges them.
#pragma once

#include <cstddef>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace wax::lines {

// Shared prefixes, NUL bytes at ends and in between, high bytes, repeated
// lines, empty ones; few are as long as `longest`.
inline std::vector<std::string> hostile_lines(std::mt19937_64& random,
                                              size_t count, size_t longest) {
  const std::string prefixes[] = {"",
                                  "com,example)/",
                                  "com,example,www)/a/b/c",
                                  std::string(40, '\0'),
                                  "\xff\xff\xff\xff",
                                  std::string(300, 'a')};
  std::vector<std::string> lines;
  for (size_t i = 0; i < count; ++i) {
    if (!lines.empty() && random() % 8 == 0) {
      lines.push_back(lines[random() % lines.size()]);
      if (random() % 2 == 0) lines.back() += '\0';
      continue;
    }
    std::string line = prefixes[random() % std::size(prefixes)];
    size_t size = random() % (random() % 50 == 0 ? longest : 12);
    for (size_t k = 0; k < size; ++k) {
      const char alphabet[] = {'\0', '\0', 'a', 'a', 'b', '\t', '\xff', ' '};
      line += alphabet[random() % std::size(alphabet)];
    }
    lines.push_back(line);
  }
  return lines;
}

}  // namespace wax::lines
