#include "cdx/format/legend.h"
#include "cdx/profile/profile_policies.h"
#include "text/percent.h"
#include "text/utf8.h"
#include "warc/http/media_type.h"

namespace wax::cdx {
namespace {

using warc::Format;
using warc::RecordType;

constexpr std::string_view kFieldsType = "application/warc-fields";

std::string_view pywb_mime(const RecordView& view) {
  const warc::Record& record = view.record;
  if (record.type == RecordType::kRevisit) return "warc/revisit";
  if (view.minimal) return {};
  std::string_view type = record.content_type;
  if (record.format == Format::kWarc && view.http() != nullptr) {
    auto field = view.http()->headers().find("Content-Type");
    type = field.value_or(std::string_view());
  }
  if (type.empty()) {
    return record.type == RecordType::kRequest ? "" : "unk";
  }
  return warc::media_type(type, "; ");
}

// Anything that is an answer has a status: that of its HTTP head, else 200.
std::string_view pywb_status(const RecordView& view) {
  if (view.minimal || view.record.type != RecordType::kResponse) return {};
  if (view.http() == nullptr) return "200";
  std::string_view status = view.http()->status();
  // Heritrix' mark of a fetch that failed.
  if (status == "204" && view.http()->status_and_reason().find("Error") !=
                             std::string_view::npos) {
    return {};
  }
  return status;
}

class PywbProfile final : public Profile {
 public:
  std::string_view name() const override { return "pywb"; }
  UrlKeyKind url_key() const override { return UrlKeyKind::kSurt; }
  std::string_view legend() const override { return kCdx11; }

  std::string_view skip_reason(const RecordView& view,
                               const Selection& selection) const override {
    const warc::Record& record = view.record;
    if (record.target_uri.empty()) {
      return record.type == RecordType::kWarcinfo ? "warcinfo" : "no-url";
    }
    switch (record.type) {
      case RecordType::kFiledesc:
        return "filedesc";
      case RecordType::kWarcinfo:
        return "warcinfo";
      case RecordType::kRequest:
        if (!selection.all) return "request";
        break;
      case RecordType::kMetadata:
        if (!view.minimal && record.content_type == "text/anvl") {
          return "metadata-anvl";
        }
        break;
      default:
        break;
    }
    if (selection.all) return {};
    if (record.format == Format::kWarc && record.content_type == kFieldsType) {
      return "warc-fields";
    }
    bool no_status =
        !view.minimal && view.http() != nullptr && view.http()->status() == "-";
    return no_status ? "no-status" : "";
  }

  // wombat.js marks what it has rewritten.
  void clean_request_url(std::string& url) const override {
    constexpr std::string_view kMark = "WB_wombat_";
    for (size_t at = url.find(kMark); at != std::string::npos;
         at = url.find(kMark, at)) {
      url.erase(at, kMark.size());
    }
  }

  DigestPart describe(const RecordView& view, Capture& capture) const override {
    const warc::Record& record = view.record;
    // A WARC's spaces become %20; an ARC's are kept for CDXJ.
    text::assign_as_utf8(record.target_uri, capture.url);
    text::escape_bytes(record.format == Format::kWarc
                           ? std::string_view(" ")
                           : std::string_view("\r\n\f\0", 4),
                       capture.url);
    set_date(record, capture.date);
    text::assign_as_utf8(pywb_mime(view), capture.mime);
    text::assign_as_utf8(pywb_status(view), capture.status);
    if (!view.minimal && record.type != RecordType::kRevisit) {
      text::assign_as_utf8(header_field(record, "WARC-Identified-Payload-Type"),
                           capture.mime_detected);
    }
    text::assign_as_utf8(header_field(record, "WARC-Json-Metadata"),
                         capture.metadata);
    text::assign_as_utf8(payload_digest(record), capture.digest);
    for (std::string* text :
         {&capture.mime, &capture.status, &capture.mime_detected,
          &capture.metadata, &capture.digest}) {
      if (*text == "-") text->clear();
    }
    bool has_content = record.type != RecordType::kRevisit &&
                       record.type != RecordType::kRequest;
    return has_content ? DigestPart::kPayload : DigestPart::kNone;
  }
};

}  // namespace

const Profile& pywb_profile() {
  static const PywbProfile profile;
  return profile;
}

}  // namespace wax::cdx
