#include <zlib.h>

#include <algorithm>
#include <array>
#include <new>

#include "io/compress/gzip_format.h"
#include "io/compress/inflater.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace wax::io {
namespace {

constexpr size_t kIsize = 4;
// Stored bytes in which the head of a record is looked for.
constexpr size_t kHead = 8 * 1024;
constexpr size_t kStep = 64 * 1024;
// A stored block and its header, which are looked at after a place.
constexpr size_t kStored = 4 + 65535;
// Stored bytes that show whether data go on.
constexpr size_t kSample = 512;

// The bytes that a boundary is known by.
struct Marks {
  explicit Marks(uint32_t isize) {
    for (size_t i = 0; i < kIsize; ++i) {
      size[i] = static_cast<char>(isize >> (8 * i));
    }
  }
  [[nodiscard]] std::string_view sizes() const {
    return {size.data(), size.size()};
  }
  std::array<char, kIsize> size;
};

// The first place from `at` on that a size stands before or a member seems to
// begin at; npos when there is none. What begins in the last bytes is not seen.
size_t next_place(std::string_view bytes, size_t at, const Marks& marks) {
  auto place = [&](size_t i) -> size_t {
    std::string_view here = bytes.substr(i);
    if (here.starts_with("\x1f\x8b\x08")) return i;
    if (here.starts_with(marks.sizes())) return i + kIsize;
    return std::string_view::npos;
  };
#ifdef __SSE2__
  auto load = [&](size_t i) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes.data() + i));
  };
  const __m128i magic0 = _mm_set1_epi8('\x1f');
  const __m128i magic1 = _mm_set1_epi8('\x8b');
  const __m128i size0 = _mm_set1_epi8(marks.size[0]);
  const __m128i size1 = _mm_set1_epi8(marks.size[1]);
  for (; at + 17 <= bytes.size(); at += 16) {
    __m128i first = load(at);
    __m128i second = load(at + 1);
    __m128i found = _mm_or_si128(_mm_and_si128(_mm_cmpeq_epi8(first, magic0),
                                               _mm_cmpeq_epi8(second, magic1)),
                                 _mm_and_si128(_mm_cmpeq_epi8(first, size0),
                                               _mm_cmpeq_epi8(second, size1)));
    auto mask = static_cast<unsigned>(_mm_movemask_epi8(found));
    for (size_t i = at; mask != 0; mask >>= 1, ++i) {
      if (!(mask & 1)) continue;
      size_t found_at = place(i);
      if (found_at != std::string_view::npos) return found_at;
    }
  }
#endif
  for (; at < bytes.size(); ++at) {
    size_t found_at = place(at);
    if (found_at != std::string_view::npos) return found_at;
  }
  return std::string_view::npos;
}

// Whether two bytes from `at` on and the two after them are complements of
// each other, as the sizes of a stored block are: the first such place, or
// `end`.
size_t next_complement(std::string_view bytes, size_t at, size_t end) {
  auto is_one = [&](size_t i) {
    auto byte = [&](size_t n) { return static_cast<uint8_t>(bytes[n]); };
    return (byte(i) ^ byte(i + 2)) == 0xff &&
           (byte(i + 1) ^ byte(i + 3)) == 0xff;
  };
#ifdef __SSE2__
  auto load = [&](size_t i) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes.data() + i));
  };
  const __m128i ones = _mm_set1_epi8(-1);
  for (; at < end && at + 18 <= bytes.size(); at += 15) {
    __m128i found = _mm_cmpeq_epi8(_mm_xor_si128(load(at), load(at + 2)), ones);
    auto mask = static_cast<unsigned>(_mm_movemask_epi8(found));
    mask &= mask >> 1;
    for (size_t i = at; mask != 0; mask >>= 1, ++i) {
      if (mask & 1) return std::min(i, end);
    }
  }
#endif
  for (; at < end; ++at) {
    if (is_one(at)) return at;
  }
  return end;
}

// Whether `bytes` may be deflate data from the start of a block on, whatever
// the data before were.
bool may_be_blocks(std::string_view bytes) {
  constexpr size_t kWindow = 32 * 1024;
  constexpr unsigned char kType = 6;
  if (bytes.empty()) return true;
  // The commonest reason why not, for which nothing has to be set up.
  if ((static_cast<unsigned char>(bytes[0]) & kType) == kType) return false;
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  static const std::array<Bytef, kWindow> kBefore{};
  inflateSetDictionary(&stream, kBefore.data(), kWindow);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::array<Bytef, 4096> out;
  int code = Z_OK;
  while (code == Z_OK) {
    stream.next_out = out.data();
    stream.avail_out = static_cast<uInt>(out.size());
    code = inflate(&stream, Z_NO_FLUSH);
  }
  inflateEnd(&stream);
  return code == Z_BUF_ERROR || code == Z_STREAM_END;
}

bool may_be_end(std::string_view bytes) {
  return bytes.size() <= kGzipTrailer ||
         starts_gzip_member(bytes.substr(kGzipTrailer));
}

// Where "sl" says that the member ends.
bool pass_over_stated(FileSource& file, const Marks& marks,
                      const BeginsRecord& begins) {
  uint64_t start = file.offset();
  uint64_t stated = stated_member_size(file.peek(kSample));
  uint64_t all = 0;
  if (stated <= kGzipTrailer || !file.size(all) || stated > all - start ||
      !file.seek(start + stated - kIsize)) {
    return false;
  }
  std::string_view bytes = file.peek(kHead);
  bool good = bytes.starts_with(marks.sizes()) &&
              starts_gzip_member(bytes.substr(kIsize)) &&
              begins(bytes.substr(kIsize));
  file.consume(good ? kIsize : 0);
  return good;
}

}  // namespace

bool in_stored_block(std::string_view bytes, size_t at) {
  size_t from = at - std::min(at, kStored);
  size_t end = at >= kIsize ? at - kIsize + 1 : 0;
  for (; from < end; ++from) {
    from = next_complement(bytes, from, end);
    if (from == end) break;
    size_t block = from + 4;
    size_t behind = block + (little_endian(bytes.substr(from)) & 0xffff);
    if (behind <= at || behind > bytes.size()) continue;
    std::string_view rest = bytes.substr(behind, kSample);
    if (may_be_end(rest) || may_be_blocks(rest)) return true;
  }
  return false;
}

bool pass_over_gzip_member(FileSource& file, size_t head, uint64_t size,
                           const BeginsRecord& begins) {
  // Deflate adds less to what it cannot compress.
  constexpr uint64_t kAdded = 64 * 1024;
  constexpr uint64_t kMostSize = uint64_t{1} << 60;
  if (size > kMostSize) return false;
  const Marks marks(static_cast<uint32_t>(size));
  const uint64_t start = file.offset();
  if (pass_over_stated(file, marks, begins)) return true;
  if (file.offset() != start && !file.seek(start)) return false;
  const uint64_t farthest = start + size + size / 64 + kAdded;
  for (size_t at = std::max(head, kIsize);;) {
    std::string_view bytes = file.peek(at + kStep);
    // The last are looked at again with what follows them.
    size_t place = next_place(bytes, at, marks);
    if (place == std::string_view::npos) {
      if (bytes.size() < at + kStep) return false;
      at = bytes.size() - kIsize;
    } else {
      at = place;
      bytes = file.peek(at + kStored + kSample);
      std::string_view here = bytes.substr(at);
      bool sized = bytes.substr(at - kIsize).starts_with(marks.sizes());
      bool good = starts_gzip_member(here) && begins(here.substr(0, kHead));
      if (sized && good) {
        if (in_stored_block(bytes, at)) return false;
        file.consume(at);
        return true;
      }
      if (sized || good) return false;
      ++at;
    }
    if (file.offset() + at > farthest) return false;
    if (at > kStored + 16 * kStep) {
      file.consume(at - kStored - kIsize);
      at = kStored + kIsize;
    }
  }
}

}  // namespace wax::io
