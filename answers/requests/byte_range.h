// The part of a body that a request asks for (RFC 9110, 14.2). Any number of
// threads may call it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wax::answers {

struct ByteRange {
  uint64_t first = 0;
  uint64_t end = 0;  // after the last
  bool satisfiable = true;

  [[nodiscard]] uint64_t size() const { return end - first; }
  // "bytes 0-99/200", or "bytes */200" when it is not satisfiable: the value of
  // Content-Range.
  [[nodiscard]] std::string text(uint64_t size_of_body) const;
};

// The range that "bytes=0-99", "bytes=100-", "bytes=-100" ask for in a body of
// `size` bytes; nothing for what is to be ignored: several ranges, other units,
// no valid range.
[[nodiscard]] std::optional<ByteRange> byte_range(std::string_view wanted,
                                                  uint64_t size);

}  // namespace wax::answers
