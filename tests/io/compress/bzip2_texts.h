// Texts for tests of bzip2.
#pragma once

#include <bzlib.h>

#include <cstdint>
#include <random>
#include <string>

namespace wax::io {

// Lines that compress to about a third.
inline std::string bzip2_text(int lines, unsigned seed = 7) {
  std::mt19937 random(seed);
  std::string text;
  for (int i = 0; i < lines; ++i) {
    text += "line " + std::to_string(i);
    for (int j = 0; j < 12; ++j) text += ' ' + std::to_string(random());
    text += '\n';
  }
  return text;
}

// As libbz2 writes it.
inline std::string bzip2_of(std::string text, int level = 9) {
  std::string stored(text.size() + text.size() / 50 + 1000, '\0');
  auto size = static_cast<unsigned>(stored.size());
  BZ2_bzBuffToBuffCompress(stored.data(), &size, text.data(),
                           static_cast<unsigned>(text.size()), level, 0, 0);
  stored.resize(size);
  return stored;
}

}  // namespace wax::io
