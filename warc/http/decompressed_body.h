// Compressed bodies of HTTP messages.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/byte_source.h"
#include "warc/http/body_codec.h"
#include "warc/http/body_stage.h"

namespace wax::warc {

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
