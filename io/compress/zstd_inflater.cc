#define ZSTD_STATIC_LINKING_ONLY  // ZSTD_d_forceIgnoreChecksum
#include <zstd.h>
#include <zstd_errors.h>

#include <new>

#include "io/compress/inflater.h"

namespace wax::io {
namespace {

constexpr int kMaxWindowLog = 27;  // as much as `zstd -d` accepts

class ZstdInflater final : public Inflater {
 public:
  explicit ZstdInflater(std::string_view dictionary)
      : context_(ZSTD_createDCtx()) {
    if (context_ == nullptr) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(context_, ZSTD_d_windowLogMax, kMaxWindowLog);
    // A dictionary that is none shows at the frames that need it.
    static_cast<void>(ZSTD_DCtx_loadDictionary(context_, dictionary.data(),
                                               dictionary.size()));
  }
  ~ZstdInflater() override { ZSTD_freeDCtx(context_); }
  ZstdInflater(const ZstdInflater&) = delete;
  ZstdInflater& operator=(const ZstdInflater&) = delete;

  void start() override {
    restart(false);
    untouched_ = true;
  }

  Step step(std::string_view in, char* out, size_t room) override {
    ZSTD_inBuffer given{in.data(), in.size(), 0};
    ZSTD_outBuffer made{out, room, 0};
    size_t left = ZSTD_decompressStream(context_, &made, &given);
    // A frame that was inflated at once keeps its content.
    if (ZSTD_getErrorCode(left) == ZSTD_error_checksum_wrong && untouched_) {
      restart(true);
      given.pos = made.pos = 0;
      left = ZSTD_decompressStream(context_, &made, &given);
    }
    untouched_ = false;
    if (ZSTD_isError(left)) return {0, 0, State::kBad};
    State end = bad_sum_ ? State::kBadSum : State::kEnd;
    return {given.pos, made.pos, left == 0 ? end : State::kMore};
  }

  bool starts_member(std::string_view bytes) const override {
    return bytes.starts_with("\x28\xb5\x2f\xfd");
  }
  uint64_t skippable(std::string_view bytes) const override {
    return skippable_frame(bytes);
  }
  size_t probe() const override { return kHeader + ZSTD_BLOCKSIZE_MAX; }
  std::string_view name() const override { return "zstd"; }

 private:
  static constexpr size_t kHeader = 32;

  void restart(bool ignore_sum) {
    ZSTD_DCtx_reset(context_, ZSTD_reset_session_only);
    bad_sum_ = ignore_sum;
    ZSTD_DCtx_setParameter(
        context_, ZSTD_d_forceIgnoreChecksum,
        ignore_sum ? ZSTD_d_ignoreChecksum : ZSTD_d_validateChecksum);
  }

  ZSTD_DCtx* context_;
  bool untouched_ = true;  // nothing of the frame is read
  bool bad_sum_ = false;
};

}  // namespace

uint64_t skippable_frame(std::string_view bytes) {
  if (bytes.size() < kSkippableHeader ||
      (static_cast<unsigned char>(bytes[0]) & 0xf0) != 0x50 ||
      bytes.substr(1, 3) != "\x2a\x4d\x18") {
    return 0;
  }
  uint64_t size = 0;
  for (size_t i = kSkippableHeader; i-- > 4;) {
    size = size << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return kSkippableHeader + size;
}

std::optional<std::string> zstd_dictionary(std::string_view frame) {
  std::string_view content = frame.substr(kSkippableHeader);
  if (!content.starts_with("\x28\xb5\x2f\xfd")) return std::string(content);
  std::string dictionary;
  ZstdInflater inflater("");
  inflater.start();
  for (auto state = Inflater::State::kMore; state != Inflater::State::kEnd;) {
    size_t size = dictionary.size();
    if (size > kMaxDictionary) return {};
    dictionary.resize(size + 64 * 1024);
    auto step = inflater.step(content, dictionary.data() + size, 64 * 1024);
    dictionary.resize(size + step.produced);
    content.remove_prefix(step.consumed);
    state = step.state;
    bool stuck = step.produced == 0 && content.empty();
    if (state == Inflater::State::kBad || state == Inflater::State::kBadSum ||
        (stuck && state == Inflater::State::kMore)) {
      return {};
    }
  }
  return dictionary;
}

std::unique_ptr<Inflater> zstd_inflater(std::string_view dictionary) {
  return std::make_unique<ZstdInflater>(dictionary);
}

}  // namespace wax::io
