// The order of the bytes of a bzip2 block.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace wax::io {

// Undoes the transform of Burrows and Wheeler. To follow the order of a text
// byte by byte is to wait for memory at each byte. Therefore the text is cut at
// some places, and followed from several of them at once. One thread uses it;
// it keeps its memory, 5 bytes for each byte of the longest text, for the next
// text.
class Bzip2Order {
 public:
  // `last` has the bytes in the order of what follows them, at most 2^20;
  // `origin`, less than `size`, is the place of the text itself. `counts` says
  // how often each byte is there. Replaces `last` by the text.
  void restore(std::vector<uint8_t>& last, size_t size, uint32_t origin,
               const std::array<uint32_t, 256>& counts);

 private:
  static constexpr size_t kLanes = 8;

  // A part of the text between two places.
  struct Stretch {
    uint32_t begin = 0;
    uint32_t end = 0;  // the place after it, at which another begins
    uint32_t length = 0;
    std::vector<uint32_t> pieces;
  };
  // One of those that are followed at once.
  struct Lane {
    uint32_t place = 0;
    uint8_t* out = nullptr;
    uint8_t* limit = nullptr;
    Stretch* stretch = nullptr;
  };

  void cut(uint32_t origin);
  void link(const uint8_t* last, const std::array<uint32_t, 256>& counts);
  void add_piece(Lane& lane);
  bool begin_next(Lane& lane);
  void end_stretch(Lane& lane, uint32_t entry);
  void follow();
  void follow_all();
  void follow_one(Lane& lane);
  void join(uint8_t* text, uint32_t origin) const;

  size_t size_ = 0;
  std::vector<uint32_t> next_;    // of each place
  std::vector<uint32_t> begins_;  // of stretches, sorted
  std::vector<Stretch> stretches_;
  size_t begun_ = 0;
  std::array<Lane, kLanes> lanes_;
  std::array<uint32_t, kLanes> last_entries_ = {};
  std::vector<uint8_t> pieces_;
  size_t pieces_used_ = 0;
};

}  // namespace wax::io
