#include <algorithm>
#include <utility>
#include <vector>

#include "text/ascii.h"
#include "warc/http/body_codec.h"
#include "warc/http/body_stage.h"
#include "warc/http/dechunker.h"
#include "warc/http/decompressed_body.h"
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
    body.reporter().report(
        Severity::kWarning, "http-unknown-content-encoding",
        "coding '" + std::string(coding) + "' is unknown; kept as stored");
    return false;
  }
  body.add<DecompressedBody>(std::string(coding), std::move(codecs));
  return true;
}

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

}  // namespace wax::warc
