// The front of deflate streams, inflated in steps: zlib inflates the same
// bytes, and nothing is written behind the end of the output buffer.
#include <zlib.h>

#include <algorithm>
#include <memory>
#include <string>

#include "fuzz/support/entry.h"
#include "io/compress/inflater.h"

namespace wax::fuzz {
namespace {

std::string front(std::string_view in, size_t room) {
  z_stream stream{};
  require(inflateInit2(&stream, -MAX_WBITS) == Z_OK);
  std::string out(room, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  while (stream.avail_out > 0 && inflate(&stream, Z_NO_FLUSH) == Z_OK) {
  }
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

}  // namespace

// The first byte is the step.
void run(std::string_view bytes) {
  if (bytes.empty()) return;
  size_t step = 1 + static_cast<unsigned char>(bytes[0]) * size_t{8};
  bytes.remove_prefix(1);
  io::DeflateHead head;
  head.start();
  std::unique_ptr<char[]> out;
  for (size_t enough = step; enough <= 8 * step; enough += step) {
    // To the byte, so that a write behind it is seen.
    auto grown = std::make_unique<char[]>(enough + io::DeflateHead::kSpare);
    std::copy_n(out.get(), head.produced(), grown.get());
    out = std::move(grown);
    auto state = head.inflate(bytes, out.get(), enough);
    if (state == io::DeflateHead::State::kUnknown) return;
    require(head.consumed() <= bytes.size());
    std::string_view made(out.get(), head.produced());
    require(front(bytes, made.size()) == made);
    if (state == io::DeflateHead::State::kEnd) return;
    require(made.size() >= enough);
  }
}

}  // namespace wax::fuzz
