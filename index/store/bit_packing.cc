#include "index/store/bit_packing.h"

#include <array>
#include <bit>
#include <cstring>
#include <utility>

namespace wax::index {
namespace {

static_assert(std::endian::native == std::endian::little);

using Lanes [[gnu::vector_size(16)]] = uint32_t;
constexpr size_t kRows = kPackedNumbers / 4;
constexpr unsigned kWidths = 33;

// The word of each lane in which a row begins.
template <unsigned kBits, size_t kRow>
[[gnu::always_inline]] inline void unpack_row(const uint8_t* in,
                                              uint32_t* numbers) {
  constexpr size_t kWord = kRow * kBits / 32;
  constexpr unsigned kShift = kRow * kBits % 32;
  Lanes row;
  std::memcpy(&row, in + kWord * sizeof row, sizeof row);
  row >>= kShift;
  if constexpr (kShift + kBits > 32) {
    Lanes more;
    std::memcpy(&more, in + (kWord + 1) * sizeof more, sizeof more);
    row |= more << (32 - kShift);
  }
  if constexpr (kBits < 32) row &= (uint32_t{1} << kBits) - 1;
  std::memcpy(numbers + 4 * kRow, &row, sizeof row);
}

template <unsigned kBits>
void unpack_all(const uint8_t* in, uint32_t* numbers) {
  if constexpr (kBits == 0) {
    std::memset(numbers, 0, kPackedNumbers * sizeof *numbers);
  } else {
    [&]<size_t... kRow>(std::index_sequence<kRow...>)
        __attribute__((always_inline)) {
      (unpack_row<kBits, kRow>(in, numbers), ...);
    }
    (std::make_index_sequence<kRows>{});
  }
}

using Unpack = void (*)(const uint8_t*, uint32_t*);

template <unsigned... kBits>
constexpr std::array<Unpack, sizeof...(kBits)> unpack_functions(
    std::integer_sequence<unsigned, kBits...>) {
  return {unpack_all<kBits>...};
}

constexpr std::array<Unpack, kWidths> kUnpack =
    unpack_functions(std::make_integer_sequence<unsigned, kWidths>{});

}  // namespace

unsigned bits_of_greatest(const uint32_t* numbers) {
  uint32_t any = 0;
  for (size_t i = 0; i < kPackedNumbers; ++i) any |= numbers[i];
  return static_cast<unsigned>(std::bit_width(any));
}

void pack(const uint32_t* numbers, unsigned bits, uint8_t* out) {
  std::memset(out, 0, packed_size(bits));
  if (bits == 0) return;
  for (size_t row = 0; row < kRows; ++row) {
    Lanes lanes;
    std::memcpy(&lanes, numbers + 4 * row, sizeof lanes);
    uint8_t* at = out + row * bits / 32 * sizeof lanes;
    auto shift = static_cast<uint32_t>(row * bits % 32);
    Lanes words;
    std::memcpy(&words, at, sizeof words);
    words |= lanes << shift;
    std::memcpy(at, &words, sizeof words);
    if (shift + bits > 32) {
      words = lanes >> (32 - shift);
      std::memcpy(at + sizeof words, &words, sizeof words);
    }
  }
}

void unpack(const uint8_t* in, unsigned bits, uint32_t* numbers) {
  kUnpack[bits](in, numbers);
}

void add_up(uint32_t start, uint32_t* numbers) {
  Lanes sum = {start, start, start, start};
  const Lanes zero = {};
  for (size_t row = 0; row < kRows; ++row) {
    Lanes lanes;
    std::memcpy(&lanes, numbers + 4 * row, sizeof lanes);
    lanes += 1;
    lanes += __builtin_shufflevector(zero, lanes, 0, 4, 5, 6);
    lanes += __builtin_shufflevector(zero, lanes, 0, 1, 4, 5);
    lanes += sum;
    std::memcpy(numbers + 4 * row, &lanes, sizeof lanes);
    sum = __builtin_shufflevector(lanes, lanes, 3, 3, 3, 3);
  }
}

}  // namespace wax::index
