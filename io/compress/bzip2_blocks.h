// Blocks of bzip2 files, which begin and end at any bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wax::io {

inline constexpr size_t kBzip2Magic = 48;  // bits of both marks
inline constexpr size_t kBzip2Sum = 32;

// A place that looks like a mark: one is at the front of each block, and of the
// end of a stream. Compressed bytes may look like one by accident.
struct Bzip2Mark {
  uint64_t bit = 0;
  bool is_end = false;

  friend bool operator==(const Bzip2Mark&, const Bzip2Mark&) = default;
};

// Appends the marks in `bytes` that begin at bit `from` or after it, in order.
// Bits are counted from `bytes`.
void find_bzip2_marks(std::string_view bytes, uint64_t from,
                      std::vector<Bzip2Mark>& marks);

// The `count` bits from `bit` on, at most 64; they are in `bytes`.
[[nodiscard]] uint64_t bits_at(std::string_view bytes, uint64_t bit,
                               unsigned count);

// The same as decode_bzip2_block() (bzip2_decoder.h), by libbz2, which takes
// twice as long. It also reads randomised blocks, which bzip2 has not written
// since 0.9.5 (1999).
[[nodiscard]] bool decode_by_libbz2(std::string_view bytes, uint64_t begin,
                                      uint64_t end, std::string& out);

}  // namespace wax::io
