#include "document/maker/wat_writer.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

#include "document/charset/charset.h"
#include "document/charset/media_type.h"
#include "document/page/html_metadata.h"
#include "io/byte_source.h"
#include "text/json_writer.h"
#include "warc/http/http.h"
#include "warc/http/media_type.h"
#include "warc/record/date.h"
#include "warc/record/record_header.h"
#include "warc/writer/arc_to_warc.h"

namespace wax::document {
namespace {

class WatText : public text::JsonWriter {
 public:
  using JsonWriter::add;
  using JsonWriter::JsonWriter;
  // Numbers are texts there.
  void add(std::string_view name, uint64_t value) {
    add(name, std::string_view(std::to_string(value)));
  }
  // Each name once, as it is written; a repeated one has a list of its values.
  void add_fields(std::string_view name, const warc::Headers& fields) {
    open(name);
    const std::vector<warc::Field>& all = fields.all();
    for (auto field = all.begin(); field != all.end(); ++field) {
      auto is_same = [field](const warc::Field& other) {
        return other.name == field->name;
      };
      if (std::any_of(all.begin(), field, is_same)) continue;
      if (std::none_of(field + 1, all.end(), is_same)) {
        add(field->name, field->value);
        continue;
      }
      open_list(field->name);
      for (auto one = field; one != all.end(); ++one) {
        if (is_same(*one)) add_string(one->value);
      }
      close_list();
    }
    close();
  }
};

void append_arc_header(const warc::Record& record, WatText& json) {
  json.add("ARC-Header-Length", record.raw_header.size());
  json.open("ARC-Header-Metadata");
  json.add("Target-URI", record.target_uri);
  json.add("IP-Address", record.ip_address);
  json.add("Date", record.date);
  json.add("Content-Type", record.content_type);
  json.add("Content-Length", record.content_length);
  json.close();
}

// The fields of a warcinfo or metadata record.
void append_warc_fields(const warc::Record& record, std::string_view block,
                        WatText& json) {
  warc::Headers fields;
  fields.parse(block);
  if (record.type == warc::RecordType::kWarcinfo) {
    json.add_fields("WARC-Info-Metadata", fields);
    return;
  }
  json.open("WARC-Metadata-Metadata");
  json.open_list("Metadata-Records");
  for (const warc::Field& field : fields.all()) {
    json.open_element();
    json.add("Name", field.name);
    json.add("Value", field.value);
    json.close();
  }
  json.close_list();
  json.close();
}

std::string actual_type(const warc::Record& record, bool is_http,
                        bool is_request) {
  if (!is_http) return std::string(record.content_type);
  return is_request ? "application/http; msgtype=request"
                    : "application/http; msgtype=response";
}

}  // namespace

void WatWriter::add_archive(warc::ArchiveReader& reader, std::string_view name,
                            ProblemSink& problems) {
  for (warc::Record record; reader.next(record);) {
    read_block(record);
    const warc::Extent extent = reader.finish();
    json_ = "{";
    WatText json(json_);
    json.open("Container");
    json.add("Filename", name);
    json.put_name("Compressed");
    json_ += reader.compressed() ? "true" : "false";
    json.add("Offset", extent.offset);
    if (reader.compressed() && extent.length > 0) {
      json.open("Gzip-Metadata");
      json.add("Deflate-Length", extent.length);
      json.close();
    }
    json.close();
    append_envelope(record, name, problems);
    json_ += '}';
    write(record, name);
  }
}

void WatWriter::read_block(const warc::Record& record) {
  kept_.clear();
  size_ = 0;
  head_.clear();
  io::ByteSource& source = *record.body;
  const uint64_t most = max_body_ + warc::kMaxHttpHead;
  auto take = [&](auto&& use) {
    for (std::string_view bytes; !(bytes = source.peek()).empty();) {
      const size_t used = use(bytes);
      block_digester_.update(bytes.substr(0, used));
      size_ += used;
      source.consume(used);
      if (used < bytes.size()) return;
    }
  };
  take([&](std::string_view bytes) {
    const size_t used = static_cast<size_t>(
        std::min<uint64_t>(bytes.size(), most - kept_.size()));
    kept_ += bytes.substr(0, used);
    return used;
  });
  is_http_ = record.type == warc::RecordType::kRequest ||
             record.type == warc::RecordType::kResponse ||
             record.type == warc::RecordType::kRevisit;
  is_http_ = is_http_ &&
             (warc::begins_http(kept_) || warc::blanks_before_http(kept_) > 0);
  if (is_http_) {
    io::MemorySource head(kept_);
    head_.read(head);
    entity_digester_.update(std::string_view(kept_).substr(head_.raw().size()));
  }
  take([&](std::string_view bytes) {
    if (is_http_) entity_digester_.update(bytes);
    return bytes.size();
  });
}

void WatWriter::append_envelope(const warc::Record& record,
                                std::string_view name, ProblemSink& problems) {
  WatText json(json_);
  json.open("Envelope");
  const bool is_arc = record.format == warc::Format::kArc;
  json.add("Format", is_arc ? "ARC" : "WARC");
  if (is_arc) {
    append_arc_header(record, json);
  } else {
    json.add("WARC-Header-Length", record.raw_header.size());
    json.add_fields("WARC-Header-Metadata", record.headers);
  }
  json.add("Actual-Content-Length", size_);
  json.add("Block-Digest", warc::spelling(block_digester_.finish()));
  json.open("Payload-Metadata");
  const bool is_request = record.type == warc::RecordType::kRequest;
  json.add("Actual-Content-Type", actual_type(record, is_http_, is_request));
  const Problem where{Severity::kWarning, "", std::string(name), record.offset,
                      ""};
  if (is_http_) {
    append_http(record, where, problems);
  } else if (warc::bare_type(record.content_type) ==
                 "application/warc-fields" &&
             (record.type == warc::RecordType::kWarcinfo ||
              record.type == warc::RecordType::kMetadata)) {
    append_warc_fields(record, kept_, json);
  }
  json.close();
  json.close();
}

void WatWriter::append_http(const warc::Record& record, const Problem& where,
                            ProblemSink& problems) {
  WatText json(json_);
  const std::string_view version = head_.version_or_method();
  if (record.type == warc::RecordType::kRequest) {
    json.open("HTTP-Request-Metadata");
    json.open("Request-Message");
    json.add("Method", version);
    const std::string_view rest = head_.status_and_reason();
    const size_t end = std::min(rest.rfind(' '), rest.size());
    json.add("Path", rest.substr(0, end));
    json.add("Version", rest.substr(std::min(end + 1, rest.size())));
  } else {
    json.open("HTTP-Response-Metadata");
    json.open("Response-Message");
    json.add("Status", head_.status());
    json.add("Version", version);
    std::string_view reason =
        head_.status_and_reason().substr(head_.status().size());
    reason.remove_prefix(
        std::min(reason.find_first_not_of(' '), reason.size()));
    json.add("Reason", reason);
  }
  json.close();
  json.add("Headers-Length", head_.raw().size());
  json.add_fields("Headers", head_.headers());
  json.add("Entity-Length", size_ - head_.raw().size());
  json.add("Entity-Digest", warc::spelling(entity_digester_.finish()));
  if (record.type == warc::RecordType::kResponse) {
    append_page(where, problems);
  }
  json.close();
}

void WatWriter::append_page(const Problem& where, ProblemSink& problems) {
  const std::string_view content_type =
      head_.headers().find("Content-Type").value_or("");
  const std::string type = warc::bare_type(content_type);
  const bool is_vague = warc::is_vague(type);
  if (!is_vague && warc::text_kind(type) != warc::TextKind::kHtml) return;
  io::MemorySource block(std::string_view(kept_).substr(head_.raw().size()));
  auto body = warc::decode_body(block, head_.headers(), {}, problems, where);
  body_ = io::read_all(*body, max_body_);
  if (is_vague && warc::text_kind(sniff_type(body_)) != warc::TextKind::kHtml) {
    return;
  }
  if (stated_utf16(body_, content_type).empty() && looks_binary(body_)) return;
  const std::string_view page = decode_page(
      body_, sniff_charset(body_, content_type, true), content_type, utf8_);
  tree_.parse(page, {.lenient = true, .is_xml = is_xhtml(content_type)});
  WatText(json_).put_name("HTML-Metadata");
  append_html_metadata(tree_, json_);
}

void WatWriter::write(const warc::Record& record, std::string_view name) {
  const bool is_arc = record.format == warc::Format::kArc;
  const std::string date =
      is_arc ? warc::warc_date_of_arc(record.date) : std::string(record.date);
  std::string origin(
      is_arc ? "" : record.headers.find("WARC-Record-ID").value_or(""));
  if (origin.empty()) {
    origin = "<urn:arc:" + std::string(name) + ":" +
             std::to_string(record.offset) + ">";
  }
  if (records_ == 0) {
    const std::string info =
        "software: " + software_ + "\r\nformat: WARC File Format 1.0\r\n";
    const std::string id = "<urn:uuid:" + warc::name_uuid("wat " + json_) + ">";
    const warc::Field fields[] = {{"WARC-Type", "warcinfo"},
                                  {"WARC-Date", date},
                                  {"WARC-Record-ID", id},
                                  {"Content-Type", "application/warc-fields"}};
    writer_->write(fields, info);
  }
  const std::string id =
      "<urn:uuid:" + warc::name_uuid("wat record " + origin + json_) + ">";
  std::vector<warc::Field> fields = {{"WARC-Type", "metadata"}};
  if (!record.target_uri.empty() &&
      record.target_uri.find_first_of("\r\n") == std::string_view::npos) {
    fields.push_back({"WARC-Target-URI", record.target_uri});
  }
  fields.push_back({"WARC-Date", date});
  fields.push_back({"WARC-Record-ID", id});
  fields.push_back({"WARC-Refers-To", origin});
  fields.push_back({"Content-Type", "application/json"});
  writer_->write(fields, json_);
  ++records_;
}

}  // namespace wax::document
