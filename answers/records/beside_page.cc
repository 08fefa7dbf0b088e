#include "answers/records/beside_page.h"

#include <array>

#include "answers/records/archived_body.h"
#include "answers/records/stored_record.h"
#include "answers/shown/url_captures.h"
#include "collection/segment/text_capture.h"
#include "io/byte_source.h"
#include "warc/http/media_type.h"
#include "warc/record/date.h"

namespace wax::answers {
namespace {

constexpr uint64_t kMostOfInfo = uint64_t{4} << 20;

// The captures of a page, by which its pictures are told apart.
class PageCaptures {
 public:
  explicit PageCaptures(const UrlHistory& history) {
    for (const ListedCapture& listed : history.captures) {
      const auto captured = warc::seconds_of_date(listed.capture.date);
      if (captured) captures_.push_back({*captured, {}, true});
    }
  }

  // Whether a record of that date shows the capture of that date.
  [[nodiscard]] bool shows(std::string_view record,
                           std::string_view date) const {
    const auto time = warc::seconds_of_date(record);
    if (!time) return false;
    const auto found = collection::capture_of_text(captures_, *time);
    return found &&
           warc::date14_of_seconds(captures_[found->shown].time) == date;
  }

 private:
  std::vector<collection::PageCapture> captures_;
};

}  // namespace

std::optional<UrlCapture> picture_of_page(const Scope& scope,
                                          const UrlHistory& history,
                                          Picture size, std::string_view date) {
  constexpr std::array kSmallFirst = {
      "urn:thumbnail:", "urn:view:", "urn:fullPage:"};
  constexpr std::array kLargeFirst = {
      "urn:view:", "urn:fullPage:", "urn:thumbnail:"};
  std::optional<PageCaptures> captures;
  if (!date.empty()) captures.emplace(history);
  for (const char* kind : size == Picture::kSmall ? kSmallFirst : kLargeFirst) {
    std::optional<UrlCapture> last;
    UrlCaptures records(scope, kind + history.url);
    for (UrlCapture record; records.next(record);) {
      if (warc::bare_type(record.mime).starts_with("image/") &&
          !record.is_revisit &&
          (!captures || captures->shows(record.date, date))) {
        last = record;
      }
    }
    if (last) return last;
  }
  return std::nullopt;
}

std::optional<AskedUrls> asked_urls(const Scope& scope,
                                    const UrlHistory& history) {
  if (!scope.holdings->shows_captures()) return std::nullopt;
  std::optional<UrlCapture> last;
  UrlCaptures records(scope, "urn:pageinfo:" + history.url);
  for (UrlCapture record; records.next(record);) {
    if (!record.is_revisit) last = record;
  }
  if (!last) return std::nullopt;
  const Generation& generation = *scope.generation;
  RecordFailure why;
  const auto open =
      open_record_or_copy({*scope.holdings, generation}, open_cdx(generation),
                          generation.url_key, *last, why);
  if (open == nullptr) return std::nullopt;
  const std::string block = io::read_all(*decoded_body(*open), kMostOfInfo);
  return AskedUrls{*last, document::read_page_info(block).asked};
}

}  // namespace wax::answers
