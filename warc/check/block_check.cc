#include "warc/check/block_check.h"

#include <utility>

#include "text/ascii.h"
#include "text/counts.h"
#include "warc/http/http.h"
#include "warc/http/media_type.h"

namespace wax::warc {
namespace {

// Hashes what is consumed.
class HashedSource final : public io::ByteSource {
 public:
  // Without a digester it hashes nothing.
  HashedSource(io::ByteSource& source, Digester* digester)
      : source_(&source), digester_(digester) {}
  std::string_view peek(size_t at_least) override {
    return shown_ = source_->peek(at_least);
  }
  void consume(size_t n) override {
    if (digester_ != nullptr) digester_->update(shown_.substr(0, n));
    source_->consume(n);
  }

 private:
  io::ByteSource* source_;
  Digester* digester_;
  std::string_view shown_;
};

bool says_http(const Record& record) {
  return text::starts_with_ignoring_case(record.content_type,
                                         "application/http");
}

// Whether the block may be an HTTP message. Of types that hold none, the block
// is the payload whatever it says.
bool may_be_http(const Record& record) {
  switch (record.type) {
    case RecordType::kResource:
    case RecordType::kMetadata:
    case RecordType::kConversion:
    case RecordType::kWarcinfo:
      return false;
    default:
      break;
  }
  if (says_http(record)) return true;
  bool of_http = text::starts_with_ignoring_case(record.target_uri, "http:") ||
                 text::starts_with_ignoring_case(record.target_uri, "https:");
  return of_http && (record.type == RecordType::kResponse ||
                     record.type == RecordType::kRequest ||
                     record.type == RecordType::kRevisit);
}

bool names_algorithm(std::string_view text) {
  for (DigestAlgorithm known :
       {DigestAlgorithm::kSha1, DigestAlgorithm::kSha256,
        DigestAlgorithm::kSha512, DigestAlgorithm::kMd5}) {
    if (text::equal_ignoring_case(text, name(known))) return true;
  }
  return text::equal_ignoring_case(text, "urn");
}

// A revisit's payload is elsewhere, a segment's is in several records.
bool holds_payload(const Record& record) {
  return record.type != RecordType::kRevisit &&
         record.type != RecordType::kContinuation &&
         !record.headers.find("WARC-Segment-Number");
}

void hash_dechunked(io::ByteSource& body, const HttpHead& head,
                    Digester& digester) {
  DecodeOptions options;
  options.decompress = false;
  // Faults of servers are no faults of the archive.
  NoProblems ignored;
  auto entity = decode_body(body, head.headers, options, ignored, {});
  for (;;) {
    std::string_view bytes = entity->peek(1);
    if (bytes.empty()) return;
    digester.update(bytes);
    entity->consume(bytes.size());
  }
}

}  // namespace

DigestCounts& DigestCounts::operator+=(const DigestCounts& other) {
  text::add_counts(*this, other);
  return *this;
}

void BlockCheck::read(const Record& record) {
  offset_ = record.offset;
  block_ = stated(record, "WARC-Block-Digest");
  payload_ = stated(record, "WARC-Payload-Digest");
  if (!holds_payload(record)) payload_.stated.reset();
  const auto& block = block_.stated;
  const auto& payload = payload_.stated;

  std::optional<Digester> block_digester;
  if (block) block_digester.emplace(block->algorithm);
  HashedSource body(*record.body, block ? &*block_digester : nullptr);
  HttpHead head;
  bool may_be = may_be_http(record);
  is_http_ = may_be && read_http_head(body, head_, head);
  if (may_be && !is_http_ && says_http(record) && record.content_length > 0) {
    report(Severity::kWarning, "odd-http",
           "the block does not begin with an HTTP start line");
  }

  // One digester does for both when they hash the same.
  bool shared =
      block && payload && !is_http_ && block->algorithm == payload->algorithm;
  std::optional<Digester> stored;
  if (payload && !shared) stored.emplace(payload->algorithm);
  HashedSource rest(body, stored ? &*stored : nullptr);
  std::optional<Digester> dechunked;
  if (payload && is_http_ && head.headers.find("Transfer-Encoding")) {
    dechunked.emplace(payload->algorithm);
    hash_dechunked(rest, head, *dechunked);
  }
  io::skip(rest, UINT64_MAX);

  block_.found = block ? block_digester->finish() : Digest();
  payload_.found = stored ? stored->finish() : block_.found;
  dechunked_ = dechunked ? dechunked->finish() : payload_.found;
}

// The digest that a field states, where it can be compared.
BlockCheck::Compared BlockCheck::stated(const Record& record,
                                        std::string_view name) {
  auto text = record.headers.find(name);
  if (!text || !digests_) return {};
  if (auto digest = parse_digest(*text)) return {true, digest, {}};
  constexpr size_t kShown = 80;
  std::string shown =
      std::string(name) + " '" + std::string(text->substr(0, kShown)) + "'";
  std::string_view algorithm = text->substr(0, text->find(':'));
  if (algorithm.size() < text->size() && is_token(algorithm) &&
      !names_algorithm(algorithm)) {
    report(Severity::kNote, "warc-unknown-digest",
           shown + " uses an unknown algorithm");
  } else {
    report(Severity::kWarning, "warc-bad-digest", shown + " is not a digest");
  }
  return {true, std::nullopt, {}};
}

void BlockCheck::compare(bool intact, DigestCounts& block,
                         DigestCounts& payload) {
  for (auto [compared, counts] :
       {std::pair{&block_, &block}, std::pair{&payload_, &payload}}) {
    counts->stated += compared->is_stated ? 1 : 0;
    // The reader has said why the digests of a damaged record cannot match.
    if (!intact) compared->stated.reset();
    counts->unchecked += compared->is_stated && !compared->stated ? 1 : 0;
  }
  if (block_.stated) compare_block(block);
  if (payload_.stated) compare_payload(payload);
}

void BlockCheck::compare_block(DigestCounts& counts) {
  if (*block_.stated == block_.found) {
    ++counts.whole_block;
    return;
  }
  ++counts.mismatched;
  report(Severity::kWarning, "warc-block-digest-mismatch",
         "the digest of the block is " + spelling(block_.found) + ", not " +
             spelling(*block_.stated));
}

void BlockCheck::compare_payload(DigestCounts& counts) {
  const Digest& digest = *payload_.stated;
  const Digest& stored = payload_.found;
  bool chunks = dechunked_ != stored;
  if (digest == stored) {
    ++(!is_http_ ? counts.whole_block : chunks ? counts.stored : counts.either);
  } else if (chunks && digest == dechunked_) {
    ++counts.dechunked;
  } else {
    ++counts.mismatched;
    std::string text = "the digest of the payload is " + spelling(stored);
    if (chunks) {
      text += " as stored and " + spelling(dechunked_) +
              " without chunked transfer encoding";
    }
    report(Severity::kWarning, "warc-payload-digest-mismatch",
           text + ", not " + spelling(digest));
  }
}

void BlockCheck::report(Severity severity, std::string id, std::string text) {
  problems_.report({severity, std::move(id), path_, offset_, std::move(text)});
}

}  // namespace wax::warc
