#include "cdx/profile/profile_policies.h"
#include "text/ascii.h"
#include "warc/http/media_type.h"

namespace wax::cdx {
namespace {

using warc::Format;
using warc::RecordType;

std::string_view nutchwax_mime(const RecordView& view) {
  const warc::Record& record = view.record;
  if (record.type == RecordType::kRevisit) return {};
  std::string_view type = record.content_type;
  if (record.format == Format::kWarc && view.head != nullptr) {
    type = view.head->headers().find("Content-Type").value_or("");
  }
  return warc::media_type(type, "; ");
}

std::string_view nutchwax_status(const RecordView& view) {
  if (view.record.type != RecordType::kResponse || view.head == nullptr) {
    return {};
  }
  std::string_view status = view.head->status();
  return text::all_digits(status) ? status : std::string_view();
}

// wayback 1.x: captures only; a revisit says no more than its digest, and not
// where it lies.
class NutchwaxProfile final : public Profile {
 public:
  std::string_view name() const override { return "nutchwax"; }
  UrlKeyKind url_key() const override { return UrlKeyKind::kLegacy; }
  std::string_view legend() const override { return "NbhmskrVg"; }
  bool header() const override { return false; }
  bool redirects() const override { return true; }

  std::string_view skip_reason(const RecordView& view,
                               const Selection& selection) const override {
    const warc::Record& record = view.record;
    if (record.target_uri.empty()) {
      return record.type == RecordType::kWarcinfo ? "warcinfo" : "no-url";
    }
    if (record.type == RecordType::kFiledesc) return "filedesc";
    if (selection.all || record.type == RecordType::kResponse ||
        record.type == RecordType::kRevisit) {
      return {};
    }
    return warc::name(record.type);
  }

  DigestPart describe(const RecordView& view, Capture& capture) const override {
    const warc::Record& record = view.record;
    capture.url.assign(record.target_uri);
    set_date(record, capture.date);
    capture.mime.assign(nutchwax_mime(view));
    capture.status.assign(nutchwax_status(view));
    capture.digest.assign(payload_digest(record));
    if (record.type == RecordType::kRevisit) {
      capture.has_location = false;
      capture.filename.clear();
      return DigestPart::kNone;
    }
    return DigestPart::kPayload;
  }
};

}  // namespace

const Profile& nutchwax_profile() {
  static const NutchwaxProfile profile;
  return profile;
}

}  // namespace wax::cdx
