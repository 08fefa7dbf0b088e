#include "answers/shown/named_original.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "cdx/url/url_key.h"
#include "text/ascii.h"
#include "warc/record/date.h"
#include "warc/writer/header_edit.h"

namespace wax::answers {
namespace {

// Names of the fields in which a revisit names its original.
constexpr std::string_view kRefersTo = "WARC-Refers-To";
constexpr std::string_view kRefersToUrl = "WARC-Refers-To-Target-URI";
constexpr std::string_view kRefersToDate = "WARC-Refers-To-Date";

}  // namespace

NamedOriginal named_original(const warc::Record& revisit) {
  NamedOriginal named;
  named.url =
      text::trim(revisit.headers.find(kRefersToUrl).value_or(""), "<> ");
  named.date =
      warc::date14_of_warc(revisit.headers.find(kRefersToDate).value_or(""))
          .value_or("");
  return named;
}

std::string shown_header(
    const std::vector<std::shared_ptr<const Generation>>& generations,
    const warc::Record& record) {
  const NamedOriginal named = named_original(record);
  const std::string key = cdx::url_key(cdx::UrlKeyKind::kSurt, named.url);
  const std::string_view digest =
      record.headers.find("WARC-Payload-Digest").value_or("");
  const bool is_shown = std::all_of(
      generations.begin(), generations.end(), [&](const auto& generation) {
        return generation->access == nullptr ||
               generation->access->visibility({key, digest, named.url},
                                              named.date) ==
                   collection::Visibility::kShown;
      });
  if (is_shown) return std::string(record.raw_header);
  std::string header;
  bool is_left_out = false;
  for (std::string_view rest = record.raw_header; !rest.empty();) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    line = rest.substr(0, std::min(line.size() + 1, rest.size()));
    rest.remove_prefix(line.size());
    // A line that begins with white space continues the one before.
    if (line.front() != ' ' && line.front() != '\t') {
      is_left_out = text::starts_with_ignoring_case(line, kRefersTo);
    }
    if (!is_left_out) header += line;
  }
  return header;
}

bool refers_by_id(const warc::Record& record) {
  return record.headers.find(kRefersTo).has_value();
}

std::string header_referring_to(std::string header, const warc::Record& record,
                                const UrlCapture& original,
                                std::string_view id) {
  const auto named_id = record.headers.find(kRefersTo);
  const auto url = record.headers.find(kRefersToUrl);
  const auto date = record.headers.find(kRefersToDate);
  if (!named_id && !url && !date) return header;
  if ((!named_id || text::trim(*named_id, "<> ") == text::trim(id, "<> ")) &&
      (!url || text::trim(*url, "<> ") == original.url) &&
      (!date || warc::date14_of_warc(*date) == original.date)) {
    return header;
  }
  std::optional<std::string> new_id;
  if (named_id && !id.empty()) new_id = id;
  const warc::FieldChange changes[] = {
      {kRefersTo, std::move(new_id)},
      {kRefersToUrl, original.url},
      {kRefersToDate, warc::iso_date(original.date)}};
  return warc::edited_header(header, changes);
}

}  // namespace wax::answers
