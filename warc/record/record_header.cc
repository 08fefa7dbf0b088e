#include "warc/record/record_header.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/number.h"

namespace wax::warc {
namespace {

using io::Match;

// "Name:" and whatever.
Match field_name(std::string_view bytes) {
  for (size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] == ':') return i > 0 ? Match::kYes : Match::kNo;
    bool in_name = bytes[i] > ' ' && bytes[i] < '\x7f';
    if (!in_name) return Match::kNo;
  }
  return Match::kMore;
}

// "WARC/1.0", the end of the line, and a field.
Match version_line(std::string_view bytes) {
  constexpr std::string_view kWord = "WARC/";
  size_t common = std::min(bytes.size(), kWord.size());
  if (!text::equal_ignoring_case(bytes.substr(0, common),
                                 kWord.substr(0, common))) {
    return Match::kNo;
  }
  for (size_t i = kWord.size(); i < bytes.size(); ++i) {
    if (bytes[i] == '\n') {
      return i > kWord.size() ? field_name(bytes.substr(i + 1)) : Match::kNo;
    }
    if (!text::is_digit(bytes[i]) && bytes[i] != '.' && bytes[i] != '\r') {
      return Match::kNo;
    }
  }
  return Match::kMore;
}

Match arc_line(std::string_view bytes) {
  // The longest scheme that is looked for.
  constexpr size_t kScheme = 32;
  size_t end = bytes.find('\n');
  if (end == std::string_view::npos) {
    return bytes.size() < kScheme || starts_with_scheme(bytes) ? Match::kMore
                                                               : Match::kNo;
  }
  std::string_view line = bytes.substr(0, end);
  return starts_with_scheme(line) && plausible_arc_header(line) ? Match::kYes
                                                                : Match::kNo;
}

}  // namespace

bool starts_warc(std::string_view bytes) {
  return bytes.size() > 5 && text::is_digit(bytes[5]) &&
         text::equal_ignoring_case(bytes.substr(0, 5), "WARC/");
}

bool starts_record(std::string_view bytes) {
  if (starts_warc(bytes)) return true;
  size_t end = bytes.find('\n');
  // A line too long to be seen whole gets the benefit of the doubt.
  if (end == std::string_view::npos) return starts_with_scheme(bytes);
  return parse_arc_header(bytes.substr(0, end)).has_value();
}

size_t space_before_record(std::string_view bytes) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  size_t at =
      std::min(bytes.find_first_not_of(text::kWhiteSpace), bytes.size());
  if (!bytes.substr(at).starts_with(kByteOrderMark)) return at;
  at = bytes.find_first_not_of(text::kWhiteSpace, at + kByteOrderMark.size());
  return std::min(at, bytes.size());
}

Match record_found(std::string_view bytes, std::optional<Format> format) {
  bytes.remove_prefix(std::min(bytes.find_first_not_of("\r\n"), bytes.size()));
  if (bytes.empty()) return Match::kMore;
  Match match = Match::kNo;
  if (format != Format::kArc) match = version_line(bytes);
  if (format != Format::kWarc && match == Match::kNo) match = arc_line(bytes);
  return match;
}

FoundHeader find_header(std::string_view bytes, size_t from,
                        std::optional<Format> format) {
  size_t at = from;
  for (;;) {
    at = bytes.find('\n', at);
    if (at == std::string_view::npos) break;
    size_t begin = bytes.find_first_not_of("\r\n", at);
    if (begin == std::string_view::npos) {
      return {Match::kMore, at, bytes.size()};
    }
    Match match = record_found(bytes.substr(begin), format);
    if (match != Match::kNo) return {match, at, begin};
    at = begin;
  }
  return {Match::kNo, bytes.size(), bytes.size()};
}

bool follows_block(std::string_view bytes) {
  size_t begin = bytes.find_first_not_of("\r\n");
  return begin == std::string_view::npos || starts_record(bytes.substr(begin));
}

std::optional<uint64_t> stated_size(std::string_view bytes) {
  if (!starts_warc(bytes)) {
    size_t end = bytes.find('\n');
    if (end == std::string_view::npos) return {};
    auto header = parse_arc_header(bytes.substr(0, end));
    if (!header || !header->good_length || header->length < 0) return {};
    return end + 1 + static_cast<uint64_t>(header->length);
  }
  size_t size = warc_header_size(bytes);
  if (size == std::string_view::npos) return {};
  Headers headers;
  headers.parse(bytes.substr(0, size).substr(bytes.find('\n') + 1));
  auto length = headers.find("Content-Length");
  if (!length || !headers.find("WARC-Type")) return {};
  auto block = block_length(*length);
  if (!block || *block > UINT64_MAX - size) return {};
  return size + *block;
}

std::optional<uint64_t> block_length(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  auto length = text::whole_number(text);
  return length == Record::kNoLength ? std::nullopt : length;
}

size_t warc_header_size(std::string_view bytes, size_t from) {
  size_t at = bytes.find('\n', from);
  while (at != std::string_view::npos) {
    size_t line = bytes.find_first_not_of('\r', at + 1);
    if (line == std::string_view::npos) break;
    if (bytes[line] == '\n') return line + 1;
    at = bytes.find('\n', line);
  }
  return std::string_view::npos;
}

void read_warc_header(std::string_view block, Record& record) {
  auto field = [&](std::string_view name) {
    return record.headers.find(name).value_or(std::string_view());
  };
  size_t line = block.find('\n');
  record.format = Format::kWarc;
  record.raw_header = block;
  record.version = text::trim_back(block.substr(5, line - 5), " \r");
  record.headers.parse(block.substr(line + 1));
  record.type_name = field("WARC-Type");
  record.type = record_type(record.type_name);
  record.target_uri = field("WARC-Target-URI");
  if (record.target_uri.starts_with('<') && record.target_uri.ends_with('>')) {
    record.target_uri.remove_prefix(1);
    record.target_uri.remove_suffix(1);
  }
  record.date = field("WARC-Date");
  record.content_type = field("Content-Type");
  record.ip_address = field("WARC-IP-Address");
  record.negative_length = false;
}

void read_arc_header(const ArcHeader& header, std::string_view line,
                     Record& record) {
  record.format = Format::kArc;
  record.headers.clear();
  record.raw_header = line;
  record.target_uri = header.url;
  record.ip_address = header.ip_address;
  record.date = header.date;
  record.content_type = header.content_type;
  record.negative_length = header.length < 0;
  record.content_length =
      header.length < 0 ? 0 : static_cast<uint64_t>(header.length);
  bool filedesc = header.url.starts_with("filedesc:");
  record.type = filedesc ? RecordType::kFiledesc : RecordType::kResponse;
  record.type_name = name(record.type);
}

uint64_t read_version_block(std::string_view block, Record& record) {
  record.version = block.starts_with('2') ? "2" : "1";
  size_t line = block.find('\n');
  if (line == std::string_view::npos || !block.starts_with(record.version)) {
    return 0;
  }
  size_t end = block.find('\n', line + 1);
  if (!record.negative_length) {
    if (end == record.content_length) return 1;
    bool crlf = end == record.content_length + 1 && block[end - 1] == '\r';
    return crlf ? 2 : 0;
  }
  record.content_length = std::min(end, block.size() - 1) + 1;
  record.negative_length = false;
  return 0;
}

}  // namespace wax::warc
