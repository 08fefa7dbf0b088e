#include "cdx/indexer.h"

#include <utility>

#include "cdx/html_meta.h"
#include "cdx/url/resolve.h"
#include "warc/digest.h"
#include "warc/http.h"
#include "warc/io/error.h"

namespace wax::cdx {
namespace {

using warc::RecordType;

bool has_http_url(std::string_view url) {
  auto scheme = [&](std::string_view name) {
    return warc::equal_ignoring_case(url.substr(0, name.size()), name);
  };
  return scheme("http:") || scheme("https:");
}

bool should_have_head(const warc::Record& record) {
  bool message = record.type == RecordType::kResponse ||
                 record.type == RecordType::kRevisit ||
                 record.type == RecordType::kRequest;
  return message && has_http_url(record.target_uri);
}

std::string_view without_brackets(std::string_view id) {
  if (id.starts_with('<')) id.remove_prefix(1);
  if (id.ends_with('>')) id.remove_suffix(1);
  return id;
}

bool is_html(std::string_view mime) {
  return warc::equal_ignoring_case(mime, "text/html") ||
         warc::equal_ignoring_case(mime, "application/xhtml+xml");
}

bool is_number(std::string_view text) {
  return text.find_first_not_of("0123456789") == std::string_view::npos;
}

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

}  // namespace

void IndexOptions::check() const {
  if (minimal && post_append) {
    throw UsageError(
        "a minimal index does not read requests: leave out --minimal or "
        "--post-append");
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
        meta(options_in.meta.value_or(profile.meta())) {}

  void warn(const char* id, std::string text) {
    problems.report(
        {Severity::kWarning, id, path, record.offset, std::move(text)});
  }

  std::string_view refusal(const RecordView& view) const;
  bool verified(const RecordView& view);
  void fill(const RecordView& view, Capture& capture);
  void read_rest(const RecordView& view, DigestPart part, Capture& capture);
  void add_meta(const RecordView& view, Capture& capture);
  void add_redirect(const RecordView& view, Capture& capture);
  void report_oddities(const RecordView& view, const Capture& capture);
  bool read_record(Capture& capture, bool& wanted);
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
  bool meta;

  warc::Record record;
  BlockHead head;
  warc::Digester digester;
  std::string page;  // the beginning of an HTML body
  HtmlMeta html;
  Capture capture;
  IndexCounts counts;
  // Reasons are string literals, so that counting allocates nothing.
  std::map<std::string_view, uint64_t> skipped;
};

std::string_view Indexer::State::refusal(const RecordView& view) const {
  if (options.selection.types.empty()) {
    return profile.refusal(view, options.selection);
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
  std::string_view word = view.head->first_word();
  if (word == "HTTP/1.0" || word == "HTTP/1.1") return true;
  problems.report({Severity::kLost, "odd-http", path, record.offset,
                   "the response does not begin with HTTP/1.0 or HTTP/1.1"});
  return false;
}

void Indexer::State::fill(const RecordView& view, Capture& out) {
  out.filename.assign(filename);
  out.block_length = record.content_length;
  out.ip_address.assign(record.ip_address);
  if (auto id = record.headers.find("WARC-Record-ID")) {
    out.record_id.assign(without_brackets(*id));
  }
  DigestPart part = profile.describe(view, out);
  bool canonical =
      out.url.empty() || append_url_key(key_kind, out.url, out.urlkey);
  if (!canonical) warn("odd-url", "no key can be made of " + out.url);
  report_oddities(view, out);
  if (options.digest == DigestMode::kHeader ||
      (options.digest == DigestMode::kMissing && !out.digest.empty())) {
    part = DigestPart::kNone;
  }
  if (redirects) add_redirect(view, out);
  read_rest(view, part, out);
}

void Indexer::State::report_oddities(const RecordView& view,
                                     const Capture& out) {
  if (out.date.empty()) {
    warn("odd-date",
         "no capture date can be made of \"" + std::string(record.date) + '"');
  }
  if (out.mime.find(' ') != std::string::npos || out.mime == "unk") {
    if (view.http() != nullptr &&
        view.http()->headers().find("Content-Type").value_or("").empty()) {
      return;  // a server need not say
    }
    warn("odd-mime", "the media type cannot be read");
  }
  if (!is_number(out.status)) {
    warn("odd-status", "the status is no number: " + out.status);
  }
}

// One pass over what follows the head, for the digest and the page's head.
void Indexer::State::read_rest(const RecordView& view, DigestPart part,
                               Capture& out) {
  bool wants_page = (meta || redirects) && out.redirect.empty() &&
                    record.type == RecordType::kResponse && is_html(out.mime);
  if (meta)
    wants_page = record.type == RecordType::kResponse && is_html(out.mime);
  page.clear();
  if (part == DigestPart::kAfterLegend) skip_lines(*record.body, 2);
  if (part == DigestPart::kBlock && view.head != nullptr) {
    digester.update(view.head->raw());
  }
  while (part != DigestPart::kNone ||
         (wants_page && page.size() < kHtmlMetaScan)) {
    std::string_view bytes = record.body->peek();
    if (bytes.empty()) break;
    if (wants_page && page.size() < kHtmlMetaScan) {
      page.append(bytes.substr(0, kHtmlMetaScan - page.size()));
    }
    if (part != DigestPart::kNone) digester.update(bytes);
    record.body->consume(bytes.size());
  }
  if (part != DigestPart::kNone) {
    out.digest.assign(profile.digest_prefix() ? "sha1:" : "");
    out.digest += warc::to_base32(digester.finish());
  }
  html.clear();
  if (!page.empty()) {
    io::MemorySource stored(page);
    warc::DecodeOptions decoding;
    decoding.limit = kHtmlMetaScan;
    NoProblems ignored;
    static const warc::Headers no_fields;
    const BlockHead* http = view.http();
    auto decoded =
        warc::decode_body(stored, http ? http->headers() : no_fields, decoding,
                          ignored, {Severity::kNote, "", path, {}, ""});
    scan_html_meta(io::read_all(*decoded, kHtmlMetaScan), html);
  }
  if (meta) add_meta(view, out);
  if (redirects && out.redirect.empty() && !html.refresh.empty()) {
    append_resolved(out.url, html.refresh, out.redirect);
  }
}

void Indexer::State::add_meta(const RecordView& view, Capture& out) {
  if (view.http() != nullptr) {
    for (const warc::Field& field : view.http()->headers().all()) {
      if (warc::equal_ignoring_case(field.name, "X-Robots-Tag")) {
        add_robots_directives(field.value, html);
      }
    }
  }
  if (html.noarchive) out.meta += 'A';
  if (html.nofollow) out.meta += 'F';
  if (html.noindex) out.meta += 'I';
  if (record.headers.find("WARC-Simple-Form-Province-Status")) out.meta += 'P';
}

void Indexer::State::add_redirect(const RecordView& view, Capture& out) {
  if (record.type != RecordType::kResponse || view.http() == nullptr) return;
  auto location = view.http()->headers().find("Location");
  if (location && !location->empty()) {
    append_resolved(out.url, *location, out.redirect);
  }
}

// Reads the next record into `out`; `wanted` says whether it gets a line.
bool Indexer::State::read_record(Capture& out, bool& wanted) {
  if (!reader->next(record)) return false;
  ++counts.read;
  out.clear();
  RecordView view{record, nullptr, options.minimal};
  if (!options.minimal && should_have_head(record)) {
    head.read(*record.body);
    view.head = &head;
  }
  std::string_view reason = verified(view) ? refusal(view) : "odd-http";
  wanted = reason.empty();
  if (!wanted) {
    count_skipped(reason);
    return true;
  }
  fill(view, out);
  warc::Extent extent = reader->finish();
  out.offset = extent.offset;
  out.length = extent.length;
  if (!extent.seekable) out.has_place = false;
  return true;
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
  State& state = *state_;
  bool wanted = false;
  while (state.read_record(state.capture, wanted)) {
    if (!wanted) continue;
    ++state.counts.written;
    return &state.capture;
  }
  for (const auto& [reason, count] : state.skipped) {
    state.counts.skipped[std::string(reason)] = count;
  }
  return nullptr;
}

const IndexCounts& Indexer::counts() const { return state_->counts; }

uint64_t Indexer::position() const { return state_->reader->position(); }

}  // namespace wax::cdx
