// Inflates the first bytes of a deflate stream (RFC 1951).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace wax::io {

// Inflates the front of a raw deflate stream and stops in the middle of it.
// libdeflate cannot stop there, and zlib and ISA-L need more time to begin than
// a head needs in all. Where data are odd, it gives up, and the caller asks
// another inflater. It computes no checksums.
class DeflateHead {
 public:
  enum class State {
    kMore,     // the bytes that were asked for are there
    kEnd,      // the stream ended
    kUnknown,  // damaged, or the input ended
  };

  // Begins another stream.
  void start();
  // Inflates at least `enough` bytes of `in`, the stream from its start, to
  // `out`, which has space for kSpare bytes more. It goes on where the call
  // before ended: `in` and `out` must still have the bytes that they had then.
  static constexpr size_t kSpare = 512;
  [[nodiscard]] State inflate(std::string_view in, char* out, size_t enough);
  // Bytes inflated since start().
  [[nodiscard]] size_t produced() const { return produced_; }
  // Bytes of `in` that were read for them, the last one perhaps in part.
  [[nodiscard]] size_t consumed() const;

 private:
  // The input by bits, the lowest first. Loops copy it to registers.
  struct Bits {
    // Makes at least 56 bits available, unless the input ends.
    void refill();
    // Behind the end of the input the bits are zeros, and `count` wraps.
    unsigned take(unsigned n);
    [[nodiscard]] bool overrun() const { return count > 63; }

    std::string_view in;
    size_t at = 0;      // bytes of `in` that `next` has or had
    uint64_t next = 0;  // its lowest `count` bits are the input
    unsigned count = 0;
  };
  // A Huffman code. A table decodes codes of up to kBits; longer ones are
  // decoded bit by bit.
  template <size_t kBits, size_t kSymbols>
  struct Code {
    // False if the lengths do not give a complete code.
    [[nodiscard]] bool make(const uint8_t* lengths, size_t symbols);
    // The next symbol, whose entry() is `known`, or -1.
    [[nodiscard]] int decode(Bits& bits, unsigned known) const;
    // Symbol << 4 | length; 0 for codes that are longer than kBits.
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
