// Inflates all members of files and does nothing else: inflate LIBRARY FILES.
#include <libdeflate.h>
#include <zlib.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  const bool with_zlib = argc > 1 && std::string(argv[1]) == "zlib";
  std::vector<char> out(64 << 20);
  auto* whole = libdeflate_alloc_decompressor();
  z_stream stream{};
  inflateInit2(&stream, MAX_WBITS + 16);
  for (int i = 2; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary | std::ios::ate);
    std::vector<char> in(static_cast<size_t>(file.tellg()));
    file.seekg(0).read(in.data(), static_cast<std::streamsize>(in.size()));
    for (size_t at = 0; at < in.size();) {
      size_t used = 0;
      size_t made = 0;
      if (with_zlib) {
        inflateReset(&stream);
        stream.next_in = reinterpret_cast<Bytef*>(in.data() + at);
        stream.avail_in = static_cast<uInt>(in.size() - at);
        stream.next_out = reinterpret_cast<Bytef*>(out.data());
        stream.avail_out = static_cast<uInt>(out.size());
        if (inflate(&stream, Z_FINISH) != Z_STREAM_END) return 1;
        used = in.size() - at - stream.avail_in;
      } else if (libdeflate_gzip_decompress_ex(
                     whole, in.data() + at, in.size() - at, out.data(),
                     out.size(), &used, &made) != LIBDEFLATE_SUCCESS) {
        return 1;
      }
      at += used;
    }
  }
}
