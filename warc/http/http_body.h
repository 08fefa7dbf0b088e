// The stages that take the body of an HTTP message apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/byte_source.h"
#include "io/problem.h"

namespace wax::warc {

// One compressed format, fed piecewise.
class BodyCodec {
 public:
  enum class Step { kMore, kEnd, kBad };

  virtual ~BodyCodec() = default;
  virtual void reset() = 0;
  // Decompresses from `in` into `out` and sets how much of either was used.
  virtual Step step(std::string_view in, char* out, size_t room, size_t& used,
                    size_t& made) = 0;
  // Whether the start of the data could be this format at all.
  [[nodiscard]] virtual bool plausible(std::string_view start) const = 0;
  // Whether plausible() is strong evidence. If not, the format has no
  // signature, and other data may decompress to some bytes of rubbish.
  [[nodiscard]] virtual bool has_signature() const = 0;
  // Whether such a stream may be followed by another one.
  [[nodiscard]] virtual bool has_members() const { return false; }
};

// Codecs of a coding by its name in a head: the likeliest first; none for a
// coding that is unknown.
[[nodiscard]] std::vector<std::unique_ptr<BodyCodec>> codecs_of(
    std::string_view coding);

// Stages look so far ahead, and decompress so much at a time.
inline constexpr size_t kBodyBlock = 64 * 1024;

// Reports the faults of one body, with where it lies.
class BodyReporter {
 public:
  BodyReporter(ProblemSink& problems, const Problem& where)
      : problems_(&problems), file_(where.file), offset_(where.offset) {}

  void report(Severity severity, std::string_view id, std::string text);
  // Once a stage has all of its data: there are more.
  void trailing_bytes();

 private:
  ProblemSink* problems_;
  std::string file_;
  std::optional<uint64_t> offset_;
};

// Bytes on their way from one stage to the next.
class StageBuffer {
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

// Transfer-Encoding: chunked (RFC 9112, 7.1). What is not chunked comes out as
// stored, and so does the rest after a broken chunk ("http-bad-chunk").
class Dechunker final : public io::ByteSource {
 public:
  // Both must outlive it.
  Dechunker(io::ByteSource& inner, BodyReporter& reporter)
      : inner_(&inner), reporter_(&reporter) {}

  [[nodiscard]] std::string_view peek(size_t at_least = 1) override;
  void consume(size_t n) override;

 private:
  enum class State { kFirstSize, kData, kStored, kEnd };

  // The rest of this chunk as far as it lies in the inner source's buffer.
  [[nodiscard]] std::string_view next(size_t at_least);
  void take(size_t n);
  // From the end of one chunk to the data of the next.
  void advance();
  [[nodiscard]] bool pass_chunk_end();
  // Reads the size line into left_ and says how long it is; does not consume.
  [[nodiscard]] bool read_size(size_t& line);
  // Text that begins with a hexadecimal word is no chunk: looks for the line
  // break after the first one, as far as that needs little memory.
  [[nodiscard]] bool chunk_closes(size_t line);
  void pass_trailers();
  void keep_as_stored(bool whole);
  void end_early();

  io::ByteSource* inner_;
  BodyReporter* reporter_;
  State state_ = State::kFirstSize;
  uint64_t left_ = 0;  // bytes of the current chunk
  StageBuffer buffer_;
  bool direct_ = false;  // the last peek showed the inner source's bytes
};

// One Content-Encoding, by the first of several codecs that takes the data.
// What none takes comes out as stored; damaged data end where they are
// ("http-bad-content-encoding").
class DecompressedBody final : public io::ByteSource {
 public:
  // `coding` is for messages; `inner` and `reporter` must outlive it.
  DecompressedBody(io::ByteSource& inner, std::string coding,
                   std::vector<std::unique_ptr<BodyCodec>> codecs,
                   BodyReporter& reporter);

  [[nodiscard]] std::string_view peek(size_t at_least = 1) override;
  void consume(size_t n) override;

 private:
  enum class State { kStart, kDecompressing, kStored, kEnd };

  // Picks the codec that can read the data's beginning; nothing is consumed.
  void choose();
  // A format without signature must decompress all of the first kBodyBlock
  // bytes (or make as many of them); others only their first byte.
  [[nodiscard]] bool reads_start(BodyCodec& codec);
  void fill();
  [[nodiscard]] bool next_member();
  void warn(std::string text);

  io::ByteSource* inner_;
  std::string coding_;
  std::vector<std::unique_ptr<BodyCodec>> codecs_;
  BodyCodec* codec_ = nullptr;
  BodyReporter* reporter_;
  State state_ = State::kStart;
  StageBuffer buffer_;
};

}  // namespace wax::warc
