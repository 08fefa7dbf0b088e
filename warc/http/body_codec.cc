#include <brotli/decode.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstdint>
#include <new>

#include "text/ascii.h"
#include "warc/http/http_body.h"

namespace wax::warc {
namespace {

class ZlibCodec final : public BodyCodec {
 public:
  enum class Wrapper { kGzip, kZlib, kNone };

  explicit ZlibCodec(Wrapper wrapper) : wrapper_(wrapper) {
    int bits = wrapper == Wrapper::kGzip   ? MAX_WBITS + 16
               : wrapper == Wrapper::kZlib ? MAX_WBITS
                                           : -MAX_WBITS;
    if (inflateInit2(&stream_, bits) != Z_OK) throw std::bad_alloc();
  }
  ~ZlibCodec() override { inflateEnd(&stream_); }
  ZlibCodec(const ZlibCodec&) = delete;
  ZlibCodec& operator=(const ZlibCodec&) = delete;

  void reset() override { inflateReset(&stream_); }

  Step step(std::string_view in, char* out, size_t room, size_t& used,
            size_t& made) override {
    // zlib counts in 32 bits; what does not fit now comes with the next call.
    auto available = static_cast<uInt>(std::min<size_t>(in.size(), 1U << 30));
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    stream_.avail_in = available;
    stream_.next_out = reinterpret_cast<Bytef*>(out);
    stream_.avail_out = static_cast<uInt>(room);
    int code = inflate(&stream_, Z_NO_FLUSH);
    used = available - stream_.avail_in;
    made = room - stream_.avail_out;
    if (code == Z_STREAM_END) return Step::kEnd;
    return code == Z_OK || code == Z_BUF_ERROR ? Step::kMore : Step::kBad;
  }

  [[nodiscard]] bool plausible(std::string_view start) const override {
    if (wrapper_ == Wrapper::kNone) return true;
    auto byte = [&](size_t i) { return static_cast<unsigned char>(start[i]); };
    if (start.size() < 2) {
      return !start.empty() && wrapper_ == Wrapper::kGzip && byte(0) == 0x1f;
    }
    if (wrapper_ == Wrapper::kGzip) return byte(0) == 0x1f && byte(1) == 0x8b;
    return (byte(0) & 15) == Z_DEFLATED && (byte(0) << 8 | byte(1)) % 31 == 0;
  }
  [[nodiscard]] bool has_signature() const override {
    return wrapper_ != Wrapper::kNone;
  }
  [[nodiscard]] bool has_members() const override {
    return wrapper_ == Wrapper::kGzip;
  }

 private:
  Wrapper wrapper_;
  z_stream stream_{};
};

class BrotliCodec final : public BodyCodec {
 public:
  BrotliCodec() { reset(); }
  ~BrotliCodec() override { BrotliDecoderDestroyInstance(state_); }
  BrotliCodec(const BrotliCodec&) = delete;
  BrotliCodec& operator=(const BrotliCodec&) = delete;

  void reset() override {
    BrotliDecoderDestroyInstance(state_);
    state_ = BrotliDecoderCreateInstance(nullptr, nullptr, nullptr);
    if (state_ == nullptr) throw std::bad_alloc();
  }

  Step step(std::string_view in, char* out, size_t room, size_t& used,
            size_t& made) override {
    size_t in_left = in.size();
    auto next_in = reinterpret_cast<const uint8_t*>(in.data());
    size_t out_left = room;
    auto next_out = reinterpret_cast<uint8_t*>(out);
    BrotliDecoderResult result = BrotliDecoderDecompressStream(
        state_, &in_left, &next_in, &out_left, &next_out, nullptr);
    used = in.size() - in_left;
    made = room - out_left;
    if (result == BROTLI_DECODER_RESULT_SUCCESS) return Step::kEnd;
    return result == BROTLI_DECODER_RESULT_ERROR ? Step::kBad : Step::kMore;
  }

  [[nodiscard]] bool plausible(std::string_view) const override { return true; }
  [[nodiscard]] bool has_signature() const override { return false; }

 private:
  BrotliDecoderState* state_ = nullptr;
};

class ZstdCodec final : public BodyCodec {
 public:
  ZstdCodec() : context_(ZSTD_createDCtx()) {
    if (context_ == nullptr) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(context_, ZSTD_d_windowLogMax, kMostWindowBits);
  }
  ~ZstdCodec() override { ZSTD_freeDCtx(context_); }
  ZstdCodec(const ZstdCodec&) = delete;
  ZstdCodec& operator=(const ZstdCodec&) = delete;

  void reset() override { ZSTD_DCtx_reset(context_, ZSTD_reset_session_only); }

  Step step(std::string_view in, char* out, size_t room, size_t& used,
            size_t& made) override {
    ZSTD_inBuffer given{in.data(), in.size(), 0};
    ZSTD_outBuffer space{out, room, 0};
    size_t left = ZSTD_decompressStream(context_, &space, &given);
    used = given.pos;
    made = space.pos;
    if (ZSTD_isError(left)) return Step::kBad;
    return left == 0 ? Step::kEnd : Step::kMore;
  }

  [[nodiscard]] bool plausible(std::string_view start) const override {
    constexpr std::string_view kMagic = "\x28\xb5\x2f\xfd";
    return start.size() >= 2 &&
           start.substr(0, kMagic.size()) == kMagic.substr(0, start.size());
  }
  [[nodiscard]] bool has_signature() const override { return true; }
  [[nodiscard]] bool has_members() const override { return true; }

 private:
  static constexpr int kMostWindowBits = 27;  // as much as `zstd -d` takes

  ZSTD_DCtx* context_;
};

}  // namespace

std::vector<std::unique_ptr<BodyCodec>> codecs_of(std::string_view coding) {
  using Wrapper = ZlibCodec::Wrapper;
  std::vector<std::unique_ptr<BodyCodec>> codecs;
  if (text::equal_ignoring_case(coding, "gzip") ||
      text::equal_ignoring_case(coding, "x-gzip")) {
    codecs.push_back(std::make_unique<ZlibCodec>(Wrapper::kGzip));
  } else if (text::equal_ignoring_case(coding, "deflate")) {
    codecs.push_back(std::make_unique<ZlibCodec>(Wrapper::kZlib));
    codecs.push_back(std::make_unique<ZlibCodec>(Wrapper::kNone));
  } else if (text::equal_ignoring_case(coding, "br")) {
    codecs.push_back(std::make_unique<BrotliCodec>());
  } else if (text::equal_ignoring_case(coding, "zstd")) {
    codecs.push_back(std::make_unique<ZstdCodec>());
  }
  return codecs;
}

}  // namespace wax::warc
