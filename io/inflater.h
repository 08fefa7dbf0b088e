// Undoing the compression of one member (gzip member, zstd or lz4 frame).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "io/byte_source.h"
#include "io/member_end.h"

namespace wax::io {

class Inflater {
 public:
  enum class State {
    kMore,    // the member goes on
    kEnd,     // the member ended, its sums hold
    kBadSum,  // the member ended, its checksum or size does not hold
    kBad,     // the bytes are no such compression
  };
  struct Step {
    size_t consumed = 0;
    size_t produced = 0;
    State state = State::kMore;
  };

  virtual ~Inflater() = default;
  // Forgets the member before; the next bytes start one.
  virtual void start() = 0;
  // Inflates from `in` into at most `room` bytes at `out`: as much as fits, so
  // that a member smaller than `room` that lies whole in `in` comes out at
  // once. kMore with nothing consumed and nothing produced asks for more input
  // than there was.
  [[nodiscard]] virtual Step step(std::string_view in, char* out,
                                  size_t room) = 0;
  // The first `enough` bytes of the member that `in` starts with, or some more,
  // at `out`, which has room for kHeadSpare more: kMore, or kEnd when that is
  // all. kBad: not to be had so; step() tells. With `more`, `in` and `out` hold
  // what they held at the call before, and it goes on from there. start() and
  // step() do not touch it.
  static constexpr size_t kHeadSpare = 512;
  [[nodiscard]] virtual Step head(std::string_view, char*, size_t, bool) {
    return {0, 0, State::kBad};
  }
  // Moves `file`, which stands at the member of which head() made the first
  // bytes, behind it without inflating the rest, as pass_over_gzip_member()
  // does.
  [[nodiscard]] virtual bool pass_over(FileSource&, uint64_t,
                                       const BeginsRecord&) {
    return false;
  }
  // Whether these bytes start a member. Needs 4 bytes to say yes.
  [[nodiscard]] virtual bool starts_member(std::string_view bytes) const = 0;
  // Size of a piece at the front of `bytes` that is stored between members but
  // holds nothing of theirs; 0 when there is none. Needs kSkippableHeader
  // bytes to see it.
  [[nodiscard]] virtual uint64_t skippable(std::string_view) const { return 0; }
  // Stored bytes from which a member's first bytes can be had at the latest.
  [[nodiscard]] virtual size_t probe() const { return 8 * 1024; }
  // What the compression is called in messages.
  [[nodiscard]] virtual std::string_view name() const = 0;
};

// RFC 1952. A member that lies whole in the input and fits the room goes
// through libdeflate, others through zlib.
[[nodiscard]] std::unique_ptr<Inflater> gzip_inflater();

// RFC 8878: frames with windows up to 128 MiB (memory: the window of the
// largest frame). `dictionary` as zstd trains it, or any content, or empty.
[[nodiscard]] std::unique_ptr<Inflater> zstd_inflater(
    std::string_view dictionary = {});

// LZ4 frames. Memory: up to three blocks of at most 4 MiB.
[[nodiscard]] std::unique_ptr<Inflater> lz4_inflater();

// Skippable frames, which zstd and lz4 share: size of the one that `bytes`
// begin with, or 0.
inline constexpr size_t kSkippableHeader = 8;
[[nodiscard]] uint64_t skippable_frame(std::string_view bytes);

// The dictionary of a `.warc.zst` file lies in a skippable frame of this magic
// at its very front, compressed or not (IIPC, "Zstandard compression in WARC
// files" 1.0). Nothing when it is damaged or has more than kMaxDictionary
// bytes.
inline constexpr std::string_view kDictionaryFrame = "\x5d\x2a\x4d\x18";
inline constexpr size_t kMaxDictionary = 16 * 1024 * 1024;
[[nodiscard]] std::optional<std::string> zstd_dictionary(
    std::string_view frame);

}  // namespace wax::io
