#include "cdx/indexer/payload_reader.h"

#include <algorithm>
#include <memory>

#include "warc/http/http.h"

namespace wax::cdx {
namespace {

// Passes a source on and keeps its first bytes.
class KeepingSource final : public io::ByteSource {
 public:
  KeepingSource(io::ByteSource& source, size_t limit, std::string& kept)
      : source_(source), limit_(limit), kept_(kept) {}

  std::string_view peek(size_t at_least) override {
    return bytes_ = source_.peek(at_least);
  }
  void consume(size_t n) override {
    size_t room = limit_ - std::min(limit_, kept_.size());
    kept_.append(bytes_.substr(0, std::min(n, room)));
    bytes_.remove_prefix(n);
    source_.consume(n);
  }

 private:
  io::ByteSource& source_;
  size_t limit_;
  std::string& kept_;
  std::string_view bytes_;
};

void skip_lines(io::ByteSource& body, int lines) {
  while (lines > 0) {
    std::string_view bytes = body.peek();
    if (bytes.empty()) return;
    size_t newline = bytes.find('\n');
    if (newline == std::string_view::npos) {
      body.consume(bytes.size());
    } else {
      body.consume(newline + 1);
      --lines;
    }
  }
}

// Whether a digest is of other bytes than those stored.
bool is_coded(const warc::Headers& headers, DigestOf of) {
  return (of != DigestOf::kStored && headers.find("Transfer-Encoding")) ||
         (of == DigestOf::kDecoded && headers.find("Content-Encoding"));
}

}  // namespace

void PayloadReader::read(const RecordView& view, DigestPart part, size_t keep,
                         ProblemSink& problems, const std::string& path) {
  kept_.clear();
  const bool digest = part != DigestPart::kNone;
  if (part == DigestPart::kAfterLegend) skip_lines(*view.record.body, 2);
  if (part != DigestPart::kBlock || view.head == nullptr) {
    clear();
  } else if (!has_long_head_) {
    digester_.update(view.head->raw());
  }
  has_long_head_ = false;
  KeepingSource body(*view.record.body, keep, kept_);
  io::ByteSource* source = &body;
  std::unique_ptr<io::ByteSource> payload;
  if (part == DigestPart::kPayload && view.head != nullptr &&
      is_coded(view.head->headers(), form_.of)) {
    warc::DecodeOptions decoding;
    decoding.decompress = form_.of == DigestOf::kDecoded;
    payload =
        warc::decode_body(body, view.head->headers(), decoding, problems,
                          {Severity::kNote, "", path, view.record.offset, ""});
    source = payload.get();
  }
  while (digest || kept_.size() < keep) {
    std::string_view bytes = source->peek(1);
    if (bytes.empty()) break;
    if (digest) digester_.update(bytes);
    source->consume(bytes.size());
  }
}

std::string_view PayloadReader::decoded(const warc::BlockHead& head,
                                        size_t limit) {
  if (!head.headers().find("Transfer-Encoding") &&
      !head.headers().find("Content-Encoding")) {
    return std::string_view(kept_).substr(0, limit);
  }
  io::MemorySource stored(kept_);
  warc::DecodeOptions decoding;
  decoding.limit = limit;
  NoProblems ignored;  // the end of the body may have been cut
  auto decoded =
      warc::decode_body(stored, head.headers(), decoding, ignored, {});
  decoded_ = io::read_all(*decoded, limit);
  return decoded_;
}

}  // namespace wax::cdx
