// Small zip files made by hand, for tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace wax::tests {

// The bytes of a number, the lowest first.
[[nodiscard]] std::string little(uint64_t value, int size);

struct ZippedFile {
  std::string name;
  std::string bytes;
  bool deflate = false;
  bool zip64 = false;
  uint16_t flags = 0;
};

// A zip file as APPNOTE describes it.
[[nodiscard]] std::string zip_of(const std::vector<ZippedFile>& files,
                                 bool zip64_end = false);

}  // namespace wax::tests
