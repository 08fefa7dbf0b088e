// Decompresses one member (gzip, zstd or lz4), and finds where it ends.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "io/byte_source.h"

namespace wax::io {

// Whether a record begins in the member at the start of `in`.
using BeginsRecord = std::function<bool(std::string_view in)>;

// Moves `file` from the start of a gzip member of `size` inflated bytes to the
// next member, which must begin a record. The size in the member's trailer
// (ISIZE) must be `size` mod 2^32. False if the end cannot be found; then the
// file has moved to another place. The first `head` bytes of the member are
// known to belong to it.
//
// If the header of the member has the field "sl" of the Internet Archive's
// tools (RFC 1952, 2.3.1.1), it says where to look. Otherwise there are two
// marks of a boundary: the size, and a member that begins a record. The first
// place that has one of them must have both. It also must not lie in a block
// that deflate may have stored, which can have the bytes of an archive inside
// the record. A body can still be made so that its compressed bytes look like a
// boundary, by somebody who knows the compressor and all bytes before it. The
// bytes of the member are not checked.
//
// Memory: what the file buffers, 1.5 MiB.
[[nodiscard]] bool pass_over_gzip_member(FileSource& file, size_t head,
                                         uint64_t size,
                                         const BeginsRecord& begins);

// Whether the byte at `at` may lie in a stored block: a header of such a block
// comes before it, and the block ends after it, where data go on.
[[nodiscard]] bool in_stored_block(std::string_view bytes, size_t at);

class Inflater {
 public:
  enum class State {
    kMore,    // the member goes on
    kEnd,     // the member ended; its checksums are right
    kBadSum,  // the member ended; its checksum or size is wrong
    kBad,     // the bytes are not compressed in this way
  };
  struct Step {
    size_t consumed = 0;
    size_t produced = 0;
    State state = State::kMore;
  };

  virtual ~Inflater() = default;
  // Begins another member.
  virtual void start() = 0;
  // Inflates as much of `in` as fits into `room` bytes at `out`. A member that
  // lies whole in `in` and is smaller than `room` comes out at once. kMore with
  // nothing consumed and nothing produced asks for more input.
  [[nodiscard]] virtual Step step(std::string_view in, char* out,
                                  size_t room) = 0;
  // Inflates the first `enough` bytes, or some more, of the member at the front
  // of `in` to `out`, which has space for kHeadSpare bytes more. kMore, or kEnd
  // if that is the whole member. kBad: it does not work in this way; step()
  // says why. With `more`, it goes on where the call before ended: `in` and
  // `out` must still have the bytes that they had then. start() and step() do
  // not change its state.
  static constexpr size_t kHeadSpare = 512;
  [[nodiscard]] virtual Step head(std::string_view, char*, size_t, bool) {
    return {0, 0, State::kBad};
  }
  // Moves `file` past the current member, which head() began, without inflating
  // the rest of it, as pass_over_gzip_member() does.
  [[nodiscard]] virtual bool pass_over(FileSource&, uint64_t,
                                       const BeginsRecord&) {
    return false;
  }
  // Whether the bytes start a member. It needs at least 4 bytes to be true.
  [[nodiscard]] virtual bool starts_member(std::string_view bytes) const = 0;
  // Size of the piece without data, of those between members, that `bytes`
  // begins with; 0 if it begins with other bytes. It needs kSkippableHeader
  // bytes.
  [[nodiscard]] virtual uint64_t skippable(std::string_view) const { return 0; }
  // From so many stored bytes, the first bytes of every member can be inflated.
  [[nodiscard]] virtual size_t probe() const { return 8 * 1024; }
  // The name of the compression in messages.
  [[nodiscard]] virtual std::string_view name() const = 0;
};

// RFC 1952. libdeflate inflates a member that lies whole in the input and fits
// into the output; zlib inflates others.
[[nodiscard]] std::unique_ptr<Inflater> gzip_inflater();

// RFC 8878: frames with windows up to 128 MiB. Memory: the window of the
// largest frame. `dictionary` is one that zstd trained, or any content, or
// empty.
[[nodiscard]] std::unique_ptr<Inflater> zstd_inflater(
    std::string_view dictionary = {});

// LZ4 frames. Memory: up to three blocks of at most 4 MiB.
[[nodiscard]] std::unique_ptr<Inflater> lz4_inflater();

// Size of the skippable frame, which zstd and lz4 share, that `bytes` begins
// with; 0 if it begins with other bytes.
inline constexpr size_t kSkippableHeader = 8;
[[nodiscard]] uint64_t skippable_frame(std::string_view bytes);

// The dictionary of a `.warc.zst` file. It lies in a skippable frame with this
// magic at the front of the file, compressed or not (IIPC, "Zstandard
// compression in WARC files" 1.0). Nothing if it is damaged or has more than
// kMaxDictionary bytes.
inline constexpr std::string_view kDictionaryFrame = "\x5d\x2a\x4d\x18";
inline constexpr size_t kMaxDictionary = 16 * 1024 * 1024;
[[nodiscard]] std::optional<std::string> zstd_dictionary(
    std::string_view frame);

// Behind damage, readers go back. Ranges that do not overlap may all be read
// again: so each byte is read twice at most. Ranges that overlap with bytes
// that were read again before have a budget, which grows with the file: so time
// stays linear in the size of the file.
//
// A reader that has spent nothing, and is after all bytes that were read
// again, may do the same as a reader that begins there. Therefore a file that
// is read in parts gives the same as a file that is read from its front.
class RereadBudget {
 public:
  // The budget: `base` bytes, and `share` (1 or more) times the bytes of the
  // file before the end of a range.
  RereadBudget(uint64_t base, uint64_t share) : base_(base), share_(share) {}

  // Whether the bytes from `from` up to `end` may be read again. If so, they
  // are counted as read again.
  [[nodiscard]] bool take(uint64_t from, uint64_t end) {
    if (from < end_) {
      if (spent_ + (end - from) > base_ + share_ * end) return false;
      spent_ += end - from;
    }
    end_ = std::max(end_, end);
    return true;
  }

  // Whether a new budget at `offset` would answer the same from there on.
  [[nodiscard]] bool new_at(uint64_t offset) const {
    return spent_ == 0 && end_ <= offset;
  }

 private:
  uint64_t base_;
  uint64_t share_;
  uint64_t spent_ = 0;
  uint64_t end_ = 0;  // of all that was read again
};

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
