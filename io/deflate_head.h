// The first bytes that a deflate stream holds (RFC 1951).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace wax::io {

// Inflates the front of a raw deflate stream and stops in the middle of it.
// libdeflate cannot stop, and zlib and ISA-L take longer to begin than a head
// takes to inflate. It gives up where data are odd: another inflater then has
// to tell what they are. No sums are made.
class DeflateHead {
 public:
  enum class State {
    kMore,     // as much as was asked for is there
    kEnd,      // the stream ended
    kUnknown,  // damaged, or the input ended
  };

  // Forgets the stream before.
  void start();
  // Makes at least `enough` bytes of `in`, the stream from its start, at `out`,
  // which has room for kSpare more. `in` and `out` hold what they held at the
  // last call since start(): it goes on from there.
  static constexpr size_t kSpare = 512;
  [[nodiscard]] State inflate(std::string_view in, char* out, size_t enough);
  // Bytes inflated since start().
  [[nodiscard]] size_t produced() const { return produced_; }
  // Bytes of `in` that these took, also in part.
  [[nodiscard]] size_t consumed() const;

 private:
  // The input by bits, lowest first. A copy of it is kept in registers.
  struct Bits {
    // Makes 56 bits there, unless the input ends.
    void refill();
    // Where the input has ended, these are zeros, and `count` wraps.
    unsigned take(unsigned n);
    [[nodiscard]] bool overrun() const { return count > 63; }

    std::string_view in;
    size_t at = 0;      // bytes of `in` that `next` has, or had
    uint64_t next = 0;  // the lowest `count` bits of it count
    unsigned count = 0;
  };
  // A Huffman code: codes of up to kBits by table, longer ones bit by bit.
  template <size_t kBits, size_t kSymbols>
  struct Code {
    // False when the lengths make no complete code.
    [[nodiscard]] bool make(const uint8_t* lengths, size_t symbols);
    // The next symbol, whose entry is known, or -1.
    [[nodiscard]] int decode(Bits& bits, unsigned known) const;
    // Symbol << 4 | length; 0 of codes that are longer.
    [[nodiscard]] unsigned entry(const Bits& bits) const {
      return table[bits.next & (table.size() - 1)];
    }
    std::array<uint16_t, size_t{1} << kBits> table;
    std::array<uint16_t, 16> counts;
    std::array<uint16_t, kSymbols> sorted;
  };
  enum class Stage { kBlock, kStored, kCodes, kEnd };

  [[nodiscard]] bool begin_block();
  [[nodiscard]] bool begin_stored();
  [[nodiscard]] bool read_codes();
  void fixed_codes();
  [[nodiscard]] State inflate_stored(char* out, size_t enough);
  [[nodiscard]] State inflate_codes(char* out, size_t enough);

  Bits bits_;
  size_t produced_ = 0;
  size_t stored_ = 0;  // left of a stored block
  Stage stage_ = Stage::kBlock;
  bool last_ = false;
  Code<10, 288> literals_;
  Code<8, 32> distances_;
  Code<7, 19> lengths_;
};

}  // namespace wax::io
