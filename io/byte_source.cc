#include "io/byte_source.h"

#include <algorithm>
#include <cstring>

namespace wax::io {

size_t ByteSource::read_into(char* out, size_t n) {
  size_t done = 0;
  while (done < n) {
    std::string_view bytes = peek();
    if (bytes.empty()) break;
    size_t part = std::min(bytes.size(), n - done);
    std::memcpy(out + done, bytes.data(), part);
    consume(part);
    done += part;
  }
  return done;
}

uint64_t skip(ByteSource& source, uint64_t n) {
  uint64_t done = 0;
  while (done < n) {
    std::string_view bytes = source.peek();
    if (bytes.empty()) break;
    auto part = static_cast<size_t>(std::min<uint64_t>(bytes.size(), n - done));
    source.consume(part);
    done += part;
  }
  return done;
}

std::string read_all(ByteSource& source, uint64_t limit) {
  std::string all;
  while (all.size() < limit) {
    std::string_view bytes = source.peek();
    if (bytes.empty()) break;
    auto part = static_cast<size_t>(
        std::min<uint64_t>(bytes.size(), limit - all.size()));
    all.append(bytes.data(), part);
    source.consume(part);
  }
  return all;
}

std::string_view LimitedSource::peek(size_t at_least) {
  if (left_ == 0) return {};
  auto wanted = static_cast<size_t>(std::min<uint64_t>(at_least, left_));
  std::string_view bytes = source_->peek(wanted);
  return bytes.substr(
      0, static_cast<size_t>(std::min<uint64_t>(bytes.size(), left_)));
}

void LimitedSource::consume(size_t n) {
  source_->consume(n);
  left_ -= n;
}

}  // namespace wax::io
