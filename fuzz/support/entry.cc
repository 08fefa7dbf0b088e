#include "fuzz/support/entry.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  wax::fuzz::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
