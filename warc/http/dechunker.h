// Chunked bodies of HTTP messages.
#pragma once

#include <cstdint>
#include <string_view>

#include "io/byte_source.h"
#include "warc/http/body_stage.h"

namespace wax::warc {

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

}  // namespace wax::warc
