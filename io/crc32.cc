#include "io/crc32.h"

#include <libdeflate.h>

namespace wax::io {

uint32_t crc32(std::string_view bytes, uint32_t before) {
  // libdeflate starts again at a null pointer.
  if (bytes.empty()) return before;
  return libdeflate_crc32(before, bytes.data(), bytes.size());
}

}  // namespace wax::io
