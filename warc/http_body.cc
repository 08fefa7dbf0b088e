#include <brotli/decode.h>
#include <zlib.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "warc/http.h"
#include "warc/io/error.h"

namespace wax::warc {
namespace {

constexpr size_t kBlock = 64 * 1024;

class Reporter {
 public:
  Reporter(ProblemSink& problems, const Problem& where)
      : problems_(&problems), file_(where.file), offset_(where.offset) {}

  void report(Severity severity, std::string_view id, std::string text) {
    problems_->report(
        {severity, std::string(id), file_, offset_, std::move(text)});
  }
  void trailing_bytes() {
    report(Severity::kNote, "http-trailing-bytes",
           "bytes behind the end of the body are dropped");
  }

 private:
  ProblemSink* problems_;
  std::string file_;
  std::optional<uint64_t> offset_;
};

// Bytes on their way from one stage to the next.
class Buffer {
 public:
  [[nodiscard]] std::string_view view() const {
    return {bytes_.data() + begin_, end_ - begin_};
  }
  void consume(size_t n) {
    begin_ += n;
    if (begin_ == end_) begin_ = end_ = 0;
  }
  // Room for n bytes more; say how many were used with `grow`.
  char* room(size_t n) {
    if (bytes_.size() - end_ < n && begin_ > 0) {
      std::memmove(bytes_.data(), bytes_.data() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    if (bytes_.size() - end_ < n) bytes_.resize(end_ + n);
    return bytes_.data() + end_;
  }
  void grow(size_t n) { end_ += n; }
  void append(std::string_view bytes) {
    std::memcpy(room(bytes.size()), bytes.data(), bytes.size());
    grow(bytes.size());
  }

 private:
  std::vector<char> bytes_;
  size_t begin_ = 0;
  size_t end_ = 0;
};

// Transfer-Encoding: chunked (RFC 9112, 7.1).
class Dechunker final : public io::ByteSource {
 public:
  Dechunker(io::ByteSource& inner, Reporter& reporter)
      : inner_(&inner), reporter_(&reporter) {}

  std::string_view peek(size_t at_least) override {
    direct_ = false;
    if (buffer_.view().empty()) {
      std::string_view bytes = next(at_least);
      if (bytes.size() >= at_least || bytes.empty()) {
        direct_ = true;
        return bytes;
      }
    }
    while (buffer_.view().size() < at_least) {
      std::string_view bytes = next(1);
      if (bytes.empty()) break;
      bytes = bytes.substr(0, kBlock);
      buffer_.append(bytes);
      take(bytes.size());
    }
    return buffer_.view();
  }

  void consume(size_t n) override {
    if (direct_) {
      take(n);
    } else {
      buffer_.consume(n);
    }
  }

 private:
  enum class State { kFirstSize, kData, kStored, kEnd };
  static constexpr size_t kMaxLine = 16 * 1024;

  // The rest of this chunk as far as it lies in the inner source's buffer.
  std::string_view next(size_t at_least) {
    if (state_ != State::kStored && left_ == 0) advance();
    if (state_ == State::kEnd) return {};
    if (state_ == State::kStored) return inner_->peek(at_least);
    auto wanted = static_cast<size_t>(std::min<uint64_t>(at_least, left_));
    std::string_view bytes = inner_->peek(wanted);
    if (bytes.empty()) end_early();
    return bytes.substr(
        0, static_cast<size_t>(std::min<uint64_t>(bytes.size(), left_)));
  }

  void take(size_t n) {
    inner_->consume(n);
    if (state_ == State::kData) left_ -= n;
  }

  // From the end of one chunk to the data of the next.
  void advance() {
    if (state_ == State::kEnd) return;
    bool first = state_ == State::kFirstSize;
    if (first && inner_->peek().empty()) {
      state_ = State::kEnd;
      return;
    }
    if (!first && !pass_chunk_end()) return;
    size_t line = 0;
    if (!read_size(line)) {
      if (!first && inner_->peek().empty()) {
        end_early();
      } else {
        keep_as_stored(first);
      }
      return;
    }
    if (first && !chunk_closes(line)) {
      keep_as_stored(true);
      return;
    }
    inner_->consume(line);
    state_ = State::kData;
    if (left_ == 0) pass_trailers();
  }

  bool pass_chunk_end() {
    std::string_view bytes = inner_->peek(2);
    if (bytes.starts_with("\r\n")) {
      inner_->consume(2);
    } else if (bytes.starts_with("\n")) {
      inner_->consume(1);
    } else if (bytes.empty() || bytes == "\r") {
      end_early();
      return false;
    } else {
      keep_as_stored(false);
      return false;
    }
    return true;
  }

  // Reads the size line into left_ and says how long it is; does not consume.
  bool read_size(size_t& line) {
    std::string_view bytes = inner_->peek();
    if (bytes.find('\n') == std::string_view::npos) {
      bytes = inner_->peek(kMaxLine);
    }
    bytes = bytes.substr(0, kMaxLine);
    size_t newline = bytes.find('\n');
    line = newline == std::string_view::npos ? bytes.size() : newline + 1;
    std::string_view text = bytes.substr(0, newline);
    text = text.substr(0, text.find(';'));
    size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return false;
    text.remove_prefix(first);
    text = text.substr(0, text.find_last_not_of(" \t\r") + 1);
    auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), left_, 16);
    bool good = error == std::errc() && end == text.data() + text.size() &&
                (newline != std::string_view::npos || left_ == 0);
    if (!good) left_ = 0;
    return good;
  }

  // Text that begins with a hexadecimal word is no chunk: look for the line
  // break behind the first one, as far as that needs little memory.
  bool chunk_closes(size_t line) {
    if (left_ == 0 || left_ > kBlock) return true;
    size_t size = line + static_cast<size_t>(left_);
    std::string_view bytes = inner_->peek(size + 1);
    return bytes.size() <= size || bytes[size] == '\r' || bytes[size] == '\n';
  }

  void pass_trailers() {
    state_ = State::kEnd;
    for (size_t lines = 0; lines < 1000; ++lines) {
      std::string_view bytes = inner_->peek();
      if (bytes.find('\n') == std::string_view::npos) {
        bytes = inner_->peek(kMaxLine);
      }
      if (bytes.empty()) return;
      size_t newline = bytes.find('\n');
      if (newline == std::string_view::npos) break;
      std::string_view line = bytes.substr(0, newline + 1);
      bool blank = line == "\n" || line == "\r\n";
      inner_->consume(line.size());
      if (blank) break;
    }
    if (!inner_->peek().empty()) reporter_->trailing_bytes();
  }

  void keep_as_stored(bool whole) {
    state_ = State::kStored;
    left_ = 0;
    reporter_->report(whole ? Severity::kNote : Severity::kWarning,
                      "http-bad-chunk",
                      whole ? "the body says chunked but is not; kept as stored"
                            : "a broken chunk; the rest is kept as stored");
  }

  void end_early() {
    state_ = State::kEnd;
    left_ = 0;
    reporter_->report(Severity::kWarning, "http-truncated-body",
                      "the body ends before its last chunk");
  }

  io::ByteSource* inner_;
  Reporter* reporter_;
  State state_ = State::kFirstSize;
  uint64_t left_ = 0;  // bytes of the current chunk
  Buffer buffer_;
  bool direct_ =
      false;  // whether the last peek showed the inner source's bytes
};

// One compressed format, fed piecewise.
class Codec {
 public:
  enum class Step { kMore, kEnd, kBad };

  virtual ~Codec() = default;
  virtual void reset() = 0;
  // Unpacks from `in` into `out` and sets how much of either was used.
  virtual Step step(std::string_view in, char* out, size_t room, size_t& used,
                    size_t& made) = 0;
  // Whether the start of the data could be this format at all.
  [[nodiscard]] virtual bool plausible(std::string_view start) const = 0;
  // Whether plausible() is strong evidence. If not, the format has no
  // signature, and other data may unpack to some bytes of rubbish.
  [[nodiscard]] virtual bool has_signature() const = 0;
  // Whether such a stream may be followed by another one.
  [[nodiscard]] virtual bool has_members() const { return false; }
};

class ZlibCodec final : public Codec {
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

class BrotliCodec final : public Codec {
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

// One Content-Encoding, by the first of several codecs that takes the data.
class Decompressor final : public io::ByteSource {
 public:
  Decompressor(io::ByteSource& inner, std::string coding,
               std::vector<std::unique_ptr<Codec>> codecs, Reporter& reporter)
      : inner_(&inner),
        coding_(std::move(coding)),
        codecs_(std::move(codecs)),
        reporter_(&reporter) {}

  std::string_view peek(size_t at_least) override {
    if (state_ == State::kStart) choose();
    if (state_ == State::kStored) return inner_->peek(at_least);
    while (buffer_.view().size() < at_least && state_ == State::kUnpacking) {
      fill();
    }
    return buffer_.view();
  }

  void consume(size_t n) override {
    if (state_ == State::kStored) {
      inner_->consume(n);
    } else {
      buffer_.consume(n);
    }
  }

 private:
  enum class State { kStart, kUnpacking, kStored, kEnd };

  // Picks the codec that can read the data's beginning; nothing is consumed.
  void choose() {
    if (inner_->peek().empty()) {
      state_ = State::kEnd;
      return;
    }
    for (std::unique_ptr<Codec>& codec : codecs_) {
      if (!reads_start(*codec)) continue;
      codec->reset();
      codec_ = codec.get();
      state_ = State::kUnpacking;
      return;
    }
    state_ = State::kStored;
    warn("the body says " + coding_ + " but is not; kept as stored");
  }

  // A format without signature must unpack all of the first kBlock bytes (or
  // make as many of them); others only their first byte.
  bool reads_start(Codec& codec) {
    if (!codec.plausible(inner_->peek(2))) return false;
    for (size_t look = 512;; look *= 4) {
      std::string_view bytes = inner_->peek(look);
      bool all = bytes.size() < look || bytes.size() >= kBlock;
      size_t total = 0;
      codec.reset();
      for (;;) {
        size_t used = 0;
        size_t made = 0;
        Codec::Step step =
            codec.step(bytes, buffer_.room(kBlock), kBlock, used, made);
        bytes.remove_prefix(used);
        total += made;
        if (codec.has_signature() && total > 0) return true;
        if (step == Codec::Step::kBad) return false;
        if (step == Codec::Step::kEnd || total >= kBlock) return true;
        if (made == 0) break;
      }
      if (all) return codec.has_signature() || total > 0;
    }
  }

  void fill() {
    for (;;) {
      std::string_view bytes = inner_->peek();
      size_t used = 0;
      size_t made = 0;
      Codec::Step step =
          codec_->step(bytes, buffer_.room(kBlock), kBlock, used, made);
      buffer_.grow(made);
      inner_->consume(used);
      if (step == Codec::Step::kBad) {
        state_ = State::kEnd;
        warn("the " + coding_ + " data are damaged; the rest is dropped");
        return;
      }
      if (step == Codec::Step::kEnd && !next_member()) {
        state_ = State::kEnd;
        return;
      }
      if (made > 0) return;
      if (bytes.empty()) {
        state_ = State::kEnd;
        reporter_->report(Severity::kWarning, "http-truncated-body",
                          "the " + coding_ + " data end early");
        return;
      }
    }
  }

  bool next_member() {
    std::string_view rest = inner_->peek(2);
    if (rest.empty()) return false;
    if (!codec_->has_members() || !codec_->plausible(rest)) {
      reporter_->trailing_bytes();
      return false;
    }
    codec_->reset();
    return true;
  }

  void warn(std::string text) {
    reporter_->report(Severity::kWarning, "http-bad-content-encoding",
                      std::move(text));
  }

  io::ByteSource* inner_;
  std::string coding_;
  std::vector<std::unique_ptr<Codec>> codecs_;
  Codec* codec_ = nullptr;
  Reporter* reporter_;
  State state_ = State::kStart;
  Buffer buffer_;
};

// The stages of one body and the limit on what leaves the last of them.
class DecodedBody final : public io::ByteSource {
 public:
  DecodedBody(io::ByteSource& body, uint64_t limit, Reporter reporter)
      : last_(&body), left_(limit), reporter_(std::move(reporter)) {}

  template <typename Stage, typename... Args>
  void add(Args&&... args) {
    stages_.push_back(std::make_unique<Stage>(
        *last_, std::forward<Args>(args)..., reporter_));
    last_ = stages_.back().get();
  }
  [[nodiscard]] Reporter& reporter() { return reporter_; }

  std::string_view peek(size_t at_least) override {
    if (left_ == 0) {
      if (!std::exchange(met_limit_, true) && !last_->peek().empty()) {
        reporter_.report(Severity::kWarning, "http-body-limit",
                         "the body is longer than the limit; it was cut");
      }
      return {};
    }
    auto wanted = static_cast<size_t>(std::min<uint64_t>(at_least, left_));
    std::string_view bytes = last_->peek(wanted);
    return bytes.substr(
        0, static_cast<size_t>(std::min<uint64_t>(bytes.size(), left_)));
  }
  void consume(size_t n) override {
    last_->consume(n);
    left_ -= n;
  }

 private:
  io::ByteSource* last_;
  uint64_t left_;
  bool met_limit_ = false;
  Reporter reporter_;
  std::vector<std::unique_ptr<io::ByteSource>> stages_;
};

// The codings of all fields of that name, in the order they were applied.
std::vector<std::string_view> codings(const Headers& headers,
                                      std::string_view name) {
  std::vector<std::string_view> all;
  for (const Field& field : headers.all()) {
    if (!equal_ignoring_case(field.name, name)) continue;
    std::string_view rest = field.value;
    while (!rest.empty()) {
      size_t comma = rest.find(',');
      std::string_view part = rest.substr(0, comma);
      rest = comma == std::string_view::npos ? std::string_view()
                                             : rest.substr(comma + 1);
      size_t first = part.find_first_not_of(" \t");
      if (first == std::string_view::npos) continue;
      part = part.substr(first, part.find_last_not_of(" \t") - first + 1);
      if (!equal_ignoring_case(part, "identity")) all.push_back(part);
    }
  }
  return all;
}

std::vector<std::unique_ptr<Codec>> codecs_of(std::string_view coding) {
  using Wrapper = ZlibCodec::Wrapper;
  std::vector<std::unique_ptr<Codec>> codecs;
  if (equal_ignoring_case(coding, "gzip") ||
      equal_ignoring_case(coding, "x-gzip")) {
    codecs.push_back(std::make_unique<ZlibCodec>(Wrapper::kGzip));
  } else if (equal_ignoring_case(coding, "deflate")) {
    codecs.push_back(std::make_unique<ZlibCodec>(Wrapper::kZlib));
    codecs.push_back(std::make_unique<ZlibCodec>(Wrapper::kNone));
  } else if (equal_ignoring_case(coding, "br")) {
    codecs.push_back(std::make_unique<BrotliCodec>());
  }
  return codecs;
}

// False when a coding is unknown: what lies inside it is out of reach.
bool add_decompressor(DecodedBody& body, std::string_view coding) {
  auto codecs = codecs_of(coding);
  if (codecs.empty()) {
    body.reporter().report(
        Severity::kWarning, "http-unknown-content-encoding",
        "coding '" + std::string(coding) + "' is unknown; kept as stored");
    return false;
  }
  body.add<Decompressor>(std::string(coding), std::move(codecs));
  return true;
}

}  // namespace

std::unique_ptr<io::ByteSource> decode_body(io::ByteSource& body,
                                            const Headers& headers,
                                            const DecodeOptions& options,
                                            ProblemSink& problems,
                                            const Problem& where) {
  auto decoded = std::make_unique<DecodedBody>(body, options.limit,
                                               Reporter(problems, where));
  auto transfer = codings(headers, "Transfer-Encoding");
  if (!transfer.empty() && !options.dechunk) return decoded;
  for (auto coding = transfer.rbegin(); coding != transfer.rend(); ++coding) {
    if (equal_ignoring_case(*coding, "chunked")) {
      decoded->add<Dechunker>();
    } else if (!add_decompressor(*decoded, *coding)) {
      return decoded;
    }
  }
  if (!options.decompress) return decoded;
  auto content = codings(headers, "Content-Encoding");
  for (auto coding = content.rbegin(); coding != content.rend(); ++coding) {
    if (!add_decompressor(*decoded, *coding)) break;
  }
  return decoded;
}

}  // namespace wax::warc
