#include "index/store/compress.h"

#include <libdeflate.h>
#include <zlib.h>

#include <cstdint>
#include <new>

namespace wax::index {

namespace {

// On text of pages, higher levels save little and take twice as long.
constexpr int kDeflateLevel = 1;

}  // namespace

Deflater::Deflater()
    : compressor_(::libdeflate_alloc_compressor(kDeflateLevel)) {
  if (compressor_ == nullptr) throw std::bad_alloc();
}

Deflater::~Deflater() { ::libdeflate_free_compressor(compressor_); }

void Deflater::compress(std::string_view bytes, std::string& out) {
  size_t most = ::libdeflate_zlib_compress_bound(compressor_, bytes.size());
  size_t before = out.size();
  out.resize(before + most);
  size_t size = ::libdeflate_zlib_compress(
      compressor_, bytes.data(), bytes.size(), out.data() + before, most);
  out.resize(before + size);
}

bool inflate_value(std::string_view bytes, std::string& out) {
  z_stream stream{};
  if (::inflateInit(&stream) != Z_OK) throw std::bad_alloc();
  stream.next_in =
      const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  int code = Z_OK;
  while (code == Z_OK) {
    size_t before = out.size();
    out.resize(before + bytes.size() * 4 + 256);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + before);
    stream.avail_out = static_cast<uInt>(out.size() - before);
    code = ::inflate(&stream, Z_NO_FLUSH);
    out.erase(out.size() - stream.avail_out);
    if (code == Z_OK && stream.avail_in == 0 && stream.avail_out > 0) break;
  }
  ::inflateEnd(&stream);
  return code == Z_STREAM_END;
}

}  // namespace wax::index
