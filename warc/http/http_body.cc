#include "warc/http/http_body.h"

#include <algorithm>
#include <utility>

#include "text/ascii.h"
#include "text/number.h"
#include "warc/http/http.h"

namespace wax::warc {
namespace {

// The stages of one body and the limit on what leaves the last of them.
class DecodedBody final : public io::ByteSource {
 public:
  DecodedBody(io::ByteSource& body, uint64_t limit, BodyReporter reporter)
      : last_(&body), left_(limit), reporter_(std::move(reporter)) {}

  template <typename Stage, typename... Args>
  void add(Args&&... args) {
    stages_.push_back(std::make_unique<Stage>(
        *last_, std::forward<Args>(args)..., reporter_));
    last_ = stages_.back().get();
  }
  [[nodiscard]] BodyReporter& reporter() { return reporter_; }

  std::string_view peek(size_t at_least) override {
    if (left_ == 0) {
      if (!std::exchange(met_limit_, true) && !last_->peek().empty()) {
        reporter_.report(
            Severity::kWarning, "http-body-limit",
            "the body is longer than the limit; the rest is left out");
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
  BodyReporter reporter_;
  std::vector<std::unique_ptr<io::ByteSource>> stages_;
};

// The codings of all fields of that name, in the order they were applied.
std::vector<std::string_view> codings(const Headers& headers,
                                      std::string_view name) {
  std::vector<std::string_view> all;
  for (const Field& field : headers.all()) {
    if (!text::equal_ignoring_case(field.name, name)) continue;
    std::string_view rest = field.value;
    while (!rest.empty()) {
      size_t comma = rest.find(',');
      std::string_view part = text::trim(rest.substr(0, comma), text::kBlanks);
      rest = comma == std::string_view::npos ? std::string_view()
                                             : rest.substr(comma + 1);
      bool counts =
          !part.empty() && !text::equal_ignoring_case(part, "identity");
      if (counts) all.push_back(part);
    }
  }
  return all;
}

// False when a coding is unknown: what lies inside it is out of reach.
bool add_decompressor(DecodedBody& body, std::string_view coding) {
  auto codecs = codecs_of(coding);
  if (codecs.empty()) {
    body.reporter().report(Severity::kWarning, "http-unknown-content-encoding",
                           "coding '" + std::string(coding) +
                               "' is unknown; the body is kept as stored");
    return false;
  }
  body.add<DecompressedBody>(std::string(coding), std::move(codecs));
  return true;
}

constexpr size_t kMaxLine = 16 * 1024;

}  // namespace

std::unique_ptr<io::ByteSource> decode_body(io::ByteSource& body,
                                            const Headers& headers,
                                            const DecodeOptions& options,
                                            ProblemSink& problems,
                                            const Problem& where) {
  auto decoded = std::make_unique<DecodedBody>(body, options.limit,
                                               BodyReporter(problems, where));
  auto transfer = codings(headers, "Transfer-Encoding");
  if (!transfer.empty() && !options.dechunk) return decoded;
  for (auto coding = transfer.rbegin(); coding != transfer.rend(); ++coding) {
    if (text::equal_ignoring_case(*coding, "chunked")) {
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

void BodyReporter::report(Severity severity, std::string_view id,
                          std::string text) {
  problems_->report(
      {severity, std::string(id), file_, offset_, std::move(text)});
}

void BodyReporter::trailing_bytes() {
  report(Severity::kNote, "http-trailing-bytes",
         "bytes after the end of the body are dropped");
}

std::string_view Dechunker::peek(size_t at_least) {
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
    bytes = bytes.substr(0, kBodyBlock);
    buffer_.append(bytes);
    take(bytes.size());
  }
  return buffer_.view();
}

void Dechunker::consume(size_t n) {
  if (direct_) {
    take(n);
  } else {
    buffer_.consume(n);
  }
}

std::string_view Dechunker::next(size_t at_least) {
  if (state_ != State::kStored && left_ == 0) advance();
  if (state_ == State::kEnd) return {};
  if (state_ == State::kStored) return inner_->peek(at_least);
  auto wanted = static_cast<size_t>(std::min<uint64_t>(at_least, left_));
  std::string_view bytes = inner_->peek(wanted);
  if (bytes.empty()) end_early();
  return bytes.substr(
      0, static_cast<size_t>(std::min<uint64_t>(bytes.size(), left_)));
}

void Dechunker::take(size_t n) {
  inner_->consume(n);
  if (state_ == State::kData) left_ -= n;
}

void Dechunker::advance() {
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

bool Dechunker::pass_chunk_end() {
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

bool Dechunker::read_size(size_t& line) {
  std::string_view bytes = inner_->peek();
  if (bytes.find('\n') == std::string_view::npos) {
    bytes = inner_->peek(kMaxLine);
  }
  bytes = bytes.substr(0, kMaxLine);
  size_t newline = bytes.find('\n');
  line = newline == std::string_view::npos ? bytes.size() : newline + 1;
  std::string_view text = bytes.substr(0, newline);
  text = text::trim_front(text.substr(0, text.find(';')), text::kBlanks);
  if (text.empty()) return false;
  text = text::trim_back(text);
  auto size = text::whole_number(text, 16);
  bool good = size && (newline != std::string_view::npos || *size == 0);
  left_ = good ? *size : 0;
  return good;
}

bool Dechunker::chunk_closes(size_t line) {
  if (left_ == 0 || left_ > kBodyBlock) return true;
  size_t size = line + static_cast<size_t>(left_);
  std::string_view bytes = inner_->peek(size + 1);
  return bytes.size() <= size || bytes[size] == '\r' || bytes[size] == '\n';
}

void Dechunker::pass_trailers() {
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

void Dechunker::keep_as_stored(bool whole) {
  state_ = State::kStored;
  left_ = 0;
  reporter_->report(whole ? Severity::kNote : Severity::kWarning,
                    "http-bad-chunk",
                    whole ? "the header says chunked transfer encoding, but "
                            "the body is not chunked; it is kept as stored"
                          : "a chunk is damaged; the rest is kept as stored");
}

void Dechunker::end_early() {
  state_ = State::kEnd;
  left_ = 0;
  reporter_->report(Severity::kWarning, "http-truncated-body",
                    "the body ends before its last chunk");
}

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
