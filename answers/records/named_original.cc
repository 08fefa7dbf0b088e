#include "answers/records/named_original.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "cdx/url/url_key.h"
#include "text/ascii.h"
#include "warc/record/date.h"
#include "warc/record/named_original.h"
#include "warc/writer/header_edit.h"

namespace wax::answers {

namespace {

bool shows_original(
    const std::vector<std::shared_ptr<const Generation>>& generations,
    const warc::Record& record) {
  const warc::NamedOriginal named = warc::named_original(record.headers);
  const std::string key = cdx::url_key(cdx::UrlKeyKind::kSurt, named.url);
  const std::string_view digest =
      record.headers.find("WARC-Payload-Digest").value_or("");
  return std::all_of(generations.begin(), generations.end(),
                     [&](const auto& generation) {
                       return generation->access == nullptr ||
                              generation->access->visibility(
                                  {key, digest, named.url}, named.date) ==
                                  collection::Visibility::kShown;
                     });
}

}  // namespace

std::string shown_header(
    const std::vector<std::shared_ptr<const Generation>>& generations,
    const warc::Record& record) {
  if (shows_original(generations, record)) {
    return std::string(record.raw_header);
  }
  std::string header;
  bool is_left_out = false;
  for (std::string_view rest = record.raw_header; !rest.empty();) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    line = rest.substr(0, std::min(line.size() + 1, rest.size()));
    rest.remove_prefix(line.size());
    // A line that begins with white space continues the one before.
    if (line.front() != ' ' && line.front() != '\t') {
      is_left_out = text::starts_with_ignoring_case(line, warc::kRefersTo);
    }
    if (!is_left_out) header += line;
  }
  return header;
}

std::string shown_container(
    const std::vector<std::shared_ptr<const Generation>>& generations,
    const warc::Record& record) {
  const auto value = record.headers.find(warc::kRefersToContainer);
  if (!value || !shows_original(generations, record)) return {};
  return warc::container_name(*value);
}

std::string header_with_container(std::string_view header,
                                  std::string_view container) {
  const warc::FieldChange changes[] = {
      {warc::kRefersToContainer, warc::container_value(container)}};
  return warc::edited_header(header, changes);
}

std::string header_referring_to(std::string header, const warc::Record& record,
                                const UrlCapture& original,
                                std::string_view id) {
  const auto named_id = record.headers.find(warc::kRefersTo);
  const auto url = record.headers.find(warc::kRefersToUrl);
  const auto date = record.headers.find(warc::kRefersToDate);
  if (!named_id && !url && !date) return header;
  if ((!named_id || text::trim(*named_id, "<> ") == text::trim(id, "<> ")) &&
      (!url || text::trim(*url, "<> ") == original.url) &&
      (!date || warc::date14_of_warc(*date) == original.date)) {
    return header;
  }
  std::optional<std::string> new_id;
  if (named_id && !id.empty()) new_id = id;
  const warc::FieldChange changes[] = {
      {warc::kRefersTo, std::move(new_id)},
      {warc::kRefersToUrl, original.url},
      {warc::kRefersToDate, warc::iso_date(original.date)}};
  return warc::edited_header(header, changes);
}

}  // namespace wax::answers
