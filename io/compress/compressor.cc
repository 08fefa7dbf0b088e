#include "io/compress/compressor.h"

#include <libdeflate.h>
#include <zdict.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <new>
#include <utility>
#include <vector>

#include "io/compress/inflater.h"
#include "io/error.h"
#include "io/ordered_pool.h"

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

constexpr size_t kLargest = 1024 * 1024;
constexpr size_t kBatch = 256 * 1024;

// Members to compress, and the result.
struct Batch {
  std::string bytes;
  std::vector<size_t> sizes;
  std::string compressed;
};

// Where a Compressor's members go, one batch after the other.
class BatchOutput final : public Output {
 public:
  void write(std::string_view bytes) override {
    batch_->compressed.append(bytes);
  }
  void flush() override {}
  void finish() override {}
  void use(Batch& batch) { batch_ = &batch; }

 private:
  Batch* batch_ = nullptr;
};

class BatchCompressor {
 public:
  BatchCompressor(Compression compression, int level,
                  std::string_view dictionary)
      : compressor_(output_, compression, level, dictionary) {}

  void compress(Batch& batch) {
    output_.use(batch);
    std::string_view rest = batch.bytes;
    for (size_t size : batch.sizes) {
      compressor_.start_member(size);
      compressor_.write(rest.substr(0, size));
      compressor_.end_member();
      rest.remove_prefix(size);
    }
  }

 private:
  BatchOutput output_;
  Compressor compressor_;
};

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
  explicit Gzip(int asked) : level(checked_level(asked, 6, 9)), out(kOutBlock) {
    if (deflateInit2(&stream, level, Z_DEFLATED, MAX_WBITS + 16, 8,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~Gzip() {
    deflateEnd(&stream);
    libdeflate_free_compressor(packer);
  }
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

  // The member that is held.
  std::string_view pack() {
    if (packer == nullptr) packer = libdeflate_alloc_compressor(level);
    if (packer == nullptr) throw std::bad_alloc();
    packed.resize(libdeflate_gzip_compress_bound(packer, held.size()));
    const size_t size = libdeflate_gzip_compress(
        packer, held.data(), held.size(), packed.data(), packed.size());
    if (size == 0) throw Error("gzip: a member did not fit");
    return std::string_view(packed).substr(0, size);
  }

  int level;
  z_stream stream{};
  std::vector<Bytef> out;
  libdeflate_compressor* packer = nullptr;
  std::string held;
  std::string packed;
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
  is_held_ = at_once_ && gzip_ && size <= kLargest;
  if (is_held_) {
    gzip_->held.clear();
    return;
  }
  if (gzip_) deflateReset(&gzip_->stream);
  if (zstd_) {
    ZSTD_CCtx_reset(zstd_->context, ZSTD_reset_session_only);
    ZSTD_CCtx_setPledgedSrcSize(zstd_->context, size);
  }
}

void Compressor::write(std::string_view bytes) {
  if (is_held_) {
    gzip_->held.append(bytes);
    return;
  }
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
  if (is_held_) return put(gzip_->pack());
  auto out = [this](std::string_view made) { put(made); };
  if (gzip_) gzip_->step({}, Z_FINISH, out);
  if (zstd_) zstd_->step({}, ZSTD_e_end, out);
}

std::string train_dictionary(std::string_view samples,
                             std::span<const size_t> sizes) {
  constexpr size_t kMost = 110 * 1024;
  std::string dictionary(kMost, '\0');
  size_t size =
      ZDICT_trainFromBuffer(dictionary.data(), kMost, samples.data(),
                            sizes.data(), static_cast<unsigned>(sizes.size()));
  dictionary.resize(ZDICT_isError(size) ? 0 : size);
  return dictionary;
}

std::string dictionary_frame(std::string_view dictionary) {
  constexpr int kLevel = 19;
  std::string compressed(ZSTD_compressBound(dictionary.size()), '\0');
  size_t size = ZSTD_compress(compressed.data(), compressed.size(),
                              dictionary.data(), dictionary.size(), kLevel);
  if (ZSTD_isError(size)) throw Error(ZSTD_getErrorName(size));
  compressed.resize(size);
  std::string frame(kDictionaryFrame);
  for (int shift : {0, 8, 16, 24}) {
    frame += static_cast<char>(size >> shift & 0xff);
  }
  return frame + compressed;
}

struct CompressionPool::State {
  State(Output& to, Compression compression, int level,
        std::string_view dictionary, size_t jobs)
      : output(&to),
        alone(to, compression, level, dictionary),
        threads(compression == Compression::kNone || jobs <= 1 ? 0 : jobs),
        batches(threads, [this](Batch& next, size_t thread) {
          compressors[thread]->compress(next);
        }) {
    // The caller's is one more.
    while (compressors.size() <= threads) {
      compressors.push_back(
          std::make_unique<BatchCompressor>(compression, level, dictionary));
    }
  }

  void hand_over() {
    if (batch.sizes.empty()) return;
    batches.put(std::exchange(batch, {}));
    drain(2 * threads);
  }

  // Takes and writes batches until no more than `most` are in the pool.
  void drain(size_t most) {
    while (batches.size() > most) {
      std::string compressed = batches.take().compressed;
      output->write(compressed);
      written += compressed.size();
    }
  }

  Output* output;
  Compressor alone;  // for large members
  std::vector<std::unique_ptr<BatchCompressor>> compressors;
  size_t threads;
  bool large = false;  // the current member is
  size_t before = 0;   // bytes of the batch before the current member
  uint64_t written = 0;
  Batch batch;
  OrderedPool<Batch> batches;  // last: its threads use the compressors
};

CompressionPool::CompressionPool(Output& output, Compression compression,
                                 int level, std::string_view dictionary,
                                 size_t jobs)
    : state_(std::make_unique<State>(output, compression, level, dictionary,
                                     jobs)) {}
CompressionPool::~CompressionPool() = default;

void CompressionPool::start_member(uint64_t size) {
  state_->large = size > kLargest;
  state_->before = state_->batch.bytes.size();
  if (!state_->large) return;
  finish();
  state_->alone.start_member(size);
}

void CompressionPool::write(std::string_view bytes) {
  if (state_->large) {
    state_->alone.write(bytes);
  } else {
    state_->batch.bytes.append(bytes);
  }
}

void CompressionPool::end_member() {
  if (state_->large) {
    state_->alone.end_member();
    return;
  }
  Batch& batch = state_->batch;
  batch.sizes.push_back(batch.bytes.size() - state_->before);
  if (batch.bytes.size() >= kBatch) state_->hand_over();
}

void CompressionPool::finish() {
  state_->hand_over();
  state_->drain(0);
}

uint64_t CompressionPool::written() const {
  return state_->written + state_->alone.written();
}

}  // namespace wax::io
