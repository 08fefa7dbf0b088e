#include "warc/extract/record_fields.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "io/error.h"
#include "io/inputs/input_files.h"
#include "text/ascii.h"
#include "text/json.h"
#include "text/percent.h"
#include "text/utf8.h"
#include "warc/http/media_type.h"
#include "warc/record/date.h"
#include "warc/record/record_part.h"

namespace wax::warc {
namespace {

constexpr std::string_view kFiledesc = "filedesc://";

bool is_capture(const Record& record) {
  return record.type == RecordType::kResponse ||
         record.type == RecordType::kRevisit;
}

// A column of the usual table. Numbers stand at the right.
struct Column {
  std::string_view field;
  size_t width;
  bool right = false;
};
constexpr Column kColumns[] = {
    {"offset", 10, true},
    {"length", 8, true},
    {"type", 10},
    {"date", 14},
    {"status", 6},
    {"mime", 24},
    {"content-length", 10, true},
    {"url", 0},
};
constexpr const char* kJsonFields[] = {
    "filename",    "offset", "length",         "warc-type",      "warc-date",
    "http:status", "mime",   "content-length", "warc-target-uri"};

// Each protocol of a connection is in a field of its own: HTTP, then TLS.
bool is_repeated(std::string_view name) {
  return text::equal_ignoring_case(name, "warc-protocol") ||
         text::equal_ignoring_case(name, "warc-cipher-suite");
}

std::optional<std::string_view> joined_fields(const Headers& headers,
                                              std::string_view name,
                                              std::string& made) {
  const std::vector<std::string_view> values = headers.find_all(name);
  if (values.size() < 2) return headers.find(name);
  made = values.front();
  for (size_t i = 1; i < values.size(); ++i) (made += ", ") += values[i];
  return made;
}

std::vector<std::string> names(const ListingOptions& options, size_t files) {
  if (!options.fields.empty()) return options.fields;
  if (options.json) return {std::begin(kJsonFields), std::end(kJsonFields)};
  std::vector<std::string> names;
  if (files > 1) names.emplace_back("filename");
  for (const Column& column : kColumns) names.emplace_back(column.field);
  return names;
}

}  // namespace

RecordFields::RecordFields(std::vector<std::string> names)
    : names_(std::move(names)) {
  constexpr std::pair<std::string_view, Kind> kKinds[] = {
      {"offset", Kind::kOffset},     {"length", Kind::kLength},
      {"filename", Kind::kFilename}, {"type", Kind::kType},
      {"warc-type", Kind::kType},    {"date", Kind::kDate14},
      {"url", Kind::kUrl},           {"warc-target-uri", Kind::kUrl},
      {"status", Kind::kStatus},     {"http:status", Kind::kStatus},
      {"mime", Kind::kMime},         {"method", Kind::kMethod},
  };
  for (const std::string& name : names_) {
    if (name.empty()) throw UsageError("a field without a name");
    Name wanted{Kind::kHeader, name};
    text::lower_case(wanted.header);
    auto known =
        std::find_if(std::begin(kKinds), std::end(kKinds),
                     [&](const auto& k) { return k.first == wanted.header; });
    if (known != std::end(kKinds)) {
      wanted.kind = known->second;
    } else if (wanted.header == "digest") {
      wanted.header = "warc-payload-digest";
    } else if (wanted.header.starts_with("http:")) {
      wanted = {Kind::kHttp, wanted.header.substr(5)};
    } else if (wanted.header.starts_with("req.http:")) {
      wanted = {Kind::kRequestHttp, wanted.header.substr(9)};
    } else if (wanted.header.find('-') == std::string::npos) {
      // All fields of WARC headers have a hyphen.
      throw UsageError(
          "there is no field '" + name +
          "'; there are offset, length, filename, type, date, url, status, "
          "mime, digest, method, http:NAME, req.http:NAME and those of "
          "headers, "
          "such as warc-ip-address");
    }
    wants_head_ |= wanted.kind == Kind::kStatus || wanted.kind == Kind::kMime ||
                   wanted.kind == Kind::kMethod || wanted.kind == Kind::kHttp ||
                   wanted.kind == Kind::kRequestHttp;
    wanted_.push_back(std::move(wanted));
  }
}

void RecordFields::read(const Record& record) {
  has_head_ =
      wants_head_ && has_http_message(record) && !record.body->peek().empty();
  if (has_head_) head_.read(*record.body);
}

std::string_view RecordFields::value(size_t n, const Record& record,
                                     const Extent& extent,
                                     std::string_view filename) {
  std::string_view found = find(wanted_[n], record, extent, filename);
  bool ascii = std::all_of(found.begin(), found.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x80;
  });
  if (ascii) return found;
  text::assign_as_utf8(found, text_);
  return text_;
}

std::string_view RecordFields::find(const Name& name, const Record& record,
                                    const Extent& extent,
                                    std::string_view filename) {
  bool arc = record.format == Format::kArc;
  switch (name.kind) {
    case Kind::kOffset:
      return made_ = std::to_string(extent.offset);
    case Kind::kLength:
      if (!extent.seekable || extent.length == 0) return {};
      return made_ = std::to_string(extent.length);
    case Kind::kFilename:
      return filename;
    case Kind::kType:
      return record.type == RecordType::kFiledesc ? "warcinfo"
                                                  : record.type_name;
    case Kind::kDate14: {
      auto date =
          arc ? date14_of_arc(record.date) : date14_of_warc(record.date);
      return made_ = date.value_or("");
    }
    case Kind::kUrl:
      if (record.type == RecordType::kFiledesc) return {};
      made_ = record.target_uri;
      text::escape_bytes(" ", made_);
      return made_;
    case Kind::kStatus:
      return has_head_ && is_capture(record) ? head_.status()
                                             : std::string_view();
    case Kind::kMime:
      return media_type(has_head_
                            ? head_.headers().find("Content-Type").value_or("")
                            : record.content_type,
                        "; \t");
    case Kind::kMethod:
      return has_head_ && record.type == RecordType::kRequest
                 ? head_.version_or_method()
                 : std::string_view();
    case Kind::kRequestHttp:
      if (record.type != RecordType::kRequest) return {};
      [[fallthrough]];
    case Kind::kHttp:
      if (!has_head_) return {};
      return head_.headers().find(name.header).value_or("");
    case Kind::kHeader:
      break;
  }
  return warc_field(record, name.header, made_).value_or("");
}

std::optional<std::string_view> warc_field(const Record& record,
                                           std::string_view name,
                                           std::string& made) {
  if (record.format == Format::kWarc) {
    return is_repeated(name) ? joined_fields(record.headers, name, made)
                             : record.headers.find(name);
  }
  bool filedesc = record.type == RecordType::kFiledesc;
  if (name == "warc-date") {
    auto date = date14_of_arc(record.date);
    if (!date) return std::nullopt;
    made = iso_date(*date);
    return made;
  }
  if (name == "warc-filename" && filedesc) {
    std::string_view uri = record.target_uri;
    if (uri.starts_with(kFiledesc)) uri.remove_prefix(kFiledesc.size());
    return uri;
  }
  if (name == "warc-type") return filedesc ? "warcinfo" : record.type_name;
  if (name == "warc-target-uri" && !filedesc) return record.target_uri;
  if (name == "warc-ip-address") return record.ip_address;
  if (name == "content-length") {
    std::string_view line = text::trim_back(record.raw_header, " \r\n");
    return line.substr(line.rfind(' ') + 1);
  }
  if (name == "content-type") {
    return filedesc ? record.content_type : "application/http;msgtype=response";
  }
  return std::nullopt;
}

RecordListing::RecordListing(const ListingOptions& options,
                             const std::vector<std::string>& paths,
                             io::Output& output)
    : output_(&output),
      json_(options.json),
      padded_(!options.json && options.fields.empty()),
      fields_(names(options, paths.size())) {
  for (const std::string& path : paths) {
    file_width_ = std::max(file_width_, io::base_name(path).size());
  }
  if (options.header && !json_) write_header();
}

void RecordListing::write(const Record& record, const Extent& extent,
                          std::string_view filename) {
  line_.clear();
  for (size_t i = 0; i < fields_.names().size(); ++i) {
    std::string_view value = fields_.value(i, record, extent, filename);
    if (json_) {
      add_member(fields_.names()[i], value);
    } else {
      add(i, value);
    }
  }
  if (json_) line_ += first_ ? "{}" : "}";
  first_ = true;
  line_ += '\n';
  output_->write(line_);
}

void RecordListing::write_header() {
  for (size_t i = 0; i < fields_.names().size(); ++i) {
    add(i, fields_.names()[i]);
  }
  output_->write(line_ + "\n");
}

void RecordListing::add_member(std::string_view name, std::string_view value) {
  if (value.empty()) return;
  line_ += first_ ? "{" : ", ";
  first_ = false;
  text::append_json_ascii(name, line_);
  line_ += ": ";
  text::append_json_ascii(value, line_);
}

void RecordListing::add(size_t i, std::string_view value) {
  if (i > 0) line_ += padded_ ? "  " : "\t";
  if (value.empty()) value = "-";
  size_t width = 0;
  bool right = false;
  if (padded_) {
    size_t before = fields_.names().size() - std::size(kColumns);
    width = i < before ? file_width_ : kColumns[i - before].width;
    right = i >= before && kColumns[i - before].right;
  }
  size_t blank = width - std::min(width, value.size());
  if (right) line_.append(blank, ' ');
  for (char c : value) {
    line_ += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  if (!right) line_.append(blank, ' ');
}

}  // namespace wax::warc
