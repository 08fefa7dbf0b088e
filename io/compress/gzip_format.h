// The parts of a gzip member (RFC 1952).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace wax::io {

// A member ends with a checksum and a size of 4 bytes each.
inline constexpr size_t kGzipTrailer = 8;
inline constexpr size_t kMaxGzipHeader = 128 * 1024;

// Whether the bytes start a member, judged by the first 4.
[[nodiscard]] bool starts_gzip_member(std::string_view bytes);
// Size of the header at the front of `in`; nothing if it is not complete.
[[nodiscard]] std::optional<size_t> gzip_header_size(std::string_view in);
// Size of the member at the front of `in`, if its header states it in the field
// "sl"; else 0.
[[nodiscard]] uint32_t stated_member_size(std::string_view in);
// The number in the first 4 bytes, the lowest byte first.
[[nodiscard]] uint32_t little_endian(std::string_view bytes);

}  // namespace wax::io
