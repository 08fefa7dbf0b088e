#include "warc/writer/arc_to_warc.h"

#include <arpa/inet.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "text/ascii.h"
#include "text/number.h"
#include "text/percent.h"
#include "warc/http/http.h"
#include "warc/http/media_type.h"
#include "warc/record/date.h"
#include "warc/record/digest.h"

namespace wax::warc {
namespace {

constexpr std::string_view kNamespace(
    "\x6e\x0d\x5b\x1c\x8a\x47\x4f\x8e\x9c\x51\x27\xd3\xe4\x10\x7b\xa6", 16);

constexpr std::string_view kConformsTo =
    "https://iipc.github.io/warc-specifications/specifications/warc-format/"
    "warc-1.1/";

bool is_address(const std::string& text) {
  unsigned char bytes[16];
  if (text == "0.0.0.0") return false;  // said where there was none
  return ::inet_pton(AF_INET, text.c_str(), bytes) == 1 ||
         ::inet_pton(AF_INET6, text.c_str(), bytes) == 1;
}

}  // namespace

std::string warc_date_of_arc(std::string_view text) {
  auto date14 = date14_of_arc(text);
  if (!date14) return {};
  if (date14_of_warc(*date14)) return iso_date(*date14);
  // Year and month alone.
  for (size_t size : {size_t{6}, size_t{4}}) {
    if (text.size() < 8 && text.size() >= size) {
      std::string date = iso_date(text).substr(0, size == 6 ? 7 : 4);
      if (date14_of_warc(date)) return date;
    }
  }
  return {};
}

std::string name_uuid(std::string_view name) {
  Digester digester;
  digester.update(kNamespace);
  digester.update(name);
  std::string bytes(digester.finish().bytes().substr(0, 16));
  auto put = [&](size_t at, int keep, int set) {
    bytes[at] = static_cast<char>((bytes[at] & keep) | set);
  };
  put(6, 0x0f, 0x50);
  put(8, 0x3f, 0x80);
  std::string uuid = text::to_hex(bytes);
  for (size_t at : {20, 16, 12, 8}) uuid.insert(at, 1, '-');
  return uuid;
}

ArcToWarc::ArcToWarc(Names names, Writer& writer, ProblemSink& problems)
    : names_(std::move(names)), writer_(&writer), problems_(&problems) {}

void ArcToWarc::take(const Record& record) {
  url_ = record.target_uri;
  text::escape_if(
      [](char c) { return text::is_control_or_space(c) || c == '\x7f'; }, url_);
  line_ = text::trim_back(record.raw_header, "\r\n");
  text::escape_bytes(std::string_view("\0\r\n", 3), line_);
  arc_date_ = record.date;
  ip_address_ = record.ip_address;
  media_type_ = record.content_type;

  block_.clear();
  Digester block_digester;
  Digester payload_digester;
  HttpHead head;
  kind_ = Kind::kOther;
  auto each = [&](std::string_view bytes) {
    block_.write(bytes);
    block_digester.update(bytes);
    payload_digester.update(bytes);
  };
  if (record.type == RecordType::kFiledesc) {
    kind_ = Kind::kFiledesc;
  } else if (record.target_uri.starts_with("dns:")) {
    kind_ = Kind::kDns;
  } else if (record.body->peek().starts_with("HTTP") &&
             read_http_head(*record.body, head_, head, each) &&
             head.is_response) {
    kind_ = Kind::kHttp;
  }
  if (!head.cut) each(head.raw);
  // What read as a request's head belongs to the payload of what is none.
  if (kind_ == Kind::kHttp) static_cast<void>(payload_digester.finish());
  for (;;) {
    std::string_view bytes = record.body->peek(1);
    if (bytes.empty()) break;
    each(bytes);
    record.body->consume(bytes.size());
  }
  block_digest_ = to_base32(block_digester.finish().bytes());
  payload_digest_ = to_base32(payload_digester.finish().bytes());
}

std::string ArcToWarc::record_id(uint64_t number,
                                 std::string_view about) const {
  std::string name = names_.arc + '\n';
  if (number > 0) name += names_.place;
  name += std::to_string(number) + '\n';
  return "<urn:uuid:" + name_uuid(name.append(about)) + ">";
}

void ArcToWarc::write_warcinfo(std::string_view date) {
  std::string note = "converted from the ARC file " + names_.arc;
  std::string block;
  for (const auto& [name, value] :
       {std::pair<std::string_view, std::string_view>{"software",
                                                      names_.software},
        {"format", "WARC File Format 1.1"},
        {"conformsTo", kConformsTo},
        {"description", note}}) {
    block.append(name).append(": ").append(value).append("\r\n");
  }
  Digester digester;
  digester.update(block);
  std::string digest = spelling(digester.finish());
  warcinfo_id_ = record_id(0, block);
  if (is_new_info_ && !is_new_info_(warcinfo_id_)) return;
  std::vector<Field> fields = {{"WARC-Type", "warcinfo"},
                               {"WARC-Record-ID", warcinfo_id_},
                               {"WARC-Date", date}};
  if (!names_.warc.empty()) fields.push_back({"WARC-Filename", names_.warc});
  fields.push_back({"WARC-Block-Digest", digest});
  fields.push_back({"Content-Type", "application/warc-fields"});
  writer_->write(fields, block);
}

std::string ArcToWarc::date_of(std::string_view arc_date,
                               const Problem& where) {
  std::string date = warc_date_of_arc(arc_date);
  if (number_ == 0) file_date_ = date;
  if (!date.empty()) return date;
  bool of_file = !file_date_.empty();
  date = of_file ? file_date_ : names_.date;
  std::string text =
      "'" + std::string(arc_date.substr(0, 40)) + "' is not a date; ";
  if (date.empty()) {
    text += "the file has none either, and --date is not given";
  } else {
    text.append("the record gets the date ")
        .append(of_file ? "of the file, " : "given by --date, ")
        .append(date);
  }
  problems_->report({date.empty() ? Severity::kLost : Severity::kWarning,
                     "odd-date", where.file, where.offset, std::move(text)});
  return date;
}

std::optional<Extent> ArcToWarc::write(const Problem& where) {
  std::string date = date_of(arc_date_, where);
  ++number_;
  if (date.empty()) return std::nullopt;
  if (warcinfo_id_.empty()) write_warcinfo(date);
  std::string_view type = "resource";
  std::string_view media_type = media_type_;
  if (kind_ == Kind::kFiledesc) {
    type = "warcinfo";
  } else if (kind_ == Kind::kHttp) {
    type = "response";
    media_type = "application/http; msgtype=response";
  } else if (kind_ == Kind::kDns) {
    type = "response";
    media_type = "text/dns";
  }
  std::string block_digest = "sha1:" + block_digest_;
  std::string payload_digest = "sha1:" + payload_digest_;
  std::string id = record_id(number_, line_ + '\n' + block_digest_);
  std::vector<Field> fields = {
      {"WARC-Type", type}, {"WARC-Record-ID", id}, {"WARC-Date", date}};
  if (kind_ != Kind::kFiledesc) {
    fields.push_back({"WARC-Target-URI", url_});
    fields.push_back({"WARC-Warcinfo-ID", warcinfo_id_});
  }
  if (kind_ != Kind::kFiledesc && is_address(ip_address_)) {
    fields.push_back({"WARC-IP-Address", ip_address_});
  }
  fields.push_back({"WARC-Block-Digest", block_digest});
  fields.push_back({"WARC-Payload-Digest", payload_digest});
  fields.push_back({"X-Arc-Header", line_});
  if (is_media_type(media_type)) fields.push_back({"Content-Type", media_type});
  block_.rewind();
  return writer_->write(fields, block_, block_.size());
}

}  // namespace wax::warc
