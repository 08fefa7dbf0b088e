#include "cdx/indexer/indexer.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "cdx/indexer/html_meta.h"
#include "cdx/indexer/payload_reader.h"
#include "cdx/indexer/request_pairs.h"
#include "cdx/profile/profile_policies.h"
#include "cdx/request/request_encoder.h"
#include "cdx/url/resolve.h"
#include "io/error.h"
#include "io/input_files.h"
#include "text/ascii.h"
#include "text/hex.h"
#include "text/utf8.h"
#include "warc/extract/record_fields.h"
#include "warc/record/digest.h"

namespace wax::cdx {
namespace {

using warc::RecordType;

std::string_view without_brackets(std::string_view id) {
  if (id.starts_with('<')) id.remove_prefix(1);
  if (id.ends_with('>')) id.remove_suffix(1);
  return id;
}

bool is_html(std::string_view mime) {
  return text::equal_ignoring_case(mime, "text/html") ||
         text::equal_ignoring_case(mime, "application/xhtml+xml");
}

constexpr std::string_view kRequestPrefix = "req.http:";
constexpr std::string_view kHttpPrefix = "http:";

bool is_of_request(std::string_view field) {
  return field == "method" || field == "referrer" ||
         field.starts_with(kRequestPrefix);
}

int number_before_comma(std::string_view text) {
  text = text::trim_front(text.substr(0, text.find(',')), " ");
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

bool IndexOptions::pairs_requests() const {
  if (post_append) return true;
  return std::any_of(fields.begin(), fields.end(), is_of_request);
}

void IndexOptions::check() const {
  if (minimal && pairs_requests()) {
    throw UsageError(
        "a minimal index does not look into requests; --minimal excludes "
        "--post-append and the fields of requests");
  }
}

IndexCounts& IndexCounts::operator+=(const IndexCounts& other) {
  read += other.read;
  written += other.written;
  for (const auto& [reason, count] : other.skipped) skipped[reason] += count;
  return *this;
}

struct Indexer::State {
  State(std::unique_ptr<warc::Reader> reader_in, std::string path_in,
        std::string filename_in, const IndexOptions& options_in,
        ProblemSink& problems_in)
      : reader(std::move(reader_in)),
        path(std::move(path_in)),
        filename(std::move(filename_in)),
        options(options_in),
        profile(*options_in.profile),
        problems(problems_in),
        key_kind(options_in.url_key.value_or(profile.url_key())),
        redirects(options_in.redirects.value_or(profile.redirects())),
        refreshes(options_in.redirects.value_or(false)),
        meta(options_in.meta.value_or(profile.meta())),
        payload(options_in.digest_form),
        pairing(options_in.pairs_requests()),
        pairs(pairing ? kRequestWindow : 0) {}

  void warn(const char* id, std::string text) {
    problems.report(
        {Severity::kWarning, id, path, record.offset, std::move(text)});
  }

  std::string_view skip_reason(const RecordView& view) const;
  bool verified(const RecordView& view);
  void fill(const RecordView& view, Capture& capture);
  size_t kept_of_body(const RecordView& view, const Capture& out) const;
  void scan_page(const RecordView& view, Capture& capture);
  void add_meta(const RecordView& view, Capture& capture);
  void add_redirect(const RecordView& view, Capture& capture);
  void report_oddities(const RecordView& view, const Capture& capture);
  void add_fields(const RecordView& view, Capture& capture);
  void add_record_digest(Capture& capture);
  bool read_record(PairedRecord& slot);
  void note_request(const RecordView& view, PairedRecord& slot);
  void pair(PairedRecord& request, PairedRecord& answer);
  const Capture* next_alone();
  const Capture* next_paired();
  void count_skipped(std::string_view reason) {
    auto [entry, added] = skipped.try_emplace(reason, 0);
    ++entry->second;
  }

  std::unique_ptr<warc::Reader> reader;
  std::string path;
  std::string filename;
  const IndexOptions& options;
  const Profile& profile;
  ProblemSink& problems;
  UrlKeyKind key_kind;
  bool redirects;
  bool refreshes;
  bool meta;

  warc::Record record;
  warc::BlockHead head;
  PayloadReader payload;
  HtmlMeta html;
  std::string made_field;
  const bool pairing;
  RequestPairs pairs;
  PairedRecord alone;  // when requests are not paired
  bool at_end = false;
  uint64_t stop = UINT64_MAX;
  uint64_t end = 0;  // of the last record, while there is a stop
  std::unique_ptr<io::FileSource> again;  // for record digests
  warc::Digester record_digester{warc::DigestAlgorithm::kSha256};
  IndexCounts counts;
  // Reasons are string literals, so that counting allocates nothing.
  std::map<std::string_view, uint64_t> skipped;
};

std::string_view Indexer::State::skip_reason(const RecordView& view) const {
  if (options.selection.types.empty()) {
    return profile.skip_reason(view, options.selection);
  }
  for (RecordType type : options.selection.types) {
    if (type == record.type) return {};
  }
  return warc::name(record.type);
}

bool Indexer::State::verified(const RecordView& view) {
  if (!options.verify_http || view.head == nullptr ||
      record.type != RecordType::kResponse) {
    return true;
  }
  std::string_view word = view.head->version_or_method();
  if (word == "HTTP/1.0" || word == "HTTP/1.1") return true;
  problems.report({Severity::kLost, "odd-http", path, record.offset,
                   "the response does not begin with HTTP/1.0 or HTTP/1.1"});
  return false;
}

void Indexer::State::fill(const RecordView& view, Capture& out) {
  out.filename.assign(filename);
  if (record.content_length != warc::Record::kNoLength) {
    out.block_length = record.content_length;
  }
  out.ip_address.assign(record.ip_address);
  if (auto id = record.headers.find("WARC-Record-ID")) {
    out.record_id.assign(without_brackets(*id));
  }
  DigestPart part = profile.describe(view, out);
  std::string_view keyed = out.url;
  if (!out.urlkey.empty()) {
    bool whole = record.type == warc::RecordType::kWarcinfo;
    keyed = whole ? std::string_view() : record.target_uri;
  }
  bool canonical = keyed.empty() || append_url_key(key_kind, keyed, out.urlkey);
  if (!canonical) warn("odd-url", "no key can be made of " + out.url);
  report_oddities(view, out);
  if (options.digest == DigestMode::kNone) out.digest.clear();
  if (options.digest == DigestMode::kNone ||
      options.digest == DigestMode::kHeader ||
      (options.digest == DigestMode::kMissing && !out.digest.empty())) {
    part = DigestPart::kNone;
  }
  if (redirects) add_redirect(view, out);
  payload.read(view, part, kept_of_body(view, out), problems, path);
  if (part != DigestPart::kNone) {
    payload.take_digest(profile.digest_prefix(), out.digest);
  }
  if (record.type == RecordType::kResponse) scan_page(view, out);
  if (!options.fields.empty()) add_fields(view, out);
}

void Indexer::State::report_oddities(const RecordView& view,
                                     const Capture& out) {
  if (out.date.empty()) {
    warn("odd-date",
         "no capture date can be made of \"" + std::string(record.date) + '"');
  }
  std::string_view stated = record.content_type;
  if (view.http() != nullptr && record.format == warc::Format::kWarc) {
    stated = view.http()->headers().find("Content-Type").value_or("");
  }
  bool says_nothing = stated.empty() || stated == "unk" || stated == "no-type";
  if (out.mime == "unk" && !says_nothing) {
    warn("odd-mime",
         "no media type can be made of \"" + std::string(stated) + '"');
  }
  if (!text::all_digits(out.status)) {
    warn("odd-status", "the status is no number: " + out.status);
  }
}

// Most bytes of the block that are kept while it is read.
size_t Indexer::State::kept_of_body(const RecordView& view,
                                    const Capture& out) const {
  if (record.type == RecordType::kRequest) {
    return pairing && view.head != nullptr ? kMostRequestBody : 0;
  }
  bool wanted = meta || (refreshes && out.redirect.empty());
  bool is_page = record.type == RecordType::kResponse && is_html(out.mime);
  return wanted && is_page ? kHtmlMetaScan : 0;
}

void Indexer::State::scan_page(const RecordView& view, Capture& out) {
  html.clear();
  if (!payload.kept().empty() && view.head != nullptr) {
    scan_html_meta(payload.decoded(*view.head, kHtmlMetaScan), html);
  }
  if (meta) add_meta(view, out);
  if (refreshes && out.redirect.empty() && !html.refresh.empty()) {
    append_resolved(out.url, html.refresh, out.redirect);
  }
}

void Indexer::State::add_meta(const RecordView& view, Capture& out) {
  if (view.http() != nullptr) {
    for (const warc::Field& field : view.http()->headers().all()) {
      if (text::equal_ignoring_case(field.name, "X-Robots-Tag")) {
        add_robots_directives(field.value, html);
      }
    }
  }
  if (html.noarchive) out.meta += 'A';
  if (html.nofollow) out.meta += 'F';
  if (html.noindex) out.meta += 'I';
  // "LOGINS,..."
  if (number_before_comma(
          record.headers.find("WARC-Simple-Form-Province-Status")
              .value_or("")) > 0) {
    out.meta += 'P';
  }
}

void Indexer::State::add_redirect(const RecordView& view, Capture& out) {
  if (record.type != RecordType::kResponse || view.http() == nullptr) return;
  auto location = view.http()->headers().find("Location");
  if (location && !location->empty()) {
    append_resolved(out.url, *location, out.redirect);
  }
}

void Indexer::State::add_fields(const RecordView& view, Capture& out) {
  for (const std::string& name : options.fields) {
    if (is_of_request(name)) continue;
    std::optional<std::string_view> value;
    if (!name.starts_with(kHttpPrefix)) {
      value = warc::warc_field(record, name, made_field);
    } else if (view.http() != nullptr && record.type != RecordType::kRequest) {
      value = view.http()->headers().find(
          std::string_view(name).substr(kHttpPrefix.size()));
    }
    if (value)
      text::assign_as_utf8(*value, out.fields.emplace_back(name, "").second);
  }
}

void Indexer::State::add_record_digest(Capture& out) {
  if (!out.has_location || path == "-") return;
  if (again == nullptr) again = io::open_input(path);
  if (!again->seek(out.offset)) return;
  io::LimitedSource stored(*again, out.length);
  for (;;) {
    std::string_view bytes = stored.peek();
    if (bytes.empty()) break;
    record_digester.update(bytes);
    stored.consume(bytes.size());
  }
  out.fields.emplace_back("recordDigest",
                          "sha256:" + text::to_hex(record_digester.finish()));
}

// Reads the next record; false at the end.
bool Indexer::State::read_record(PairedRecord& slot) {
  if (!reader->next(record)) return false;
  ++counts.read;
  slot.clear();
  RecordView view{record, nullptr, options.minimal};
  if (!options.minimal && should_have_head(record)) {
    head.read(*record.body);
    view.head = &head;
  }
  slot.is_request = record.type == RecordType::kRequest;
  std::string_view reason = verified(view) ? skip_reason(view) : "odd-http";
  slot.wanted = reason.empty();
  if (!slot.wanted) count_skipped(reason);
  if (!slot.wanted && !(pairing && slot.is_request)) return true;
  fill(view, slot.capture);
  if (pairing) note_request(view, slot);
  warc::Extent extent = reader->finish();
  slot.capture.offset = extent.offset;
  slot.capture.length = extent.length;
  slot.capture.intact = reader->intact();
  // A member that goes on behind its first record has no length for it.
  if (!extent.seekable || extent.length == 0) slot.capture.has_location = false;
  if (options.record_digest) add_record_digest(slot.capture);
  return true;
}

const Capture* Indexer::State::next_alone() {
  while (end < stop && read_record(alone)) {
    if (stop != UINT64_MAX) {
      reader->finish();
      end = reader->position();
    }
    if (alone.wanted) return &alone.capture;
  }
  at_end = end < stop;
  return nullptr;
}

void Indexer::State::note_request(const RecordView& view, PairedRecord& slot) {
  slot.is_answer = profile.answers_request(record.type);
  for (const warc::Field& field : record.headers.all()) {
    if (text::equal_ignoring_case(field.name, "WARC-Concurrent-To")) {
      slot.concurrent_to.emplace_back(without_brackets(field.value));
    }
  }
  if (!slot.is_request || view.http() == nullptr) return;
  const warc::Headers& headers = view.http()->headers();
  slot.method.assign(view.http()->version_or_method());
  auto stated = headers.find("Content-Length");
  bool chunked = !stated && headers.find("Transfer-Encoding").has_value();
  std::string_view body =
      chunked ? payload.decoded(*view.head, kMostRequestBody) : payload.kept();
  std::string length =
      chunked ? std::to_string(body.size()) : std::string(stated.value_or(""));
  slot.query = request_body_query(
      slot.method, headers.find("Content-Type").value_or(""), length, body);
  for (const std::string& name : options.fields) {
    std::optional<std::string_view> value;
    if (name == "method") {
      value = slot.method;
    } else if (name == "referrer") {
      value = headers.find("Referer");
    } else if (name.starts_with(kRequestPrefix)) {
      value =
          headers.find(std::string_view(name).substr(kRequestPrefix.size()));
    }
    if (!value) continue;
    text::assign_as_utf8(*value, slot.fields.emplace_back(name, "").second);
    slot.capture.fields.push_back(slot.fields.back());
  }
}

void Indexer::State::pair(PairedRecord& request, PairedRecord& answer) {
  auto& fields = answer.capture.fields;
  fields.insert(fields.end(), request.fields.begin(), request.fields.end());
  if (!options.post_append || request.method.empty() ||
      !profile.appends(request.method)) {
    return;
  }
  std::string url;
  append_request_url(answer.capture.url, request.method, request.query, url);
  profile.clean_request_url(url);
  if (url == answer.capture.url) return;
  answer.capture.urlkey.clear();
  append_url_key(key_kind, url, answer.capture.urlkey);
  request.capture.urlkey = answer.capture.urlkey;
  bool has_method = std::any_of(fields.begin(), fields.end(), [](auto& field) {
    return field.first == "method";
  });
  if (!has_method) {
    text::upper_case(fields.emplace_back("method", request.method).second);
  }
  if (!request.query.empty()) {
    fields.emplace_back("requestBody", request.query);
  }
}

const Capture* Indexer::State::next_paired() {
  for (;;) {
    for (PairedRecord* slot; !at_end && (slot = pairs.room()) != nullptr;) {
      at_end = !read_record(*slot);
      if (at_end || !(slot->wanted || slot->is_request)) continue;
      if (PairedRecord* other = pairs.add()) {
        pair(slot->is_request ? *slot : *other,
             slot->is_request ? *other : *slot);
      }
    }
    PairedRecord* oldest = pairs.take();
    if (oldest == nullptr) return nullptr;
    if (oldest->wanted) return &oldest->capture;
  }
}

Indexer::Indexer(std::unique_ptr<warc::Reader> reader, std::string path,
                 std::string filename, const IndexOptions& options,
                 ProblemSink& problems)
    : state_(std::make_unique<State>(std::move(reader), std::move(path),
                                     std::move(filename), options, problems)) {
  options.check();
}

Indexer::~Indexer() = default;

const Capture* Indexer::next() {
  const Capture* capture =
      state_->pairing ? state_->next_paired() : state_->next_alone();
  if (capture != nullptr) {
    ++state_->counts.written;
    return capture;
  }
  for (const auto& [reason, count] : state_->skipped) {
    state_->counts.skipped[std::string(reason)] = count;
  }
  return nullptr;
}

void Indexer::stop_at(uint64_t offset) { state_->stop = offset; }

bool Indexer::stopped() const { return !state_->at_end; }

const IndexCounts& Indexer::counts() const { return state_->counts; }

uint64_t Indexer::position() const { return state_->reader->position(); }

}  // namespace wax::cdx
