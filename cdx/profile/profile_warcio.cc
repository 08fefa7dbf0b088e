#include "cdx/format/legend.h"
#include "cdx/profile/profile_policies.h"
#include "text/ascii.h"
#include "text/percent.h"
#include "text/utf8.h"
#include "warc/http/media_type.h"

namespace wax::cdx {
namespace {

using warc::RecordType;

// A media type ends where Python sees white space.
constexpr std::string_view kMimeEnds = "; \t\r\n\v\f\x1c\x1d\x1e\x1f";

// Captures are told by their HTTP head alone: without one they have neither
// mime nor status. Other records have the type of their block.
std::string_view warcio_mime(const RecordView& view) {
  switch (view.record.type) {
    case RecordType::kRevisit:
      return "warc/revisit";
    case RecordType::kResponse:
    case RecordType::kRequest:
      if (view.http() == nullptr) return {};
      return warc::media_type(
          view.http()->headers().find("Content-Type").value_or(""), kMimeEnds);
    default:
      return warc::media_type(view.record.content_type, kMimeEnds);
  }
}

std::string_view warcio_status(const RecordView& view) {
  bool answer = view.record.type == RecordType::kResponse ||
                view.record.type == RecordType::kRevisit;
  return answer && view.http() != nullptr ? view.http()->status()
                                          : std::string_view();
}

class WarcioProfile final : public Profile {
 public:
  std::string_view name() const override { return "warcio"; }
  UrlKeyKind url_key() const override { return UrlKeyKind::kSurt; }
  bool cdxj() const override { return true; }
  std::string_view legend() const override { return kCdx11; }

  std::string_view skip_reason(const RecordView& view,
                               const Selection& selection) const override {
    const warc::Record& record = view.record;
    if (selection.all) return {};
    switch (record.type) {
      case RecordType::kResponse:
      case RecordType::kRevisit:
        return {};
      case RecordType::kResource:
      case RecordType::kMetadata:
        return record.content_type == "application/warc-fields" ? "warc-fields"
                                                                : "";
      default:
        return warc::name(record.type);
    }
  }

  DigestPart describe(const RecordView& view, Capture& capture) const override {
    const warc::Record& record = view.record;
    if (record.type != RecordType::kFiledesc) {
      text::assign_as_utf8(record.target_uri, capture.url);
      text::escape_bytes(" ", capture.url);
    }
    set_date(record, capture.date);
    text::assign_as_utf8(warcio_mime(view), capture.mime);
    text::assign_as_utf8(warcio_status(view), capture.status);
    text::assign_as_utf8(header_field(record, "WARC-Payload-Digest"),
                         capture.digest);
    bool has_content = record.type != RecordType::kRevisit &&
                       record.type != RecordType::kWarcinfo &&
                       record.type != RecordType::kFiledesc;
    return has_content ? DigestPart::kPayload : DigestPart::kNone;
  }
  bool digest_prefix() const override { return true; }
  bool answers_request(RecordType type) const override {
    return type == RecordType::kResponse;
  }
  bool appends(std::string_view method) const override {
    return text::equal_ignoring_case(method, "POST") ||
           text::equal_ignoring_case(method, "PUT");
  }
};

}  // namespace

const Profile& warcio_profile() {
  static const WarcioProfile profile;
  return profile;
}

}  // namespace wax::cdx
