#include "cdx/profile/profile_policies.h"

#include "cdx/format/capture.h"
#include "text/ascii.h"
#include "warc/record/date.h"

namespace wax::cdx {

void set_date(const warc::Record& record, std::string& date) {
  auto digits = record.format == warc::Format::kArc
                    ? warc::date14_of_arc(record.date)
                    : warc::date14_of_warc(record.date);
  if (digits) date.assign(*digits);
}

std::string_view header_field(const warc::Record& record,
                              std::string_view name) {
  return record.headers.find(name).value_or(std::string_view());
}

std::string_view payload_digest(const warc::Record& record) {
  return bare_digest(record, "WARC-Payload-Digest");
}

std::string_view bare_digest(const warc::Record& record,
                             std::string_view name) {
  return text::trim(without_sha1(header_field(record, name)));
}

}  // namespace wax::cdx
