// Undoing the compression of one member (gzip member, zstd or lz4 frame).
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

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
  // Whether these bytes start a member. Needs 4 bytes to say yes.
  [[nodiscard]] virtual bool starts_member(std::string_view bytes) const = 0;
  // What the compression is called in messages.
  [[nodiscard]] virtual std::string_view name() const = 0;
};

// RFC 1952, with zlib.
[[nodiscard]] std::unique_ptr<Inflater> gzip_inflater();

}  // namespace wax::io
