// Numbers with as many bits as the greatest of them needs, 128 at a time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace wax::index {

inline constexpr uint32_t kPackedNumbers = 128;

// Bytes of 128 numbers of so many bits.
[[nodiscard]] constexpr size_t packed_size(unsigned bits) {
  return kPackedNumbers / 8 * size_t{bits};
}

// How many bits the greatest of 128 numbers needs, 32 at most.
[[nodiscard]] unsigned bits_of_greatest(const uint32_t* numbers);

// Four numbers that follow each other are in the same bits of four words of 32
// bits, little-endian, so that they are read at once. `bits` is 32 at most.
void pack(const uint32_t* numbers, unsigned bits, uint8_t* out);
void unpack(const uint8_t* in, unsigned bits, uint32_t* numbers);

// Turns 128 distances less one into what is reached from `start` on.
void add_up(uint32_t start, uint32_t* numbers);

}  // namespace wax::index
