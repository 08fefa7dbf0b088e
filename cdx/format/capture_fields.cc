#include "cdx/format/capture_fields.h"

#include <algorithm>
#include <cstring>

#include "cdx/format/line_fields.h"
#include "lines/line_error.h"
#include "text/json.h"
#include "warc/record/date.h"

namespace wax::cdx {
namespace {

constexpr std::string_view kRevisit = "warc/revisit";

}  // namespace

bool find_members(std::string_view json, JsonMember* members, size_t count) {
  text::JsonMembers all(json);
  text::JsonMemberText member;
  size_t found = 0;
  while (all.next(member)) {
    for (size_t i = 0; i < count; ++i) {
      if (members[i].name != member.name) continue;
      if (member.escaped) {
        members[i].unescaped.clear();
        text::append_unescaped(member.value, members[i].unescaped);
        member.value = members[i].unescaped;
      }
      members[i].value = member.value;
      if (++found == count) return true;
    }
  }
  return all.whole();
}

CaptureParser::CaptureParser(const CdxLines& file, UrlKeyKind kind)
    : kind_(kind) {
  LineFormat format = LineFormat::of(file);
  json_ = format.json;
  if (json_) return;
  const Legend* legend = &format.legend;
  delimiter_ = legend->delimiter;
  key_ = legend->column('N');
  if (key_ < 0) key_ = legend->column('A');
  if (key_ < 0) url_ = legend->column('a');
  date_ = legend->column('b');
  digest_ = legend->column('k');
  mime_ = legend->column('m');
  if (legend->letters == kCdx9) file_ = legend->column('g');
  if ((key_ < 0 && url_ < 0) || date_ < 0 || digest_ < 0) {
    throw lines::LineError(
        file.name(), 1,
        "the CDX header has no column for the URL key (N) or URL "
        "(a), the date (b) or the digest (k)");
  }
  columns_ = std::max({key_, url_, date_, digest_, mime_, file_}) + 1;
  if (columns_ > kMostColumns) {
    throw lines::LineError(file.name(), 1,
                           "the CDX header has too many columns");
  }
}

CaptureParser::Line CaptureParser::parse(std::string_view line,
                                         CaptureFields& fields) {
  if (line.empty()) return Line::kNote;
  if (json_) return parse_json(line, fields);
  const char* begins[kMostColumns + 1];  // and one behind the last delimiter
  begins[0] = line.data();
  const char* end = line.data() + line.size();
  int n = 0;
  while (n < columns_) {
    const char* at = begins[n];
    const void* found =
        at == end ? nullptr
                  : std::memchr(at, delimiter_, static_cast<size_t>(end - at));
    const char* stop = found == nullptr ? end : static_cast<const char*>(found);
    begins[++n] = stop + 1;
    if (found == nullptr) break;
  }
  if (n < columns_) return bad("too few columns");
  auto value = [&](int column) {
    return std::string_view(
        begins[column],
        static_cast<size_t>(begins[column + 1] - begins[column]) - 1);
  };
  fields.date = value(date_);
  fields.digest = value(digest_);
  if (fields.digest.empty()) fields.digest = "-";
  if (delimiter_ != ' ') {
    // What is made of the line is parted by spaces.
    if (fields.digest.find(' ') != std::string_view::npos) fields.digest = "-";
    if (key_ >= 0 && value(key_).find(' ') != std::string_view::npos) {
      return bad("a space in the URL key");
    }
  }
  fields.revisit = (mime_ >= 0 && value(mime_) == kRevisit) ||
                   (file_ >= 0 && value(file_) == "-");
  if (key_ >= 0) {
    fields.urlkey = value(key_);
  } else {
    made_key_.clear();
    append_url_key(kind_, value(url_), made_key_);
    fields.urlkey = made_key_;
  }
  return checked(fields);
}

CaptureParser::Line CaptureParser::parse_json(std::string_view line,
                                              CaptureFields& fields) {
  if (is_note(line)) return Line::kNote;
  size_t key_end = line.find(' ');
  size_t date_end = line.find(' ', key_end + 1);
  if (key_end == std::string_view::npos || date_end == std::string_view::npos) {
    return bad("too few columns");
  }
  fields.urlkey = line.substr(0, key_end);
  fields.date = line.substr(key_end + 1, date_end - key_end - 1);
  members_[0].value = members_[1].value = {};
  if (!line.ends_with('}') ||
      !find_members(line.substr(date_end + 1), members_, 2)) {
    return bad("broken JSON");
  }
  fields.digest = members_[0].value;
  // A digest with a space in it would break the lines it is written to.
  if (fields.digest.empty() ||
      fields.digest.find_first_of(" \n\r\t") != std::string_view::npos) {
    fields.digest = "-";
  }
  fields.revisit = members_[1].value == kRevisit;
  return checked(fields);
}

CaptureParser::Line CaptureParser::checked(const CaptureFields& fields) {
  if (fields.urlkey.empty() || fields.urlkey == "-") return bad("no URL key");
  if (warc::is_date14(fields.date)) return Line::kCapture;
  problem_ = "no 14-digit date";
  return Line::kNoDate;
}

CaptureParser::Line CaptureParser::bad(std::string_view problem) {
  problem_ = problem;
  return Line::kBad;
}

}  // namespace wax::cdx
