#include <libdeflate.h>
#include <zlib.h>

#include <algorithm>
#include <new>
#include <optional>

#include "warc/io/inflater.h"

namespace wax::io {
namespace {

constexpr size_t kMaxGzipHeader = 128 * 1024;
constexpr size_t kTrailerSize = 8;

enum Flag : unsigned char {
  kHeaderCrc = 2,
  kExtra = 4,
  kName = 8,
  kComment = 16,
  kReserved = 0xe0,
};

uint32_t little_endian(std::string_view bytes) {
  uint32_t value = 0;
  for (size_t i = 4; i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return value;
}

// Size of the header at the front of `in`; nothing while it is not all there.
std::optional<size_t> header_size(std::string_view in) {
  if (in.size() < 10) return {};
  auto flags = static_cast<unsigned char>(in[3]);
  size_t size = 10;
  if (flags & kExtra) {
    if (in.size() < size + 2) return {};
    size += 2u + static_cast<unsigned char>(in[size]) +
            256u * static_cast<unsigned char>(in[size + 1]);
  }
  for (unsigned char text : {kName, kComment}) {
    if (!(flags & text)) continue;
    if (size > in.size()) return {};
    size_t zero = in.find('\0', size);
    if (zero == std::string_view::npos) return {};
    size = zero + 1;
  }
  if (flags & kHeaderCrc) size += 2;
  if (in.size() < size) return {};
  return size;
}

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
      auto size = header_size(in);
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
    if (stage_ == Stage::kTrailer && in.size() >= kTrailerSize) {
      step.consumed += kTrailerSize;
      bool good =
          little_endian(in) == crc_ && little_endian(in.substr(4)) == size_;
      step.state = good ? State::kEnd : State::kBadSum;
    }
    return step;
  }

  bool starts_member(std::string_view bytes) const override {
    return bytes.size() >= 4 && bytes.starts_with("\x1f\x8b\x08") &&
           !(static_cast<unsigned char>(bytes[3]) & kReserved);
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
    crc_ = static_cast<uint32_t>(
        crc32_z(crc_, reinterpret_cast<Bytef*>(out), step.produced));
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
