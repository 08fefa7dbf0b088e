#include "io/compress/bzip2_blocks.h"

#include <bzlib.h>

#include <algorithm>
#include <array>
#include <utility>

namespace wax::io {
namespace {

constexpr uint64_t kBlockMagic = 0x314159265359;
constexpr uint64_t kEndMagic = 0x177245385090;
constexpr uint64_t kMagicMask = (uint64_t{1} << kBzip2Magic) - 1;
constexpr size_t kBlockText = 900'000;

// For each byte, the shifts at which it may be the third byte of a mark that
// begins so many bits into the first: bit n for a block, bit 8 + n for an end.
constexpr std::array<uint16_t, 256> third_bytes() {
  std::array<uint16_t, 256> table{};
  for (unsigned shift = 0; shift < 8; ++shift) {
    // A mark that begins `shift` bits after the front of a byte has these bits
    // in the third.
    table[kBlockMagic >> (24 + shift) & 0xFF] |=
        static_cast<uint16_t>(1u << shift);
    table[kEndMagic >> (24 + shift) & 0xFF] |=
        static_cast<uint16_t>(1u << (8 + shift));
  }
  return table;
}

uint64_t big_endian(std::string_view bytes, size_t at, size_t size) {
  uint64_t value = 0;
  for (size_t i = 0; i < size; ++i) {
    value = value << 8 |
            (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i])
                                   : 0u);
  }
  return value;
}

// Appends bits to bytes.
class BitWriter {
 public:
  explicit BitWriter(std::string& out) : out_(out) {}
  void put(uint64_t value, unsigned count) {
    while (count > 0) {
      const unsigned take = std::min(count, 8 - used_);
      const auto part =
          static_cast<unsigned>(value >> (count - take)) & ((1u << take) - 1);
      last_ = last_ << take | part;
      used_ += take;
      count -= take;
      if (used_ == 8) {
        out_ += static_cast<char>(last_);
        last_ = 0;
        used_ = 0;
      }
    }
  }
  void pad() {
    if (used_ > 0) put(0, 8 - used_);
  }

 private:
  std::string& out_;
  unsigned last_ = 0;
  unsigned used_ = 0;
};

// A stream of this block alone. Its sum is that of the block, which stands
// after the mark.
std::string stream_of(std::string_view bytes, uint64_t begin, uint64_t end) {
  std::string stream = "BZh9";
  const size_t first = begin / 8;
  const unsigned shift = begin % 8;
  const size_t whole = (end - begin) / 8;
  stream.resize(4 + whole);
  if (shift == 0) {
    bytes.copy(stream.data() + 4, whole, first);
  } else {
    auto byte = [&](size_t at) {
      return static_cast<unsigned>(static_cast<unsigned char>(bytes[at]));
    };
    for (size_t i = 0; i < whole; ++i) {
      stream[4 + i] = static_cast<char>(byte(first + i) << shift |
                                        byte(first + i + 1) >> (8 - shift));
    }
  }
  BitWriter rest(stream);
  const unsigned left = (end - begin) % 8;
  if (left > 0) rest.put(bits_at(bytes, begin + whole * 8, left), left);
  rest.put(kEndMagic, kBzip2Magic);
  rest.put(bits_at(bytes, begin + kBzip2Magic, kBzip2Sum), kBzip2Sum);
  rest.pad();
  return stream;
}

}  // namespace

void find_bzip2_marks(std::string_view bytes, uint64_t from,
                      std::vector<Bzip2Mark>& marks) {
  static constexpr std::array<uint16_t, 256> kThird = third_bytes();
  if (bytes.size() < 6) return;
  for (size_t at = from / 8; at + 5 < bytes.size(); ++at) {
    const uint16_t may = kThird[static_cast<unsigned char>(bytes[at + 2])];
    if (may == 0) continue;
    const uint64_t window = big_endian(bytes, at, 7);  // 56 bits
    for (unsigned shift = 0; shift < 8; ++shift) {
      if ((may >> shift & 0x101) == 0) continue;
      const uint64_t bits = window >> (8 - shift) & kMagicMask;
      if (bits != kBlockMagic && bits != kEndMagic) continue;
      const uint64_t bit = at * 8 + shift;
      if (bit < from || bit + kBzip2Magic > bytes.size() * 8) continue;
      marks.push_back({bit, bits == kEndMagic});
    }
  }
}

uint64_t bits_at(std::string_view bytes, uint64_t bit, unsigned count) {
  uint64_t value = 0;
  for (unsigned i = 0; i < count;) {
    const uint64_t at = bit + i;
    const unsigned offset = at % 8;
    const unsigned take = std::min(count - i, 8 - offset);
    const unsigned byte = static_cast<unsigned char>(bytes[at / 8]);
    value =
        value << take | ((byte >> (8 - offset - take)) & ((1u << take) - 1));
    i += take;
  }
  return value;
}

bool decode_by_libbz2(std::string_view bytes, uint64_t begin, uint64_t end,
                        std::string& out) {
  if (end < begin + kBzip2Magic + kBzip2Sum) return false;
  std::string stream = stream_of(bytes, begin, end);
  bz_stream bz = {};
  if (BZ2_bzDecompressInit(&bz, 0, 0) != BZ_OK) return false;
  bz.next_in = stream.data();
  bz.avail_in = static_cast<unsigned>(stream.size());
  size_t size = 0;
  int state = BZ_OK;
  // The runs of a block may stand for more bytes than it has.
  while (state == BZ_OK) {
    if (out.size() < size + kBlockText) out.resize(size + kBlockText + 4096);
    bz.next_out = out.data() + size;
    const auto room = static_cast<unsigned>(out.size() - size);
    bz.avail_out = room;
    const unsigned before = bz.avail_in;
    state = BZ2_bzDecompress(&bz);
    size += room - bz.avail_out;
    if (state == BZ_OK && before == bz.avail_in && bz.avail_out == room) break;
  }
  const bool whole = state == BZ_STREAM_END && bz.avail_in == 0;
  BZ2_bzDecompressEnd(&bz);
  out.resize(whole ? size : 0);
  return whole;
}

}  // namespace wax::io
