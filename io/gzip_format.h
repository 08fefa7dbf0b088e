// The parts of a gzip member (RFC 1952).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace wax::io {

// A checksum and a size, 4 bytes each, end a member.
inline constexpr size_t kGzipTrailer = 8;
inline constexpr size_t kMaxGzipHeader = 128 * 1024;

// Whether bytes start a member, as far as the first 4 tell.
[[nodiscard]] bool starts_gzip_member(std::string_view bytes);
// Size of the header at the front of `in`; nothing while it is not all there.
[[nodiscard]] std::optional<size_t> gzip_header_size(std::string_view in);
// Size of the member that `in` starts with, when its header says so in the
// field "sl"; else 0.
[[nodiscard]] uint32_t stated_member_size(std::string_view in);
// The number in the first 4 bytes, lowest first.
[[nodiscard]] uint32_t little_endian(std::string_view bytes);

}  // namespace wax::io
