#include <algorithm>

#include "cdx/format/capture.h"
#include "cdx/format/legend.h"
#include "cdx/profile/profile_policies.h"
#include "text/ascii.h"
#include "text/percent.h"
#include "warc/http/media_type.h"

namespace wax::cdx {
namespace {

using warc::Format;
using warc::RecordType;

// Part of the URL that CDX-Writer gives a warcinfo record, in every line.
constexpr std::string_view kWarcinfoVersion =
    "archive-commons.0.0.1-SNAPSHOT-20120112102659-python";

// A screenshot is a page of its own, whose key has the page's after it.
constexpr std::string_view kScreenshotUrl =
    "http://web.archive.org/screenshot/";
constexpr std::string_view kScreenshotKey = "org,archive,web)/screenshot/";

constexpr size_t kSha1Letters = 32;  // in base32

bool is_web(std::string_view url) {
  return url.starts_with("http://") || url.starts_with("https://");
}

bool is_ftp(std::string_view url) { return url.starts_with("ftp://"); }

bool is_mime_letter(char c) {
  return text::is_alphanumeric(c) || text::is_one_of(c, "-.+/");
}

// In lower case; "unk" when it does not look like a media type.
void set_media_type(std::string_view content_type, std::string& mime) {
  std::string_view type = warc::media_type(content_type, ",");
  type = warc::media_type(type, ";");
  bool looks_like_one = !type.empty() && type != "no-type" &&
                        std::all_of(type.begin(), type.end(), is_mime_letter);
  mime.assign(looks_like_one ? type : "unk");
  text::lower_case(mime);
}

bool is_message(const RecordView& view) {
  return view.head != nullptr && view.head->raw().starts_with("HTTP");
}

// An ARC's header line says the media type, not the HTTP head after it.
std::string_view content_type_of(const RecordView& view) {
  if (view.record.format == Format::kArc || view.head == nullptr) {
    return view.record.content_type;
  }
  return is_message(view)
             ? view.head->headers().find("Content-Type").value_or("")
             : std::string_view();
}

void set_mime(const RecordView& view, std::string& mime) {
  const warc::Record& record = view.record;
  switch (record.type) {
    case RecordType::kWarcinfo:
      mime.assign("warc-info");
      break;
    case RecordType::kFiledesc:
      mime.assign("warc/filedesc");
      break;
    case RecordType::kResponse:
      set_media_type(content_type_of(view), mime);
      break;
    case RecordType::kResource:
      if (is_web(record.target_uri) || is_ftp(record.target_uri)) {
        set_media_type(record.content_type, mime);
        break;
      }
      [[fallthrough]];
    default:
      mime.assign("warc/").append(record.type_name);
  }
}

// The digits of "HTTP/1.1 200" or "HTTP 200"; nothing for other lines.
std::string_view http_status(std::string_view line) {
  if (!line.starts_with("HTTP")) return {};
  line.remove_prefix(4);
  if (line.size() >= 4 && line[0] == '/' && text::is_digit(line[1]) &&
      line[2] == '.' && text::is_digit(line[3])) {
    line.remove_prefix(4);
  }
  if (!line.starts_with(' ')) return {};
  line.remove_prefix(1);
  size_t size = 0;
  while (size < line.size() && text::is_digit(line[size])) ++size;
  return line.substr(0, size);
}

std::string_view status_of(const RecordView& view) {
  RecordType type = view.record.type;
  if (type == RecordType::kResource && is_ftp(view.record.target_uri)) {
    return "226";
  }
  return type == RecordType::kResponse && view.head != nullptr
             ? http_status(view.head->start_line())
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
  explicit IaProfile(bool screenshots) : screenshots_(screenshots) {}

  std::string_view name() const override {
    return screenshots_ ? "ia-screenshots" : "ia";
  }
  UrlKeyKind url_key() const override { return UrlKeyKind::kSurt; }
  std::string_view legend() const override { return kCdx11; }
  bool meta() const override { return true; }

  std::string_view skip_reason(const RecordView& view,
                               const Selection& selection) const override {
    const warc::Record& record = view.record;
    if (record.negative_length) return "negative-length";
    if (is_proxy_failure(view)) return "proxy-failure";
    if (record.target_uri.empty() && record.type != RecordType::kWarcinfo) {
      return "no-url";
    }
    if (selection.all || is_screenshot(record)) return {};
    switch (record.type) {
      case RecordType::kResponse:
        if (record.content_type == "text/dns") return "dns";
        return status_of(view) == "304" ? "not-modified" : "";
      case RecordType::kRevisit:
        return header_field(record, "WARC-Profile")
                       .ends_with("/revisit/server-not-modified")
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
      capture.urlkey.assign(capture.url);
    } else {
      capture.url.assign(record.target_uri);
      std::erase(capture.url, '\r');
      text::escape_bytes(" \n\f\b", capture.url);
    }
    if (is_screenshot(record)) {
      capture.url.insert(0, kScreenshotUrl);
      capture.urlkey.assign(kScreenshotKey);
      set_media_type(record.content_type, capture.mime);
    } else {
      set_mime(view, capture.mime);
    }
    set_date(record, capture.date);
    capture.status.assign(status_of(view));
    // Others than captures have the digest of the block, never a stated
    // one.
    bool capture_type = record.type == RecordType::kResponse ||
                        record.type == RecordType::kRevisit ||
                        record.type == RecordType::kResource;
    if (capture_type) {
      std::string_view digest = payload_digest(record);
      if (digest.empty() && record.type == RecordType::kResource &&
          is_ftp(record.target_uri)) {
        digest = bare_digest(record, "WARC-Block-Digest");
      }
      // The digest of any other resource is computed.
      bool other = record.type == RecordType::kResource &&
                   !is_ftp(record.target_uri) && digest.size() != kSha1Letters;
      if (!other) capture.digest.assign(digest);
    }
    if (record.type == RecordType::kRevisit) return DigestPart::kNone;
    if (record.type == RecordType::kFiledesc) return DigestPart::kAfterLegend;
    bool no_http = view.head != nullptr && !is_message(view);
    return capture_type && !no_http ? DigestPart::kPayload : DigestPart::kBlock;
  }

 private:
  // A picture of the page, which the crawler kept in a metadata record.
  bool is_screenshot(const warc::Record& record) const {
    return screenshots_ && record.type == RecordType::kMetadata &&
           record.content_type.starts_with("image/");
  }

  bool screenshots_;
};

}  // namespace

const Profile& ia_profile() {
  static const IaProfile profile(false);
  return profile;
}

const Profile& ia_screenshots_profile() {
  static const IaProfile profile(true);
  return profile;
}

}  // namespace wax::cdx
