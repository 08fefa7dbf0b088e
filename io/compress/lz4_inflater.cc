#include <lz4frame.h>

#include <new>

#include "io/compress/inflater.h"

namespace wax::io {
namespace {

class Lz4Inflater final : public Inflater {
 public:
  Lz4Inflater() {
    if (LZ4F_isError(
            LZ4F_createDecompressionContext(&context_, LZ4F_VERSION))) {
      throw std::bad_alloc();
    }
  }
  ~Lz4Inflater() override { LZ4F_freeDecompressionContext(context_); }
  Lz4Inflater(const Lz4Inflater&) = delete;
  Lz4Inflater& operator=(const Lz4Inflater&) = delete;

  void start() override {
    restart(false);
    untouched_ = true;
  }

  Step step(std::string_view in, char* out, size_t room) override {
    Step done;
    size_t left = decompress(in, out, room, done);
    // A frame that was inflated at once keeps its content.
    if (LZ4F_isError(left) && untouched_) {
      restart(true);
      left = decompress(in, out, room, done);
    }
    untouched_ = false;
    if (LZ4F_isError(left)) return {0, 0, State::kBad};
    if (left == 0) done.state = ignore_sums_ ? State::kBadSum : State::kEnd;
    return done;
  }

  bool starts_member(std::string_view bytes) const override {
    return bytes.starts_with("\x04\x22\x4d\x18");
  }
  uint64_t skippable(std::string_view bytes) const override {
    return skippable_frame(bytes);
  }
  size_t probe() const override { return kHeader + kMaxBlock; }
  std::string_view name() const override { return "lz4"; }

 private:
  static constexpr size_t kHeader = 32;
  static constexpr size_t kMaxBlock = 4 * 1024 * 1024;

  void restart(bool ignore_sums) {
    LZ4F_resetDecompressionContext(context_);
    ignore_sums_ = ignore_sums;
  }

  size_t decompress(std::string_view in, char* out, size_t room, Step& done) {
    LZ4F_decompressOptions_t options{};
    options.skipChecksums = ignore_sums_ ? 1 : 0;
    done.consumed = in.size();
    done.produced = room;
    return LZ4F_decompress(context_, out, &done.produced, in.data(),
                           &done.consumed, &options);
  }

  LZ4F_dctx* context_ = nullptr;
  bool untouched_ = true;  // nothing of the frame is read
  bool ignore_sums_ = false;
};

}  // namespace

std::unique_ptr<Inflater> lz4_inflater() {
  return std::make_unique<Lz4Inflater>();
}

}  // namespace wax::io
