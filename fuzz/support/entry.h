// What every entry is made of.
#pragma once

#include <cstdlib>
#include <string_view>

namespace wax::fuzz {

// The entry: takes any bytes. Only wax::Error may be caught in it.
void run(std::string_view bytes);

// Ends the process, and with it names the input, when the fact does not hold.
inline void require(bool fact) {
  if (!fact) std::abort();
}

// Takes the first line, without its end, off the front of `rest`.
inline std::string_view take_line(std::string_view& rest) {
  size_t size = rest.find('\n');
  std::string_view line = rest.substr(0, size);
  rest.remove_prefix(size < rest.size() ? size + 1 : rest.size());
  return line;
}

}  // namespace wax::fuzz
