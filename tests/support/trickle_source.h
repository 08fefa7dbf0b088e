// Bytes in memory as the meanest ByteSource would show them.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include "io/byte_source.h"

namespace wax::tests {

// Shows `piece` bytes, or as many as are asked for, and never the same memory
// twice, so that the address sanitizer finds whoever uses an old view.
class TrickleSource final : public io::ByteSource {
 public:
  TrickleSource(std::string_view bytes, size_t piece)
      : rest_(bytes), piece_(piece) {}

  std::string_view peek(size_t at_least) override {
    size_t size = std::min(std::max(at_least, piece_), rest_.size());
    shown_ = std::make_unique<char[]>(size);
    std::copy_n(rest_.data(), size, shown_.get());
    return {shown_.get(), size};
  }
  void consume(size_t n) override {
    shown_.reset();
    rest_.remove_prefix(n);
  }
  [[nodiscard]] std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  size_t piece_;
  std::unique_ptr<char[]> shown_;
};

}  // namespace wax::tests
