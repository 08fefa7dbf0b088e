// Graphs of random links, some pages of which have many, for tests.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace wax::graph {

inline std::string random_links(size_t pages, size_t links, uint32_t seed) {
  std::mt19937 random(seed);
  std::string text;
  for (size_t i = 0; i < links; ++i) {
    size_t from = random() % pages;
    size_t to = random() % pages;
    if (random() % 2 == 0) to = to * to / pages;
    if (random() % 9 == 0) to = 0;
    text += "p" + std::to_string(from) + "\tp" + std::to_string(to) + '\n';
  }
  return text;
}

}  // namespace wax::graph
