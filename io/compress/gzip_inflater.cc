#include <libdeflate.h>
#include <zlib.h>

#include <algorithm>
#include <new>

#include "io/compress/gzip_format.h"
#include "io/compress/inflater.h"
#include "io/crc32.h"

namespace wax::io {
namespace {

class GzipInflater final : public Inflater {
 public:
  GzipInflater() : whole_(libdeflate_alloc_decompressor()) {
    if (whole_ == nullptr) throw std::bad_alloc();
    if (inflateInit2(&stream_, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }
  ~GzipInflater() override {
    inflateEnd(&stream_);
    libdeflate_free_decompressor(whole_);
  }
  GzipInflater(const GzipInflater&) = delete;
  GzipInflater& operator=(const GzipInflater&) = delete;

  void start() override {
    stage_ = Stage::kHeader;
    tried_whole_ = false;
    crc_ = 0;
    size_ = 0;
  }

  Step step(std::string_view in, char* out, size_t room) override {
    Step step;
    if (!tried_whole_ && room >= kRoomForWhole) {
      tried_whole_ = true;
      if (inflate_whole(in, out, room, step)) return step;
    }
    if (stage_ == Stage::kHeader) {
      if (!starts_member(in)) {
        if (in.size() >= 4) step.state = State::kBad;
        return step;
      }
      auto size = gzip_header_size(in);
      if (!size) {
        if (in.size() > kMaxGzipHeader) step.state = State::kBad;
        return step;
      }
      step.consumed = *size;
      in.remove_prefix(*size);
      inflateReset(&stream_);
      stage_ = Stage::kData;
    }
    if (stage_ == Stage::kData) inflate_data(in, out, room, step);
    if (stage_ == Stage::kTrailer && in.size() >= kGzipTrailer) {
      step.consumed += kGzipTrailer;
      bool good =
          little_endian(in) == crc_ && little_endian(in.substr(4)) == size_;
      step.state = good ? State::kEnd : State::kBadSum;
    }
    return step;
  }

  Step head(std::string_view in, char* out, size_t enough, bool more) override {
    Step step{0, 0, State::kBad};
    auto header = gzip_header_size(in);
    if (!header || !starts_gzip_member(in)) return step;
    if (!more) head_.start();
    DeflateHead::State state = head_.inflate(in.substr(*header), out, enough);
    if (state == DeflateHead::State::kUnknown) return step;
    step.produced = head_.produced();
    step.consumed = *header + head_.consumed();
    if (state == DeflateHead::State::kMore) {
      step.state = State::kMore;
      head_end_ = step.consumed;
      return step;
    }
    std::string_view trailer = in.substr(step.consumed);
    if (trailer.size() >= kGzipTrailer &&
        little_endian(trailer) == crc32({out, step.produced}) &&
        little_endian(trailer.substr(4)) == step.produced) {
      step.consumed += kGzipTrailer;
      step.state = State::kEnd;
    }
    return step;
  }

  bool pass_over(FileSource& file, uint64_t size,
                 const BeginsRecord& begins) override {
    return pass_over_gzip_member(file, head_end_, size, begins);
  }

  bool starts_member(std::string_view bytes) const override {
    return starts_gzip_member(bytes);
  }

  std::string_view name() const override { return "gzip"; }

 private:
  // Less is asked for by those who look for a member.
  static constexpr size_t kRoomForWhole = 64 * 1024;

  enum class Stage { kHeader, kData, kTrailer };

  // False when the member is damaged, or does not lie whole in `in`, or has no
  // room: zlib then tells which, and gets as far as one can.
  bool inflate_whole(std::string_view in, char* out, size_t room, Step& step) {
    if (!starts_member(in)) return false;
    if (libdeflate_gzip_decompress_ex(whole_, in.data(), in.size(), out, room,
                                      &step.consumed,
                                      &step.produced) != LIBDEFLATE_SUCCESS) {
      step = {};
      return false;
    }
    step.state = State::kEnd;
    return true;
  }

  void inflate_data(std::string_view& in, char* out, size_t room, Step& step) {
    constexpr size_t kMost = 1u << 30;
    auto given = static_cast<uInt>(std::min(in.size(), kMost));
    auto space = static_cast<uInt>(std::min(room, kMost));
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    stream_.avail_in = given;
    stream_.next_out = reinterpret_cast<Bytef*>(out);
    stream_.avail_out = space;
    int code = inflate(&stream_, Z_NO_FLUSH);
    size_t used = given - stream_.avail_in;
    step.consumed += used;
    step.produced = space - stream_.avail_out;
    in.remove_prefix(used);
    crc_ = crc32({out, step.produced}, crc_);
    size_ += static_cast<uint32_t>(step.produced);
    if (code == Z_STREAM_END) {
      stage_ = Stage::kTrailer;
    } else if (code == Z_MEM_ERROR) {
      throw std::bad_alloc();
    } else if (code != Z_OK && code != Z_BUF_ERROR) {
      step.state = State::kBad;
    }
  }

  libdeflate_decompressor* whole_;
  DeflateHead head_;
  size_t head_end_ = 0;       // in the member
  bool tried_whole_ = false;  // at this member
  z_stream stream_{};
  Stage stage_ = Stage::kHeader;
  uint32_t crc_ = 0;
  uint32_t size_ = 0;
};

}  // namespace

std::unique_ptr<Inflater> gzip_inflater() {
  return std::make_unique<GzipInflater>();
}

}  // namespace wax::io
