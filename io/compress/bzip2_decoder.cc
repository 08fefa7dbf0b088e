#include "io/compress/bzip2_decoder.h"

#include <libdeflate.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <vector>

#include "io/compress/bzip2_blocks.h"
#include "io/compress/bzip2_order.h"

namespace wax::io {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr size_t kMostBzip2Text =
    900'000;  // of a block, before runs are repeated
constexpr unsigned kMostBzip2Tables = 6;
constexpr unsigned kMostBzip2Symbols = 258;
constexpr unsigned kMostBzip2Length = 20;  // bits of a code
constexpr unsigned kBzip2Group = 50;       // symbols that share a table

// Bits of a block, the highest bit of a byte first. After the last byte there
// are zeros.
class Bzip2Bits {
 public:
  Bzip2Bits(std::string_view bytes, uint64_t bit)
      : bytes_(bytes), at_(bit / 8) {
    refill();
    skip(bit % 8);
  }
  // At least 56 bits are at hand after it.
  void refill() {
    if (at_ + 8 <= bytes_.size()) {
      uint64_t more = 0;
      std::memcpy(&more, bytes_.data() + at_, 8);
      bits_ |= __builtin_bswap64(more) >> count_;
      at_ += (63 - count_) / 8;
      count_ |= 56;
      return;
    }
    while (count_ <= 56) {
      const uint64_t byte =
          at_ < bytes_.size() ? static_cast<unsigned char>(bytes_[at_]) : 0;
      bits_ |= byte << (56 - count_);
      count_ += 8;
      ++at_;
    }
  }
  // The next bits, 1 to 32 of those at hand.
  [[nodiscard]] uint32_t peek(unsigned count) const {
    return static_cast<uint32_t>(bits_ >> (64 - count));
  }
  void skip(unsigned count) {
    bits_ <<= count;
    count_ -= count;
  }
  uint32_t take(unsigned count) {
    refill();
    const uint32_t value = peek(count);
    skip(count);
    return value;
  }
  [[nodiscard]] uint64_t position() const { return at_ * 8 - count_; }

 private:
  std::string_view bytes_;
  size_t at_ = 0;
  uint64_t bits_ = 0;
  unsigned count_ = 0;
};

// Codes of symbols. Most are found by their first bits.
class Bzip2Codes {
 public:
  // False when the lengths are not those of a code.
  bool make(const uint8_t* lengths, unsigned symbols) {
    std::array<uint32_t, kMostBzip2Length + 2> counts = {};
    for (unsigned i = 0; i < symbols; ++i) ++counts[lengths[i]];
    uint32_t code = 0;
    uint32_t index = 0;
    for (unsigned length = 1; length <= kMostBzip2Length; ++length) {
      first_code_[length] = code;
      first_index_[length] = index;
      code += counts[length];
      index += counts[length];
      if (code > uint32_t{1} << length) return false;
      limits_[length] = code << (kMostBzip2Length - length);
      code <<= 1;
    }
    std::array<uint32_t, kMostBzip2Length + 1> next = first_index_;
    for (unsigned i = 0; i < symbols; ++i) {
      sorted_[next[lengths[i]]++] = static_cast<uint16_t>(i);
    }
    short_.fill(0);
    for (unsigned length = 1; length <= kShort; ++length) {
      for (uint32_t i = 0; i < counts[length]; ++i) {
        const uint16_t entry = static_cast<uint16_t>(
            sorted_[first_index_[length] + i] << 5 | length);
        const uint32_t from = (first_code_[length] + i) << (kShort - length);
        std::fill_n(short_.begin() + from, uint32_t{1} << (kShort - length),
                    entry);
      }
    }
    return true;
  }
  // The symbol of the next bits, 20 of which are at hand; kMostBzip2Symbols
  // when they are no code.
  unsigned take(Bzip2Bits& bits) const {
    const uint16_t entry = short_[bits.peek(kShort)];
    if (entry != 0) {
      bits.skip(entry & 31);
      return entry >> 5;
    }
    const uint32_t next = bits.peek(kMostBzip2Length);
    for (unsigned length = kShort + 1; length <= kMostBzip2Length; ++length) {
      if (next >= limits_[length]) continue;
      bits.skip(length);
      return sorted_[first_index_[length] +
                     (next >> (kMostBzip2Length - length)) -
                     first_code_[length]];
    }
    return kMostBzip2Symbols;
  }

 private:
  static constexpr unsigned kShort = 10;

  std::array<uint16_t, 1 << kShort> short_;  // symbol << 5 | length; 0: longer
  std::array<uint16_t, kMostBzip2Symbols> sorted_;
  std::array<uint32_t, kMostBzip2Length + 1> first_code_ = {};
  std::array<uint32_t, kMostBzip2Length + 1> first_index_ = {};
  // The first bits, to the longest length, that are no code of a length.
  std::array<uint32_t, kMostBzip2Length + 1> limits_ = {};
};

// Repeats the runs of a text: after four equal bytes, a byte says how many more
// there are.
void repeat_bzip2_runs(const uint8_t* text, size_t size, std::string& out) {
  out.clear();
  const char* bytes = reinterpret_cast<const char*>(text);
  size_t begin = 0;
  size_t at = 0;
  while (at + 4 < size) {
    if (at + 8 <= size) {
      // A byte of `pairs` is zero where two neighbours are equal.
      uint64_t word = 0;
      std::memcpy(&word, text + at, 8);
      const uint64_t pairs = (word ^ (word >> 8)) | uint64_t{0xFF} << 56;
      const uint64_t zeros =
          ~(((pairs & 0x7F7F7F7F7F7F7F7F) + 0x7F7F7F7F7F7F7F7F) | pairs |
            0x7F7F7F7F7F7F7F7F);
      const uint64_t runs = zeros & (zeros >> 8) & (zeros >> 16);
      if (runs == 0) {
        at += 5;
        continue;
      }
      at += static_cast<size_t>(std::countr_zero(runs)) / 8;
      if (at + 4 >= size) break;
    } else if (text[at] != text[at + 1] || text[at] != text[at + 2] ||
               text[at] != text[at + 3]) {
      ++at;
      continue;
    }
    out.append(bytes + begin, at + 4 - begin);
    out.append(text[at + 4], bytes[at]);
    at += 5;
    begin = at;
  }
  out.append(bytes + begin, size - begin);
}

// The sum of a block has the bits of gzip's in reverse.
uint32_t bzip2_sum(std::string_view bytes) {
  static const std::array<uint8_t, 256> kReversed = [] {
    std::array<uint8_t, 256> table = {};
    for (unsigned i = 0; i < 256; ++i) {
      for (unsigned bit = 0; bit < 8; ++bit) {
        table[i] |= static_cast<uint8_t>((i >> bit & 1) << (7 - bit));
      }
    }
    return table;
  }();
  std::array<uint8_t, 4096> part;
  uint32_t sum = 0;
  while (!bytes.empty()) {
    const size_t size = std::min(bytes.size(), part.size());
    for (size_t i = 0; i < size; ++i) {
      part[i] = kReversed[static_cast<unsigned char>(bytes[i])];
    }
    sum = libdeflate_crc32(sum, part.data(), size);
    bytes.remove_prefix(size);
  }
  uint32_t reversed = 0;
  for (unsigned i = 0; i < 4; ++i) {
    reversed = reversed << 8 | kReversed[sum >> (8 * i) & 0xFF];
  }
  return reversed;
}

class Bzip2Decoder {
 public:
  // False when these bits are no block, or a block with another sum.
  bool decode(std::string_view bytes, uint64_t begin, uint64_t end,
              std::string& out) {
    Bzip2Bits bits(bytes, begin + kBzip2Magic);
    const uint32_t sum = bits.take(32);
    bits.take(1);  // randomised: see decode_bzip2_block()
    const uint32_t origin = bits.take(24);
    if (!read_codes(bits) || !read_text(bits) || bits.position() != end) {
      return false;
    }
    if (origin >= size_) return false;
    order_.restore(text_, size_, origin, counts_);
    repeat_bzip2_runs(text_.data(), size_, out);
    return bzip2_sum(out) == sum;
  }

 private:
  bool read_codes(Bzip2Bits& bits) {
    bytes_used_ = 0;
    const uint32_t rows = bits.take(16);
    for (unsigned row = 0; row < 16; ++row) {
      if ((rows >> (15 - row) & 1) == 0) continue;
      const uint32_t columns = bits.take(16);
      for (unsigned column = 0; column < 16; ++column) {
        if ((columns >> (15 - column) & 1) != 0) {
          recent_[bytes_used_++] = static_cast<uint8_t>(row * 16 + column);
        }
      }
    }
    if (bytes_used_ == 0) return false;
    const uint32_t tables = bits.take(3);
    if (tables < 2 || tables > kMostBzip2Tables) return false;
    const uint32_t selectors = bits.take(15);
    if (selectors == 0) return false;
    std::array<uint8_t, kMostBzip2Tables> order = {0, 1, 2, 3, 4, 5};
    selectors_.clear();
    for (uint32_t i = 0; i < selectors; ++i) {
      bits.refill();
      const auto place = static_cast<unsigned>(
          std::countl_one(bits.peek(kMostBzip2Tables) << 26));
      if (place >= tables) return false;
      bits.skip(place + 1);
      std::rotate(order.begin(), order.begin() + place,
                  order.begin() + place + 1);
      selectors_.push_back(order[0]);
    }
    const unsigned symbols = bytes_used_ + 2;
    for (uint32_t i = 0; i < tables; ++i) {
      std::array<uint8_t, kMostBzip2Symbols> lengths = {};
      uint32_t length = bits.take(5);
      for (unsigned symbol = 0; symbol < symbols; ++symbol) {
        for (;;) {
          if (length < 1 || length > kMostBzip2Length) return false;
          if (bits.take(1) == 0) break;
          if (bits.take(1) == 0) {
            ++length;
          } else {
            --length;
          }
        }
        lengths[symbol] = static_cast<uint8_t>(length);
      }
      if (!tables_[i].make(lengths.data(), symbols)) return false;
    }
    return true;
  }

  // Reads the symbols to text_: bytes by how recent they are, and runs.
  bool read_text(Bzip2Bits& bits) {
    text_.resize(kMostBzip2Text);
    counts_.fill(0);
    size_ = 0;
    const unsigned last = bytes_used_ + 1;  // ends the text
    uint32_t run = 0;
    uint32_t digit = 1;  // of the run; each is 1 or 2, the lowest first
    for (uint8_t selector : selectors_) {
      const Bzip2Codes& table = tables_[selector];
      for (unsigned i = 0; i < kBzip2Group; ++i) {
        bits.refill();
        const unsigned symbol = table.take(bits);
        if (symbol <= 1) {
          run += digit << symbol;
          if (run > kMostBzip2Text) return false;
          digit <<= 1;
          continue;
        }
        if (run > 0) {
          if (run > kMostBzip2Text - size_) return false;
          std::memset(text_.data() + size_, recent_[0], run);
          counts_[recent_[0]] += run;
          size_ += run;
          run = 0;
          digit = 1;
        }
        if (symbol >= last) return symbol == last;
        if (size_ == kMostBzip2Text) return false;
        const uint8_t byte = recent(symbol - 1);
        text_[size_++] = byte;
        ++counts_[byte];
      }
    }
    return false;  // without an end
  }

  // The byte at this place of the recent ones, which becomes the first.
  uint8_t recent(unsigned place) {
    const uint8_t byte = recent_[place];
    if (place < 16) {
      for (unsigned i = place; i > 0; --i) recent_[i] = recent_[i - 1];
    } else {
      std::memmove(recent_.data() + 1, recent_.data(), place);
    }
    recent_[0] = byte;
    return byte;
  }

  std::array<uint8_t, 256> recent_;
  unsigned bytes_used_ = 0;
  std::vector<uint8_t> selectors_;
  std::array<Bzip2Codes, kMostBzip2Tables> tables_;
  std::array<uint32_t, 256> counts_;
  std::vector<uint8_t> text_;
  size_t size_ = 0;
  Bzip2Order order_;
};

}  // namespace

bool decode_bzip2_block(std::string_view bytes, uint64_t begin, uint64_t end,
                        std::string& out) {
  constexpr unsigned kHead = kBzip2Magic + kBzip2Sum + 1;
  if (end < begin + kHead) {
    out.clear();
    return false;
  }
  bytes = bytes.substr(0, (end + 7) / 8);
  const bool randomised = bits_at(bytes, begin + kHead - 1, 1) != 0;
  if (randomised) return decode_by_libbz2(bytes, begin, end, out);
  thread_local std::unique_ptr<Bzip2Decoder> decoder;
  if (decoder == nullptr) decoder = std::make_unique<Bzip2Decoder>();
  if (decoder->decode(bytes, begin, end, out)) return true;
  out.clear();
  return false;
}

}  // namespace wax::io
