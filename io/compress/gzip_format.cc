#include "io/compress/gzip_format.h"

#include <algorithm>

namespace wax::io {
namespace {

constexpr size_t kFixedHeader = 10;

enum Flag : unsigned char {
  kHeaderCrc = 2,
  kExtra = 4,
  kName = 8,
  kComment = 16,
  kReserved = 0xe0,
};

size_t two_bytes(std::string_view bytes) {
  return static_cast<unsigned char>(bytes[0]) +
         256u * static_cast<unsigned char>(bytes[1]);
}

}  // namespace

bool starts_gzip_member(std::string_view bytes) {
  return bytes.size() >= 4 && bytes.starts_with("\x1f\x8b\x08") &&
         !(static_cast<unsigned char>(bytes[3]) & kReserved);
}

std::optional<size_t> gzip_header_size(std::string_view in) {
  if (in.size() < kFixedHeader) return {};
  auto flags = static_cast<unsigned char>(in[3]);
  size_t size = kFixedHeader;
  if (flags & kExtra) {
    if (in.size() < size + 2) return {};
    size += 2 + two_bytes(in.substr(size));
  }
  for (unsigned char text : {kName, kComment}) {
    if (!(flags & text)) continue;
    if (size > in.size()) return {};
    size_t zero = in.find('\0', size);
    if (zero == std::string_view::npos) return {};
    size = zero + 1;
  }
  if (flags & kHeaderCrc) size += 2;
  if (in.size() < size) return {};
  return size;
}

uint32_t stated_member_size(std::string_view in) {
  if (in.size() < kFixedHeader + 2 ||
      !(static_cast<unsigned char>(in[3]) & kExtra)) {
    return 0;
  }
  std::string_view fields = in.substr(kFixedHeader + 2);
  fields = fields.substr(0, two_bytes(in.substr(kFixedHeader)));
  while (fields.size() >= 4) {
    size_t size = two_bytes(fields.substr(2));
    if (fields.starts_with("sl") && size == 8 && fields.size() >= 4 + size) {
      return little_endian(fields.substr(4));
    }
    fields.remove_prefix(std::min(fields.size(), 4 + size));
  }
  return 0;
}

uint32_t little_endian(std::string_view bytes) {
  uint32_t value = 0;
  for (size_t i = 4; i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return value;
}

}  // namespace wax::io
