#include "cdx/indexer/capture_maker.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "cdx/format/list_lines.h"
#include "cdx/indexer/request_pairs.h"
#include "cdx/url/url.h"
#include "cdx/url/url_key.h"
#include "text/ascii.h"
#include "warc/record/named_original.h"

namespace wax::cdx {
namespace {

// Whether takers of captures make anything of such records.
bool is_of_a_page(warc::RecordType type) {
  return type != warc::RecordType::kMetadata &&
         type != warc::RecordType::kContinuation;
}

using warc::RecordType;

bool is_html(std::string_view mime) {
  return text::equal_ignoring_case(mime, "text/html") ||
         text::equal_ignoring_case(mime, "application/xhtml+xml");
}

int number_before_comma(std::string_view text) {
  text = text::trim_front(text.substr(0, text.find(',')), " ");
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// The value is "LOGINS,...".
bool has_login(const warc::Record& record) {
  auto status = record.headers.find("WARC-Simple-Form-Province-Status");
  return status && number_before_comma(*status) > 0;
}

}  // namespace

CaptureMaker::CaptureMaker(std::string path, std::string filename,
                           const IndexOptions& options, ProblemSink& problems)
    : path_(std::move(path)),
      filename_(std::move(filename)),
      options_(options),
      problems_(problems),
      page_(options),
      fields_(options.fields),
      payload_(options.digest_form) {}

const ListedRecord* CaptureMaker::agreeing(
    const Capture& capture, std::span<const ListedRecord> listed) const {
  for (const ListedRecord& line : listed) {
    if (line.date != capture.date) continue;
    if (!capture.digest.empty()) {
      if (warc::normal_digest(line.digest) ==
          warc::normal_digest(capture.digest)) {
        return &line;
      }
    } else if (!line.digest.empty() && line.urlkey == capture.urlkey &&
               options_.digest == DigestMode::kMissing) {
      return &line;
    }
  }
  return nullptr;
}

const ListedRecord* CaptureMaker::make(const RecordView& view, size_t keep,
                                       Capture& capture,
                                       std::span<const ListedRecord> listed) {
  const Profile& profile = *options_.profile;
  add_header(view.record, capture);
  DigestPart part = profile.describe(view, capture);
  bool has_key = add_key(view.record, capture);
  bool is_lost = options_.odd_values_are_lost && is_of_a_page(view.record.type);
  report_odd_values(view, capture, has_key, path_, problems_,
                    is_lost ? Severity::kLost : Severity::kWarning);
  const ListedRecord* line = agreeing(capture, listed);
  if (line != nullptr && capture.digest.empty()) {
    capture.digest = warc::normal_digest(line->digest);
    if (!profile.digest_prefix()) {
      capture.digest.erase(
          0, capture.digest.size() - without_sha1(capture.digest).size());
    }
  }
  if (options_.digest == DigestMode::kNone) capture.digest.clear();
  if (!computes_digest(capture)) part = DigestPart::kNone;
  page_.add_location(view, capture);
  keep = std::max(keep, page_.needed(view, capture));
  payload_.read(view, part, keep, problems_, path_);
  if (part != DigestPart::kNone) {
    std::string& digest = capture.digest;
    digest.clear();
    warc::append_digest(payload_.take_digest(), digest);
    if (!profile.digest_prefix()) {
      digest.erase(0, digest.size() - without_sha1(digest).size());
    }
  }
  if (view.record.type == warc::RecordType::kRevisit) {
    add_original(view.record, capture);
  }
  page_.add_page(view, payload_, capture);
  fields_.append_of_record(view, capture.fields);
  return line;
}

void CaptureMaker::add_header(const warc::Record& record,
                              Capture& capture) const {
  capture.filename.assign(filename_);
  if (record.content_length != warc::Record::kNoLength) {
    capture.block_length = record.content_length;
  }
  capture.ip_address.assign(record.ip_address);
  if (auto id = record.headers.find("WARC-Record-ID")) {
    capture.record_id.assign(without_brackets(*id));
  }
}

// False when the URL has no key.
bool CaptureMaker::add_key(const warc::Record& record, Capture& capture) const {
  std::string_view url = capture.url;
  if (!capture.urlkey.empty()) {
    // What the profile put there goes before the key, or is the key.
    bool whole = record.type == warc::RecordType::kWarcinfo;
    url = whole ? std::string_view() : record.target_uri;
  }
  return url.empty() ||
         append_url_key(options_.key_kind(), url, capture.urlkey);
}

void CaptureMaker::add_original(const warc::Record& record,
                                Capture& capture) const {
  const auto [url, date] = warc::named_original(record.headers);
  const bool has_digest = !capture.digest.empty();
  if (date.empty() && has_digest && !warc::is_not_modified(record.headers)) {
    return;
  }
  capture.original_date = date.empty() ? kLastBefore : date;
  if (url.empty() ||
      !append_url_key(options_.key_kind(), url, capture.original_urlkey)) {
    capture.original_urlkey = capture.urlkey;
  }
}

bool CaptureMaker::computes_digest(const Capture& capture) const {
  return options_.digest == DigestMode::kAlways ||
         (options_.digest == DigestMode::kMissing && capture.digest.empty());
}

PageColumns::PageColumns(const IndexOptions& options)
    : redirects_(options.redirects.value_or(options.profile->redirects())),
      refreshes_(options.redirects.value_or(false)),
      meta_(options.meta.value_or(options.profile->meta())) {}

void PageColumns::add_location(const RecordView& view, Capture& capture) const {
  if (!redirects_ || view.http() == nullptr) return;
  // A revisit of a redirect has no status in most formats, so nothing else
  // would tell that it is one.
  const bool is_redirect =
      refreshes_ && view.record.type == RecordType::kRevisit &&
      view.http()->status().starts_with('3') && view.http()->status() != "304";
  if (view.record.type != RecordType::kResponse && !is_redirect) return;
  auto location = view.http()->headers().find("Location");
  if (location && !location->empty()) {
    append_resolved(capture.url, *location, capture.redirect);
  }
}

size_t PageColumns::needed(const RecordView& view,
                           const Capture& capture) const {
  bool wanted = meta_ || (refreshes_ && capture.redirect.empty());
  bool is_page =
      view.record.type == RecordType::kResponse && is_html(capture.mime);
  return wanted && is_page ? kHtmlMetaScan : 0;
}

void PageColumns::add_page(const RecordView& view, PayloadReader& payload,
                           Capture& capture) {
  if (view.record.type != RecordType::kResponse) return;
  html_.clear();
  if (!payload.kept().empty() && view.head != nullptr) {
    scan_html_meta(payload.decoded(*view.head, kHtmlMetaScan), html_);
  }
  if (meta_) add_letters(view, capture);
  if (refreshes_ && capture.redirect.empty() && !html_.refresh.empty()) {
    append_resolved(capture.url, html_.refresh, capture.redirect);
  }
}

void PageColumns::add_letters(const RecordView& view, Capture& capture) {
  if (view.http() != nullptr) {
    add_robots_headers(view.http()->headers(), html_);
  }
  if (html_.noarchive) capture.meta += 'A';
  if (html_.nofollow) capture.meta += 'F';
  if (html_.noindex) capture.meta += 'I';
  if (has_login(view.record)) capture.meta += 'P';
}

}  // namespace wax::cdx
