// The checksum of gzip and zip (RFC 1952).
#pragma once

#include <cstdint>
#include <string_view>

namespace wax::io {

// The checksum of the bytes; after other bytes, of all of them, if `before` is
// the checksum of the others.
[[nodiscard]] uint32_t crc32(std::string_view bytes, uint32_t before = 0);

}  // namespace wax::io
