// Puts documents and frequencies of a term into blocks (block_file.h).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "index/store/block_file.h"
#include "io/byte_buffer.h"

namespace wax::index {

template <typename Number>
void append_little(Number number, io::ByteBuffer& out) {
  static_assert(std::endian::native == std::endian::little);
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  out.append({bytes, sizeof number});
}

class BlockEncoder {
 public:
  // Begins another term.
  void clear() {
    data_.clear();
    last_ = UINT32_MAX;
  }
  // Documents rise. Returns whether the block is full; then end_block() is due.
  bool add(uint32_t document, uint32_t frequency) {
    distances_[count_] = document - last_ - 1;
    frequencies_[count_] = frequency - 1;
    last_ = document;
    return ++count_ == TermBlocks::kDocuments;
  }
  void end_block() {
    unsigned bits = bits_of_greatest(distances_.data());
    unsigned frequency_bits = bits_of_greatest(frequencies_.data());
    data_.append(static_cast<char>(bits), 1);
    data_.append(static_cast<char>(frequency_bits), 1);
    append_packed(distances_.data(), bits);
    append_packed(frequencies_.data(), frequency_bits);
    distances_.fill(0);
    frequencies_.fill(0);
    count_ = 0;
  }

  [[nodiscard]] bool is_in_block() const { return count_ > 0; }
  [[nodiscard]] uint32_t last() const { return last_; }
  // The blocks that have ended.
  [[nodiscard]] uint64_t size() const { return data_.size(); }
  [[nodiscard]] std::string_view bytes() const { return data_.view(); }
  // Without the blocks, of which only bounds are kept.
  void drop() { data_.clear(); }

 private:
  void append_packed(const uint32_t* numbers, unsigned bits) {
    std::array<uint8_t, packed_size(32)> packed;
    pack(numbers, bits, packed.data());
    data_.append(
        {reinterpret_cast<const char*>(packed.data()), packed_size(bits)});
  }

  io::ByteBuffer data_;
  // The block that has begun.
  std::array<uint32_t, TermBlocks::kDocuments> distances_{};
  std::array<uint32_t, TermBlocks::kDocuments> frequencies_{};
  uint32_t count_ = 0;
  uint32_t last_ = UINT32_MAX;  // document
};

}  // namespace wax::index
