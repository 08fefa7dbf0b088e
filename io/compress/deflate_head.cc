#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "io/compress/inflater.h"

namespace wax::io {
namespace {

constexpr unsigned kMostBits = 15;
constexpr int kEndOfBlock = 256;
// What a match is copied by; the last one writes beyond its end.
constexpr size_t kWord = 8;

struct Range {
  uint16_t base;
  uint8_t extra;
};
constexpr Range kLengths[] = {
    {3, 0},   {4, 0},   {5, 0},   {6, 0},   {7, 0},  {8, 0},  {9, 0},  {10, 0},
    {11, 1},  {13, 1},  {15, 1},  {17, 1},  {19, 2}, {23, 2}, {27, 2}, {31, 2},
    {35, 3},  {43, 3},  {51, 3},  {59, 3},  {67, 4}, {83, 4}, {99, 4}, {115, 4},
    {131, 5}, {163, 5}, {195, 5}, {227, 5}, {258, 0}};
constexpr Range kDistances[] = {
    {1, 0},     {2, 0},     {3, 0},     {4, 0},      {5, 1},      {7, 1},
    {9, 2},     {13, 2},    {17, 3},    {25, 3},     {33, 4},     {49, 4},
    {65, 5},    {97, 5},    {129, 6},   {193, 6},    {257, 7},    {385, 7},
    {513, 8},   {769, 8},   {1025, 9},  {1537, 9},   {2049, 10},  {3073, 10},
    {4097, 11}, {6145, 11}, {8193, 12}, {12289, 12}, {16385, 13}, {24577, 13}};

// The greatest kBits of a Code, and numbers of so many bits in reverse.
constexpr unsigned kMostTableBits = 10;
constexpr std::array<uint16_t, size_t{1} << kMostTableBits> reversed_bits() {
  std::array<uint16_t, size_t{1} << kMostTableBits> reversed{};
  for (size_t i = 1; i < reversed.size(); ++i) {
    reversed[i] = static_cast<uint16_t>(reversed[i / 2] / 2 |
                                        (i % 2) << (kMostTableBits - 1));
  }
  return reversed;
}
constexpr auto kReversed = reversed_bits();

constexpr uint8_t kLengthOrder[] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                    11, 4,  12, 3, 13, 2, 14, 1, 15};

}  // namespace

inline void DeflateHead::Bits::refill() {
  if constexpr (std::endian::native == std::endian::little) {
    if (in.size() - at >= sizeof next) {
      uint64_t bytes;
      std::memcpy(&bytes, in.data() + at, sizeof bytes);
      next |= bytes << count;
      at += (63 - count) >> 3;
      count |= 56;
      return;
    }
  }
  while (count < 56 && at < in.size()) {
    next |= uint64_t{static_cast<unsigned char>(in[at++])} << count;
    count += 8;
  }
}

inline unsigned DeflateHead::Bits::take(unsigned n) {
  auto value = static_cast<unsigned>(next & ((uint64_t{1} << n) - 1));
  next >>= n;
  count -= n;
  return value;
}

template <size_t kBits, size_t kSymbols>
bool DeflateHead::Code<kBits, kSymbols>::make(const uint8_t* lengths,
                                              size_t symbols) {
  static_assert(kBits <= kMostTableBits);
  counts.fill(0);
  // The symbols that have a code, in their order: mostly less than half of all.
  std::array<uint16_t, kSymbols> used;
  size_t codes = 0;
  for (size_t i = 0; i < symbols; ++i) {
    used[codes] = static_cast<uint16_t>(i);
    codes += lengths[i] != 0 ? 1 : 0;
  }
  for (size_t i = 0; i < codes; ++i) ++counts[lengths[used[i]]];
  std::array<uint16_t, kMostBits + 1> places;
  unsigned place = 0;
  unsigned room = 1;
  for (unsigned length = 1; length <= kMostBits; ++length) {
    places[length] = static_cast<uint16_t>(place);
    place += counts[length];
    room = 2 * room;
    if (counts[length] > room) return false;
    room -= counts[length];
  }
  // One code of one bit is all that a block without distances may have.
  bool single = kSymbols != 19 && place == 1 && counts[1] == 1;
  bool none = kSymbols == 32 && place == 0;
  if (room != 0 && !single && !none) return false;
  for (size_t i = 0; i < codes; ++i) {
    sorted[places[lengths[used[i]]]++] = used[i];
  }
  // The table doubles with the length of codes, whose bits come in reverse.
  table[0] = 0;
  size_t size = 1;
  unsigned code = 0;
  const uint16_t* symbol = sorted.data();
  for (unsigned length = 1; length <= kBits; ++length) {
    std::memcpy(&table[size], &table[0], size * sizeof(table[0]));
    size *= 2;
    code *= 2;
    for (unsigned n = counts[length]; n > 0; --n, ++code) {
      table[kReversed[code] >> (kMostTableBits - length)] =
          static_cast<uint16_t>(*symbol++ << 4 | length);
    }
  }
  return true;
}

template <size_t kBits, size_t kSymbols>
int DeflateHead::Code<kBits, kSymbols>::decode(Bits& bits,
                                               unsigned known) const {
  if (known != 0) {
    bits.take(known & 15);
    return static_cast<int>(known >> 4);
  }
  unsigned first = 0;
  unsigned place = 0;
  unsigned value = 0;
  for (unsigned length = 1; length <= kMostBits; ++length) {
    value |= static_cast<unsigned>(bits.next >> (length - 1) & 1);
    if (value - first < counts[length]) {
      bits.take(length);
      return sorted[place + value - first];
    }
    place += counts[length];
    first = 2 * (first + counts[length]);
    value *= 2;
  }
  return -1;
}

void DeflateHead::start() {
  bits_ = {};
  produced_ = stored_ = 0;
  stage_ = Stage::kBlock;
  last_ = false;
}

size_t DeflateHead::consumed() const { return bits_.at - bits_.count / 8; }

bool DeflateHead::begin_block() {
  bits_.refill();
  if (last_ || bits_.count < 3) return false;
  last_ = bits_.take(1) != 0;
  switch (bits_.take(2)) {
    case 0:
      return begin_stored();
    case 1:
      fixed_codes();
      break;
    case 2:
      if (!read_codes()) return false;
      break;
    default:
      return false;
  }
  stage_ = Stage::kCodes;
  return true;
}

bool DeflateHead::begin_stored() {
  bits_.take(bits_.count % 8);
  bits_.refill();
  if (bits_.count < 32) return false;
  unsigned size = bits_.take(16);
  if ((size ^ bits_.take(16)) != 0xffff) return false;
  bits_.at -= bits_.count / 8;
  bits_.next = bits_.count = 0;
  stored_ = size;
  stage_ = Stage::kStored;
  return true;
}

void DeflateHead::fixed_codes() {
  std::array<uint8_t, 288> lengths;
  std::fill_n(lengths.begin(), 144, uint8_t{8});
  std::fill_n(lengths.begin() + 144, 112, uint8_t{9});
  std::fill_n(lengths.begin() + 256, 24, uint8_t{7});
  std::fill_n(lengths.begin() + 280, 8, uint8_t{8});
  static_cast<void>(literals_.make(lengths.data(), 288));
  std::fill_n(lengths.begin(), 32, uint8_t{5});
  static_cast<void>(distances_.make(lengths.data(), 32));
}

bool DeflateHead::read_codes() {
  unsigned literals = bits_.take(5) + 257;
  unsigned distances = bits_.take(5) + 1;
  unsigned given = bits_.take(4) + 4;
  if (literals > 286 || distances > 30) return false;
  std::array<uint8_t, 320> lengths{};
  for (unsigned i = 0; i < given; ++i) {
    if (bits_.count < 3) bits_.refill();
    if (bits_.count < 3) return false;
    lengths[kLengthOrder[i]] = static_cast<uint8_t>(bits_.take(3));
  }
  if (!lengths_.make(lengths.data(), 19)) return false;
  const unsigned all = literals + distances;
  for (unsigned at = 0; at < all;) {
    // A code and the bits after it.
    if (bits_.count < 7 + 7) bits_.refill();
    int symbol = lengths_.decode(bits_, lengths_.entry(bits_));
    if (symbol < 0 || bits_.overrun()) return false;
    if (symbol < 16) {
      lengths[at++] = static_cast<uint8_t>(symbol);
      continue;
    }
    uint8_t length = 0;
    unsigned times = 0;
    if (symbol == 16) {
      if (at == 0) return false;
      length = lengths[at - 1];
      times = 3 + bits_.take(2);
    } else {
      times = symbol == 17 ? 3 + bits_.take(3) : 11 + bits_.take(7);
    }
    if (bits_.overrun() || times > all - at) return false;
    std::fill_n(lengths.begin() + at, times, length);
    at += times;
  }
  return lengths[kEndOfBlock] != 0 && literals_.make(&lengths[0], literals) &&
         distances_.make(&lengths[literals], distances);
}

DeflateHead::State DeflateHead::inflate(std::string_view in, char* out,
                                        size_t enough) {
  bits_.in = in;
  while (stage_ != Stage::kEnd) {
    if (stage_ == Stage::kBlock && !begin_block()) return State::kUnknown;
    State state = stage_ == Stage::kStored ? inflate_stored(out, enough)
                                           : inflate_codes(out, enough);
    if (state != State::kEnd) return state;
    stage_ = last_ ? Stage::kEnd : Stage::kBlock;
  }
  return State::kEnd;
}

DeflateHead::State DeflateHead::inflate_stored(char* out, size_t enough) {
  size_t part = std::min({stored_, enough - std::min(enough, produced_),
                          bits_.in.size() - bits_.at});
  std::memcpy(out + produced_, bits_.in.data() + bits_.at, part);
  bits_.at += part;
  produced_ += part;
  stored_ -= part;
  if (stored_ == 0) return State::kEnd;
  return produced_ >= enough ? State::kMore : State::kUnknown;
}

DeflateHead::State DeflateHead::inflate_codes(char* out, size_t enough) {
  constexpr unsigned kFirstOther = kEndOfBlock << 4;
  constexpr int kLiterals = 5;
  Bits bits = bits_;
  size_t made = produced_;
  State state = State::kUnknown;
  for (;;) {
    if (made >= enough) {
      state = State::kMore;
      break;
    }
    // Bits for five literals by table, or for all of a match.
    bits.refill();
    unsigned entry = literals_.entry(bits);
    int literals = 0;
    for (; literals < kLiterals && entry - 1 < kFirstOther - 1; ++literals) {
      out[made++] = static_cast<char>(entry >> 4);
      bits.take(entry & 15);
      entry = literals_.entry(bits);
    }
    if (bits.overrun()) break;
    if (literals == kLiterals) continue;
    if (literals > 0) bits.refill();
    const int symbol = literals_.decode(bits, entry);
    if (symbol < 0 || bits.overrun()) break;
    if (symbol < kEndOfBlock) {
      out[made++] = static_cast<char>(symbol);
      continue;
    }
    if (symbol == kEndOfBlock) {
      state = State::kEnd;
      break;
    }
    auto number = static_cast<size_t>(symbol - kEndOfBlock - 1);
    if (number >= std::size(kLengths)) break;
    size_t length = kLengths[number].base + bits.take(kLengths[number].extra);
    int far = distances_.decode(bits, distances_.entry(bits));
    if (far < 0 || static_cast<size_t>(far) >= std::size(kDistances)) break;
    const Range& range = kDistances[far];
    size_t distance = range.base + bits.take(range.extra);
    if (bits.overrun() || distance > made) break;
    char* to = out + made;
    const char* from = to - distance;
    made += length;
    if (distance >= kWord) {
      for (const char* end = to + length; to < end;
           to += kWord, from += kWord) {
        std::memcpy(to, from, kWord);
      }
    } else {
      for (size_t i = 0; i < length; ++i) to[i] = from[i];
    }
  }
  bits_ = bits;
  produced_ = made;
  return state;
}

}  // namespace wax::io
