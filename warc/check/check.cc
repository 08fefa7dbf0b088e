#include "warc/check/check.h"

#include <memory>
#include <optional>
#include <utility>

#include "text/ascii.h"
#include "text/json.h"
#include "warc/check/header_rules.h"
#include "warc/http/http.h"
#include "warc/http/media_type.h"
#include "warc/reader/reader.h"
#include "warc/record/digest.h"

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

class FileCheck {
 public:
  FileCheck(const std::string& path, const CheckOptions& options,
            ProblemSink& problems)
      : path_(path),
        options_(options),
        problems_(problems),
        reader_(open_archive(path, problems)) {
    report_.ids.most = options.most_ids;
  }

  CheckReport run() {
    Record record;
    for (;;) {
      if (options_.progress) options_.progress(reader_->position());
      if (!reader_->next(record)) break;
      if (report_.records++ == 0) check_first(record);
      check_header(record, path_, options_.latest_date, problems_);
      note_ids(record);
      offset_ = record.offset;
      check_block(record);
    }
    report_.bytes = reader_->position();
    return std::move(report_);
  }

 private:
  void check_first(const Record& record) {
    bool arc = record.format == Format::kArc;
    report_.format = arc ? "arc" : "warc";
    if (arc && record.type != RecordType::kFiledesc) {
      offset_ = record.offset;
      report(Severity::kWarning, "arc-no-version-block",
             "the first record is not a filedesc record");
    }
  }

  void check_version_block(const Record& record) {
    constexpr size_t kEnough = 512;
    std::string_view block = record.body->peek(kEnough);
    size_t line = block.find('\n');
    bool version = (block.starts_with("1 ") || block.starts_with("2 ")) &&
                   line != std::string_view::npos;
    if (version && block.substr(line + 1).starts_with("URL ")) return;
    report(Severity::kWarning, "arc-bad-version-block",
           version ? "the line that names the fields is missing"
                   : "the version line of ARC 1 or 2 is missing");
  }

  void note_ids(const Record& record) {
    using Reference = FileIds::Reference;
    for (const Field& field : record.headers.all()) {
      auto refers = [&](std::string_view name, Reference kind) {
        if (!text::equal_ignoring_case(field.name, name)) return;
        report_.ids.add(field.value, record.offset, kind);
      };
      if (text::equal_ignoring_case(field.name, "WARC-Record-ID")) {
        report_.ids.add(field.value, record.offset);
      }
      refers("WARC-Concurrent-To", Reference::kConcurrentTo);
      refers("WARC-Refers-To", Reference::kRefersTo);
      refers("WARC-Warcinfo-ID", Reference::kWarcinfo);
    }
  }

  // Reads the block, once, and compares it with its digests.
  void check_block(const Record& record) {
    std::optional<Digest> block =
        stated(record, "WARC-Block-Digest", report_.block);
    std::optional<Digest> payload =
        stated(record, "WARC-Payload-Digest", report_.payload);
    if (payload && !holds_payload(record)) {
      payload.reset();
      ++report_.payload.unchecked;
    }
    if (record.type == RecordType::kFiledesc) check_version_block(record);

    std::optional<Digester> block_digester;
    if (block) block_digester.emplace(block->algorithm);
    HashedSource body(*record.body, block ? &*block_digester : nullptr);
    HttpHead head;
    bool may_be = may_be_http(record);
    bool http = may_be && read_http_head(body, head_, head);
    if (may_be && !http && says_http(record) && record.content_length > 0) {
      report(Severity::kWarning, "odd-http",
             "the block does not begin with an HTTP start line");
    }

    // One digester does for both when they hash the same.
    bool shared =
        block && payload && !http && block->algorithm == payload->algorithm;
    std::optional<Digester> stored;
    if (payload && !shared) stored.emplace(payload->algorithm);
    HashedSource rest(body, stored ? &*stored : nullptr);
    std::optional<Digester> dechunked;
    if (payload && http && head.headers.find("Transfer-Encoding")) {
      dechunked.emplace(payload->algorithm);
      hash_dechunked(rest, head, *dechunked);
    }
    io::skip(rest, UINT64_MAX);

    Digest of_block = block ? block_digester->finish() : Digest();
    Digest of_stored = stored ? stored->finish() : of_block;
    reader_->finish();
    if (!reader_->intact()) {
      // The reader has said why they cannot hold.
      report_.block.unchecked += block ? 1 : 0;
      report_.payload.unchecked += payload ? 1 : 0;
      return;
    }
    ++report_.intact;
    if (block) compare_block(*block, of_block);
    if (payload) {
      compare_payload(*payload, of_stored,
                      dechunked ? dechunked->finish() : of_stored, http);
    }
  }

  // The digest that a field states, where it can be compared.
  std::optional<Digest> stated(const Record& record, std::string_view name,
                               DigestCounts& counts) {
    auto text = record.headers.find(name);
    if (!text || !options_.digests) return std::nullopt;
    ++counts.stated;
    auto digest = parse_digest(*text);
    if (digest) return digest;
    ++counts.unchecked;
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
    return std::nullopt;
  }

  static bool names_algorithm(std::string_view text) {
    for (DigestAlgorithm known :
         {DigestAlgorithm::kSha1, DigestAlgorithm::kSha256,
          DigestAlgorithm::kSha512, DigestAlgorithm::kMd5}) {
      if (text::equal_ignoring_case(text, name(known))) return true;
    }
    return text::equal_ignoring_case(text, "urn");
  }

  // A revisit's payload is elsewhere, a segment's is in several records.
  static bool holds_payload(const Record& record) {
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

  void compare_block(const Digest& digest, const Digest& found) {
    if (digest == found) {
      ++report_.block.whole_block;
      return;
    }
    ++report_.block.mismatched;
    report(Severity::kWarning, "warc-block-digest-mismatch",
           "the digest of the block is " + spelling(found) + ", not " +
               spelling(digest));
  }

  void compare_payload(const Digest& digest, const Digest& stored,
                       const Digest& dechunked, bool http) {
    DigestCounts& counts = report_.payload;
    bool chunks = dechunked != stored;
    if (digest == stored) {
      ++(!http ? counts.whole_block : chunks ? counts.stored : counts.either);
    } else if (chunks && digest == dechunked) {
      ++counts.dechunked;
    } else {
      ++counts.mismatched;
      std::string text = "the digest of the payload is " + spelling(stored);
      if (chunks) {
        text += " as stored and " + spelling(dechunked) +
                " without chunked transfer encoding";
      }
      report(Severity::kWarning, "warc-payload-digest-mismatch",
             text + ", not " + spelling(digest));
    }
  }

  void report(Severity severity, std::string id, std::string text) {
    problems_.report(
        {severity, std::move(id), path_, offset_, std::move(text)});
  }

  const std::string& path_;
  const CheckOptions& options_;
  ProblemSink& problems_;
  std::unique_ptr<Reader> reader_;
  uint64_t offset_ = 0;  // of the current record
  std::string head_;
  CheckReport report_;
};

void append_digests(std::string& out, std::string_view name,
                    const DigestCounts& counts) {
  out.append(",\"").append(name).append("\":{");
  char separator = ' ';
  for (const auto& [word, number] :
       {std::pair<std::string_view, uint64_t>{"stated", counts.stated},
        {"stored", counts.stored},
        {"dechunked", counts.dechunked},
        {"either", counts.either},
        {"block", counts.whole_block},
        {"mismatched", counts.mismatched},
        {"unchecked", counts.unchecked}}) {
    if (separator == ',') out += separator;
    separator = ',';
    out.append("\"").append(word).append("\":").append(std::to_string(number));
  }
  out += '}';
}

}  // namespace

DigestCounts& DigestCounts::operator+=(const DigestCounts& other) {
  stated += other.stated;
  mismatched += other.mismatched;
  unchecked += other.unchecked;
  stored += other.stored;
  dechunked += other.dechunked;
  either += other.either;
  whole_block += other.whole_block;
  return *this;
}

CheckReport& CheckReport::operator+=(const CheckReport& other) {
  records += other.records;
  intact += other.intact;
  bytes += other.bytes;
  block += other.block;
  payload += other.payload;
  return *this;
}

CheckReport check_archive(const std::string& path, const CheckOptions& options,
                          ProblemSink& problems) {
  return FileCheck(path, options, problems).run();
}

void CheckJson::begin(const std::string& file) {
  if (std::exchange(open_, true)) return;
  any_ = false;
  clean_ = true;
  line_ = "{\"file\":";
  text::append_json_string(file, line_);
  line_ += ",\"findings\":[";
  output_->write(line_);
}

void CheckJson::add(const Problem& problem) {
  begin(problem.file);
  line_ = std::exchange(any_, true) ? "," : "";
  line_ += '{';
  if (problem.offset) {
    line_ += "\"offset\":" + std::to_string(*problem.offset) + ",";
  }
  line_ += "\"severity\":";
  text::append_json_string(name(problem.severity), line_);
  line_ += ",\"id\":";
  text::append_json_string(problem.id, line_);
  line_ += ",\"text\":";
  text::append_json_string(problem.text, line_);
  line_ += '}';
  output_->write(line_);
  clean_ = clean_ && problem.severity == Severity::kNote;
}

void CheckJson::end(const CheckReport& report) {
  open_ = false;
  line_ = "],\"format\":";
  if (report.format.empty()) {
    line_ += "null";
  } else {
    text::append_json_string(report.format, line_);
  }
  line_ += ",\"records\":" + std::to_string(report.records);
  line_ += ",\"intact\":" + std::to_string(report.intact);
  append_digests(line_, "blockDigests", report.block);
  append_digests(line_, "payloadDigests", report.payload);
  line_ += clean_ ? ",\"clean\":true}\n" : ",\"clean\":false}\n";
  output_->write(line_);
}

}  // namespace wax::warc
