// Decompresses one member (gzip member, zstd or lz4 frame).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "io/byte_source.h"
#include "io/compress/member_end.h"

namespace wax::io {

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
  // Moves `file`, which stands at the member that head() began, after that
  // member without inflating the rest, as pass_over_gzip_member() does.
  [[nodiscard]] virtual bool pass_over(FileSource&, uint64_t,
                                       const BeginsRecord&) {
    return false;
  }
  // Whether the bytes start a member. It needs at least 4 bytes to be true.
  [[nodiscard]] virtual bool starts_member(std::string_view bytes) const = 0;
  // Size of a piece at the front of `bytes` that lies between members and has
  // no data; 0 if there is none. It needs kSkippableHeader bytes.
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

// Size of the skippable frame, which zstd and lz4 share, at the front of
// `bytes`; 0 if there is none.
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

}  // namespace wax::io
