#include "cdx/format/list_lines.h"

#include <algorithm>
#include <utility>

#include "text/ascii.h"
#include "warc/record/date.h"
#include "warc/record/digest.h"

namespace wax::cdx {
namespace {

constexpr std::string_view kOriginalColumn = " original=";
constexpr std::string_view kKindColumn = " kind=";
constexpr std::string_view kOffsetColumn = " offset=";
constexpr std::string_view kFileColumn = " file=";

}  // namespace

std::string_view next_list_field(std::string_view& rest) {
  auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  const char* begin = std::find_if_not(rest.begin(), rest.end(), is_blank);
  const char* end = std::find_if(begin, rest.end(), is_blank);
  rest.remove_prefix(static_cast<size_t>(end - rest.data()));
  return {begin, static_cast<size_t>(end - begin)};
}

bool parse_dated_version(std::string_view line, DatedVersion& version) {
  version.urlkey = next_list_field(line);
  version.digest = next_list_field(line);
  version.date = next_list_field(line);
  if (!warc::is_date14(version.date)) return false;
  version.original = version.kind = version.offset = version.file = {};
  for (std::string_view more; !line.empty();) {
    more = next_list_field(line);
    for (auto [name, value] : {std::pair{kOriginalColumn, &version.original},
                               {kKindColumn, &version.kind},
                               {kOffsetColumn, &version.offset},
                               {kFileColumn, &version.file}}) {
      if (more.starts_with(name.substr(1))) {
        *value = more.substr(name.size() - 1);
      }
    }
  }
  if (!warc::is_date14(version.original)) version.original = {};
  bool is_place = !version.file.empty() && !version.offset.empty() &&
                  text::all_digits(version.offset);
  if (!is_place) version.offset = version.file = {};
  return true;
}

void append_place(std::string_view kind, std::string_view offset,
                  std::string_view file, std::string& out) {
  out.append(kKindColumn).append(kind);
  out.append(kOffsetColumn).append(offset);
  out.append(kFileColumn).append(file);
}

void append_dated_version(std::string& out, std::string_view urlkey,
                          std::string_view digest, std::string_view date) {
  out += urlkey;
  out += ' ';
  warc::append_normal_digest(digest, out);
  out += ' ';
  out += date;
  out += '\n';
}

void append_original(std::string_view date, std::string& out) {
  out += kOriginalColumn;
  out += date;
}

bool parse_date_reference(std::string_view line, DateReference& reference) {
  reference.urlkey = next_list_field(line);
  reference.original_date = next_list_field(line);
  reference.date = next_list_field(line);
  reference.digest = next_list_field(line);
  if (reference.digest.find(':') == reference.digest.npos) {
    reference.digest = {};  // another column
  }
  return warc::is_date14(reference.original_date) &&
         warc::is_date14(reference.date);
}

void append_date_reference(const Capture& capture, std::string& out) {
  const bool has_digest = !capture.digest.empty();
  if (capture.original_date.empty() || capture.original_urlkey.empty() ||
      !warc::is_date14(capture.date) ||
      (has_digest && capture.original_urlkey != capture.urlkey)) {
    return;
  }
  append_column(capture.original_urlkey, ' ', out);
  out += ' ';
  out += capture.original_date;
  out += ' ';
  out += capture.date;
  if (has_digest) {
    out += ' ';
    warc::append_normal_digest(capture.digest, out);
  }
  out += '\n';
}

bool parse_damaged_place(std::string_view line, DamagedPlace& place) {
  place.filename = next_list_field(line);
  place.offset = next_list_field(line);
  place.urlkey = next_list_field(line);
  place.date = next_list_field(line);
  bool number = !place.offset.empty() && text::all_digits(place.offset);
  return !place.date.empty() && (number || place.offset == "-");
}

void append_damaged_place(const Capture& capture, std::string& out) {
  append_column(capture.filename, ' ', out);
  out += ' ';
  append_column(capture.has_location ? std::to_string(capture.offset) : "-",
                ' ', out);
  out += ' ';
  append_column(capture.urlkey, ' ', out);
  out += ' ';
  append_column(capture.date, ' ', out);
  out += '\n';
}

}  // namespace wax::cdx
