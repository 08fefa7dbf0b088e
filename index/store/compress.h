// Long stored values, zlib-compressed.
#pragma once

#include <string>
#include <string_view>

struct libdeflate_compressor;

namespace wax::index {

class Deflater {
 public:
  Deflater();
  ~Deflater();
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;

  // Appends to `out`. The same bytes always give the same value.
  void compress(std::string_view bytes, std::string& out);

 private:
  libdeflate_compressor* compressor_;
};

// False when `bytes` are not such a value.
[[nodiscard]] bool inflate_value(std::string_view bytes, std::string& out);

}  // namespace wax::index
