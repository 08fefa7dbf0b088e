#include "cdx/legend.h"
#include "cdx/profile_policies.h"

namespace wax::cdx {
namespace {

using warc::Format;
using warc::RecordType;

// Part of the URL that CDX-Writer gives a warcinfo record, in every line.
constexpr std::string_view kWarcinfoVersion =
    "archive-commons.0.0.1-SNAPSHOT-20120112102659-python";

bool is_web(std::string_view url) {
  return url.starts_with("http://") || url.starts_with("https://");
}

bool is_ftp(std::string_view url) { return url.starts_with("ftp://"); }

bool is_mime_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '+' || c == '/';
}

std::string_view checked_mime(std::string_view content_type) {
  std::string_view type = media_type(content_type, ";");
  if (type.empty() || type == "no-type") return "unk";
  for (char c : type) {
    if (!is_mime_letter(c)) return "unk";
  }
  return type;
}

std::string_view mime_of(const RecordView& view) {
  const warc::Record& record = view.record;
  switch (record.type) {
    case RecordType::kRevisit:
      return "warc/revisit";
    case RecordType::kWarcinfo:
      return "warc-info";
    case RecordType::kFiledesc:
      return "warc/filedesc";
    case RecordType::kMetadata:
      return "warc/metadata";
    case RecordType::kRequest:
      return "warc/request";
    case RecordType::kConversion:
      return "warc/conversion";
    default:
      break;
  }
  std::string_view type;
  if (view.http() != nullptr) {
    type = view.http()->headers().find("Content-Type").value_or("");
  }
  if (type.empty() && (view.head == nullptr || record.format == Format::kArc)) {
    type = record.content_type;
  }
  return checked_mime(type);
}

// The digits of "HTTP/1.1 200" or "HTTP 200"; nothing for other lines.
std::string_view http_status(std::string_view line) {
  if (!line.starts_with("HTTP")) return {};
  line.remove_prefix(4);
  auto digit = [](char c) { return c >= '0' && c <= '9'; };
  if (line.size() >= 4 && line[0] == '/' && digit(line[1]) && line[2] == '.' &&
      digit(line[3])) {
    line.remove_prefix(4);
  }
  if (!line.starts_with(' ')) return {};
  line.remove_prefix(1);
  size_t size = 0;
  while (size < line.size() && digit(line[size])) ++size;
  return line.substr(0, size);
}

std::string_view status_of(const RecordView& view) {
  RecordType type = view.record.type;
  if (type == RecordType::kResource && is_ftp(view.record.target_uri)) {
    return "226";
  }
  bool answer = type == RecordType::kResponse || type == RecordType::kRevisit;
  return answer && view.head != nullptr ? http_status(view.head->start_line())
                                        : std::string_view();
}

// The Wayback Machine's live proxy wrote its own failures into ARC files.
bool is_proxy_failure(const RecordView& view) {
  if (view.record.format != Format::kArc || view.head == nullptr) return false;
  std::string_view line = view.head->start_line();
  return view.record.ip_address == "0.0.0.0" &&
         (line.starts_with("HTTP 502") || line.starts_with("HTTP 504"));
}

class IaProfile final : public Profile {
 public:
  std::string_view name() const override { return "ia"; }
  UrlKeyKind url_key() const override { return UrlKeyKind::kSurt; }
  std::string_view legend() const override { return kCdx11; }
  bool meta() const override { return true; }

  std::string_view refusal(const RecordView& view,
                           const Selection& selection) const override {
    const warc::Record& record = view.record;
    if (record.negative_length) return "negative-length";
    if (is_proxy_failure(view)) return "proxy-failure";
    if (record.target_uri.empty() && record.type != RecordType::kWarcinfo) {
      return "no-url";
    }
    if (selection.all) return {};
    switch (record.type) {
      case RecordType::kResponse:
        if (is_dns(record.target_uri)) return "dns";
        return status_of(view) == "304" ? "not-modified" : "";
      case RecordType::kRevisit:
        return header_field(record, "WARC-Profile")
                           .find("server-not-modified") !=
                       std::string_view::npos
                   ? "not-modified"
                   : "";
      case RecordType::kResource:
        return is_web(record.target_uri) || is_ftp(record.target_uri)
                   ? ""
                   : "resource";
      default:
        return warc::name(record.type);
    }
  }

  DigestPart describe(const RecordView& view, Capture& capture) const override {
    const warc::Record& record = view.record;
    if (record.type == RecordType::kWarcinfo) {
      capture.url.append("warcinfo:/").append(capture.filename);
      capture.url.append("/").append(kWarcinfoVersion);
    } else {
      capture.url.assign(record.target_uri);
      std::erase(capture.url, '\r');
      escape_bytes(" \n\f\b", capture.url);
    }
    set_date(record, capture.date);
    capture.mime.assign(mime_of(view));
    capture.status.assign(status_of(view));
    // Of others than captures, the block's digest is taken, never a stated
    // one.
    bool capture_type = record.type == RecordType::kResponse ||
                        record.type == RecordType::kRevisit ||
                        record.type == RecordType::kResource;
    if (capture_type) {
      std::string_view digest = payload_digest(record);
      if (digest.empty() && record.type == RecordType::kResource &&
          is_ftp(record.target_uri)) {
        digest = without_sha1(header_field(record, "WARC-Block-Digest"));
      }
      capture.digest.assign(digest);
    }
    if (record.type == RecordType::kRevisit) return DigestPart::kNone;
    if (record.type == RecordType::kFiledesc) return DigestPart::kAfterLegend;
    return capture_type ? DigestPart::kRest : DigestPart::kBlock;
  }
};

}  // namespace

const Profile& ia_profile() {
  static const IaProfile profile;
  return profile;
}

}  // namespace wax::cdx
