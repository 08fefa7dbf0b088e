// A buffer that bytes are appended to, and the numbers of index files.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>
#include <utility>

namespace wax::io {

// The longest VInt or VLong.
inline constexpr size_t kLongestVInt = 10;

// Writes seven bits a byte, the lowest first. Returns where it ends.
inline char* put_vint(char* out, uint64_t number) {
  while (number >= 0x80) {
    *out++ = static_cast<char>(number | 0x80);
    number >>= 7;
  }
  *out++ = static_cast<char>(number);
  return out;
}

// Reads a number that put_vint() wrote, and moves `at` past it. The bytes are
// our own: they are not checked.
inline uint64_t get_vint(const char*& at) {
  auto byte = static_cast<unsigned char>(*at++);
  uint64_t number = byte & 0x7F;
  for (int shift = 7; (byte & 0x80) != 0; shift += 7) {
    byte = static_cast<unsigned char>(*at++);
    number |= static_cast<uint64_t>(byte & 0x7F) << shift;
  }
  return number;
}

// Big-endian.
inline char* put_fixed(char* out, uint64_t number, int bytes) {
  for (int i = bytes; i-- > 0; number >>= 8) {
    out[i] = static_cast<char>(number);
  }
  return out + bytes;
}

// Holds bytes; grows without writing zeros first. kPadding bytes past the last
// one may be read; their values are undefined.
class ByteBuffer {
 public:
  static constexpr size_t kPadding = 16;

  [[nodiscard]] const char* data() const { return bytes_.get(); }
  [[nodiscard]] char* data() { return bytes_.get(); }
  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::string_view view() const { return {data(), size_}; }
  void clear() { size_ = 0; }
  // Keeps the first `size` bytes; there must be as many.
  void cut(size_t size) { size_ = size; }
  // Gives the memory back.
  void reset() { *this = ByteBuffer(); }

  // Room for so many bytes at the end; end_at() says which are used.
  [[nodiscard]] char* room(size_t bytes) {
    if (capacity_ - size_ < bytes + kPadding) grow(bytes);
    return bytes_.get() + size_;
  }
  void end_at(const char* end) {
    size_ = static_cast<size_t>(end - bytes_.get());
  }

  void append(std::string_view bytes) {
    if (bytes.empty()) return;
    std::memcpy(room(bytes.size()), bytes.data(), bytes.size());
    size_ += bytes.size();
  }
  void append(char byte, size_t times) {
    std::memset(room(times), byte, times);
    size_ += times;
  }
  void append_vint(uint64_t number) {
    end_at(put_vint(room(kLongestVInt), number));
  }
  void append_fixed(uint64_t number, int bytes) {
    end_at(put_fixed(room(8), number, bytes));
  }

  ByteBuffer() = default;
  ~ByteBuffer() = default;
  ByteBuffer(const ByteBuffer&) = delete;
  ByteBuffer& operator=(const ByteBuffer&) = delete;
  ByteBuffer(ByteBuffer&& other) noexcept
      : bytes_(std::move(other.bytes_)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  ByteBuffer& operator=(ByteBuffer&& other) noexcept {
    bytes_ = std::move(other.bytes_);
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, 0);
    return *this;
  }

 private:
  void grow(size_t bytes) {
    size_t wanted = size_ + bytes + kPadding;
    if (wanted < 2 * capacity_) wanted = 2 * capacity_;
    void* moved = std::realloc(bytes_.get(), wanted);
    if (moved == nullptr) throw std::bad_alloc();
    (void)bytes_.release();
    bytes_.reset(static_cast<char*>(moved));
    capacity_ = wanted;
  }

  struct Free {
    void operator()(char* bytes) const { std::free(bytes); }
  };
  std::unique_ptr<char, Free> bytes_;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace wax::io
