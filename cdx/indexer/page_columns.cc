#include "cdx/indexer/page_columns.h"

#include <charconv>
#include <string_view>

#include "cdx/url/resolve.h"
#include "text/ascii.h"

namespace wax::cdx {
namespace {

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

PageColumns::PageColumns(const IndexOptions& options)
    : redirects_(options.redirects.value_or(options.profile->redirects())),
      refreshes_(options.redirects.value_or(false)),
      meta_(options.meta.value_or(options.profile->meta())) {}

void PageColumns::add_location(const RecordView& view, Capture& capture) const {
  bool is_response = view.record.type == RecordType::kResponse;
  if (!redirects_ || !is_response || view.http() == nullptr) return;
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
