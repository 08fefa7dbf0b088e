#include "warc/http/decompressed_body.h"

#include <utility>

namespace wax::warc {

DecompressedBody::DecompressedBody(
    io::ByteSource& inner, std::string coding,
    std::vector<std::unique_ptr<BodyCodec>> codecs, BodyReporter& reporter)
    : inner_(&inner),
      coding_(std::move(coding)),
      codecs_(std::move(codecs)),
      reporter_(&reporter) {}

std::string_view DecompressedBody::peek(size_t at_least) {
  if (state_ == State::kStart) choose();
  if (state_ == State::kStored) return inner_->peek(at_least);
  while (buffer_.view().size() < at_least && state_ == State::kDecompressing) {
    fill();
  }
  return buffer_.view();
}

void DecompressedBody::consume(size_t n) {
  if (state_ == State::kStored) {
    inner_->consume(n);
  } else {
    buffer_.consume(n);
  }
}

void DecompressedBody::choose() {
  if (inner_->peek().empty()) {
    state_ = State::kEnd;
    return;
  }
  for (std::unique_ptr<BodyCodec>& codec : codecs_) {
    if (!reads_start(*codec)) continue;
    codec->reset();
    codec_ = codec.get();
    state_ = State::kDecompressing;
    return;
  }
  state_ = State::kStored;
  warn("the header says " + coding_ +
       ", but the body is not; it is kept as stored");
}

bool DecompressedBody::reads_start(BodyCodec& codec) {
  if (!codec.plausible(inner_->peek(2))) return false;
  for (size_t look = 512;; look *= 4) {
    std::string_view bytes = inner_->peek(look);
    bool all = bytes.size() < look || bytes.size() >= kBodyBlock;
    size_t total = 0;
    codec.reset();
    for (;;) {
      size_t used = 0;
      size_t made = 0;
      BodyCodec::Step step =
          codec.step(bytes, buffer_.room(kBodyBlock), kBodyBlock, used, made);
      bytes.remove_prefix(used);
      total += made;
      if (codec.has_signature() && total > 0) return true;
      if (step == BodyCodec::Step::kBad) return false;
      if (step == BodyCodec::Step::kEnd || total >= kBodyBlock) return true;
      if (made == 0) break;
    }
    if (all) return codec.has_signature() || total > 0;
  }
}

void DecompressedBody::fill() {
  for (;;) {
    std::string_view bytes = inner_->peek();
    size_t used = 0;
    size_t made = 0;
    BodyCodec::Step step =
        codec_->step(bytes, buffer_.room(kBodyBlock), kBodyBlock, used, made);
    buffer_.grow(made);
    inner_->consume(used);
    if (step == BodyCodec::Step::kBad) {
      state_ = State::kEnd;
      warn("the " + coding_ + " data is damaged; the rest is dropped");
      return;
    }
    if (step == BodyCodec::Step::kEnd && !next_member()) {
      state_ = State::kEnd;
      return;
    }
    if (made > 0) return;
    if (bytes.empty()) {
      state_ = State::kEnd;
      reporter_->report(Severity::kWarning, "http-truncated-body",
                        "the " + coding_ + " data ends early");
      return;
    }
  }
}

bool DecompressedBody::next_member() {
  std::string_view rest = inner_->peek(2);
  if (rest.empty()) return false;
  if (!codec_->has_members() || !codec_->plausible(rest)) {
    reporter_->trailing_bytes();
    return false;
  }
  codec_->reset();
  return true;
}

void DecompressedBody::warn(std::string text) {
  reporter_->report(Severity::kWarning, "http-bad-content-encoding",
                    std::move(text));
}

}  // namespace wax::warc
