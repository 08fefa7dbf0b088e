#include "io/compress/text_dictionary.h"

// For a trainer that takes a hundredth of the time of the others.
#define ZDICT_STATIC_LINKING_ONLY
#include <zdict.h>
#include <zlib.h>
#include <zstd.h>

#include <new>

#include "io/crc32.h"

namespace wax::io {
namespace {

// On text of pages, higher levels save little and take much longer.
constexpr int kZstdLevel = 3;
constexpr size_t kDictionarySize = 112 << 10;
// zstd makes four bytes of 128 KiB at best.
constexpr uint64_t kBestRatio = 32768;

bool inflate(std::string_view bytes, std::string& out) {
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

ZSTD_DCtx* zstd_of_thread() {
  thread_local std::unique_ptr<ZSTD_DCtx, size_t (*)(ZSTD_DCtx*)> zstd(
      ::ZSTD_createDCtx(), ::ZSTD_freeDCtx);
  if (!zstd) throw std::bad_alloc();
  return zstd.get();
}

}  // namespace

std::unique_ptr<TextDictionary> TextDictionary::train(
    std::string_view samples, std::span<const size_t> sizes) {
  ZDICT_fastCover_params_t how{};
  how.k = 200;
  how.d = 8;
  how.f = 18;
  how.accel = 1;
  how.zParams.compressionLevel = kZstdLevel;
  // A number of two bytes out of the range of registered ones.
  how.zParams.dictID = 32768 + crc32(samples) % 32768;
  std::string bytes(kDictionarySize, '\0');
  size_t size = ::ZDICT_trainFromBuffer_fastCover(
      bytes.data(), bytes.size(), samples.data(), sizes.data(),
      static_cast<unsigned>(sizes.size()), how);
  if (::ZDICT_isError(size)) return nullptr;
  bytes.resize(size);
  std::unique_ptr<TextDictionary> made(new TextDictionary(std::move(bytes)));
  made->for_writing_ =
      ::ZSTD_createCDict(made->bytes_.data(), made->bytes_.size(), kZstdLevel);
  if (made->for_writing_ == nullptr) throw std::bad_alloc();
  return made;
}

std::unique_ptr<TextDictionary> TextDictionary::of(std::string bytes) {
  std::unique_ptr<TextDictionary> made(new TextDictionary(std::move(bytes)));
  if (::ZSTD_getDictID_fromDict(made->bytes_.data(), made->bytes_.size()) ==
      0) {
    return nullptr;
  }
  made->for_reading_ =
      ::ZSTD_createDDict(made->bytes_.data(), made->bytes_.size());
  return made->for_reading_ != nullptr ? std::move(made) : nullptr;
}

TextDictionary::~TextDictionary() {
  ::ZSTD_freeCDict(for_writing_);
  ::ZSTD_freeDDict(for_reading_);
}

FrameCompressor::FrameCompressor() : zstd_(::ZSTD_createCCtx()) {
  if (zstd_ == nullptr) throw std::bad_alloc();
  ::ZSTD_CCtx_setParameter(zstd_, ZSTD_c_compressionLevel, kZstdLevel);
  ::ZSTD_CCtx_setParameter(zstd_, ZSTD_c_dictIDFlag, 0);
}

FrameCompressor::~FrameCompressor() { ::ZSTD_freeCCtx(zstd_); }

void FrameCompressor::compress(std::string_view bytes,
                               const TextDictionary* dictionary,
                               std::string& out) {
  size_t before = out.size();
  size_t most = ::ZSTD_compressBound(bytes.size());
  out.resize(before + most);
  ::ZSTD_CCtx_refCDict(
      zstd_, dictionary != nullptr ? dictionary->for_writing_ : nullptr);
  size_t size = ::ZSTD_compress2(zstd_, out.data() + before, most, bytes.data(),
                                 bytes.size());
  if (::ZSTD_isError(size)) throw std::bad_alloc();
  out.resize(before + size);
}

bool decompress_frame(std::string_view frame, uint64_t size,
                      const TextDictionary* dictionary, std::string& out) {
  if (::ZSTD_getFrameContentSize(frame.data(), frame.size()) != size ||
      size / kBestRatio > frame.size()) {
    return false;
  }
  out.resize(size);
  size_t got = ::ZSTD_decompress_usingDDict(
      zstd_of_thread(), out.data(), size, frame.data(), frame.size(),
      dictionary != nullptr ? dictionary->for_reading_ : nullptr);
  return got == size;
}

bool decompress_value(std::string_view bytes, std::string& out) {
  return inflate(bytes, out);
}

}  // namespace wax::io
