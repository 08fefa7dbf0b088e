#include "io/compress/compressor.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <new>
#include <string>
#include <vector>

#include "io/error.h"

namespace wax::io {
namespace {

constexpr size_t kOutBlock = 64 * 1024;

int checked_level(int level, int usual, int most) {
  if (level == 0) return usual;
  if (level < 1 || level > most) {
    throw UsageError("--level must be from 1 to " + std::to_string(most));
  }
  return level;
}

}  // namespace

std::string_view file_suffix(Compression compression) {
  switch (compression) {
    case Compression::kNone:
      return "";
    case Compression::kGzip:
      return ".gz";
    case Compression::kZstd:
      return ".zst";
  }
  return "";
}

struct Compressor::Gzip {
  explicit Gzip(int level) : out(kOutBlock) {
    if (deflateInit2(&stream, checked_level(level, 6, 9), Z_DEFLATED,
                     MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~Gzip() { deflateEnd(&stream); }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  // Calls put(made) for what comes out.
  template <typename Put>
  void step(std::string_view bytes, int flush, Put put) {
    do {
      // zlib counts in 32 bits.
      size_t part = std::min<size_t>(bytes.size(), 1U << 30);
      stream.next_in =
          reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
      stream.avail_in = static_cast<uInt>(part);
      do {
        stream.next_out = out.data();
        stream.avail_out = static_cast<uInt>(out.size());
        deflate(&stream, flush);
        put(std::string_view(reinterpret_cast<char*>(out.data()),
                             out.size() - stream.avail_out));
      } while (stream.avail_out == 0);
      bytes.remove_prefix(part);
    } while (!bytes.empty());
  }

  z_stream stream{};
  std::vector<Bytef> out;
};

struct Compressor::Zstd {
  Zstd(int level, std::string_view dictionary)
      : context(ZSTD_createCCtx()), out(kOutBlock) {
    if (context == nullptr) throw std::bad_alloc();
    int checked = 0;
    try {
      checked = checked_level(level, 3, 19);
    } catch (...) {
      ZSTD_freeCCtx(context);
      throw;
    }
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, checked);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    ZSTD_CCtx_loadDictionary(context, dictionary.data(), dictionary.size());
  }
  ~Zstd() { ZSTD_freeCCtx(context); }
  Zstd(const Zstd&) = delete;
  Zstd& operator=(const Zstd&) = delete;

  template <typename Put>
  void step(std::string_view bytes, ZSTD_EndDirective end, Put put) {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    for (;;) {
      ZSTD_outBuffer made{out.data(), out.size(), 0};
      size_t left = ZSTD_compressStream2(context, &made, &in, end);
      if (ZSTD_isError(left)) {
        throw Error(std::string("zstd: ") + ZSTD_getErrorName(left));
      }
      put(std::string_view(out.data(), made.pos));
      if (end == ZSTD_e_end ? left == 0 : in.pos == in.size) return;
    }
  }

  ZSTD_CCtx* context;
  std::vector<char> out;
};

Compressor::Compressor(Output& output, Compression compression, int level,
                       std::string_view dictionary)
    : output_(&output) {
  if (compression == Compression::kGzip) gzip_ = std::make_unique<Gzip>(level);
  if (compression == Compression::kZstd)
    zstd_ = std::make_unique<Zstd>(level, dictionary);
}
Compressor::~Compressor() = default;

void Compressor::put(std::string_view bytes) {
  if (bytes.empty()) return;
  output_->write(bytes);
  written_ += bytes.size();
}

void Compressor::start_member(uint64_t size) {
  if (gzip_) deflateReset(&gzip_->stream);
  if (zstd_) {
    ZSTD_CCtx_reset(zstd_->context, ZSTD_reset_session_only);
    ZSTD_CCtx_setPledgedSrcSize(zstd_->context, size);
  }
}

void Compressor::write(std::string_view bytes) {
  auto out = [this](std::string_view made) { put(made); };
  if (gzip_) {
    gzip_->step(bytes, Z_NO_FLUSH, out);
  } else if (zstd_) {
    zstd_->step(bytes, ZSTD_e_continue, out);
  } else {
    put(bytes);
  }
}

void Compressor::end_member() {
  auto out = [this](std::string_view made) { put(made); };
  if (gzip_) gzip_->step({}, Z_FINISH, out);
  if (zstd_) zstd_->step({}, ZSTD_e_end, out);
}

}  // namespace wax::io
