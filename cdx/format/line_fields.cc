#include "cdx/format/line_fields.h"

#include <algorithm>
#include <array>
#include <utility>

#include "cdx/format/asked_errors.h"
#include "lines/line_stream.h"
#include "warc/record/fine_date.h"

namespace wax::cdx {
namespace {

struct Known {
  char letter;
  std::string_view key;
  std::string_view other = {};
};

// The first of a letter is its CDXJ key.
constexpr std::array<Known, 16> kKnown = {{
    {'N', "urlkey"},
    {'b', "timestamp", "date"},
    {'a', "url", "original"},
    {'m', "mime", "mimetype"},
    {'s', "status", "statuscode"},
    {'k', "digest"},
    {'r', "redirect", "redirecturl"},
    {'M', "robotflags", "meta"},
    {'S', "length"},
    {'V', "offset"},
    {'g', "filename"},
    {'e', "ip"},
    {'u', "recordid"},
    {kOriginalColumns[0], "orig.length", "originalLength"},
    {kOriginalColumns[1], "orig.offset", "originalOffset"},
    {kOriginalColumns[2], "orig.filename", "originalFilename"},
}};

// The member that `path`, "name.name.name", leads to by way of `member`.
bool find_inside(const text::JsonMemberText& member, std::string_view path,
                 text::JsonMemberText& found) {
  if (member.is_string || !member.value.starts_with('{') ||
      !path.starts_with(member.name)) {
    return false;
  }
  path.remove_prefix(member.name.size());
  if (!path.starts_with('.')) return false;
  path.remove_prefix(1);
  text::JsonMembers members(member.value);
  text::JsonMemberText inner;
  while (members.next(inner)) {
    if (inner.name == path) {
      found = inner;
      return true;
    }
    if (find_inside(inner, path, found)) return true;
  }
  return false;
}

}  // namespace

FieldName field_name(std::string_view name) {
  if (name.size() == 1) {
    return {name[0], std::string(key_of_letter(name[0]))};
  }
  char letter = letter_of_key(name);
  return {letter, std::string(letter == '\0' ? name : key_of_letter(letter))};
}

char letter_of_key(std::string_view key) {
  for (const Known& known : kKnown) {
    if (known.key == key || (!known.other.empty() && known.other == key))
      return known.letter;
  }
  return '\0';
}

std::string_view key_of_letter(char letter) {
  if (letter == 'A') letter = 'N';
  for (const Known& known : kKnown) {
    if (known.letter == letter) return known.key;
  }
  return {};
}

LineFormat LineFormat::of(const CdxLines& file) {
  std::string_view first = file.first();
  std::optional<Legend> legend;
  if (!file.header().empty()) {
    legend = parse_header(file.header());
    if (!legend)
      throw lines::LineError(file.name(), 1, "the CDX header has no columns");
  } else if (first.empty() || is_metadata(first) ||
             field(first, 2).starts_with('{')) {
    return {true, {}};
  } else {
    legend = guess_legend(first);
  }
  if (!legend) {
    throw lines::LineError(
        file.name(), file.line_number(),
        "the columns are unknown: there is no CDX header, and the line is not "
        "CDXJ and does not have 7, 9, 10, 11 or 14 fields");
  }
  return {false, *std::move(legend)};
}

std::string LineFormat::known_fields() const {
  if (json) return "urlkey, timestamp, and the keys of the JSON objects";
  std::string text;
  for (char letter : legend.letters) {
    if (!text.empty()) text += ", ";
    std::string_view key = key_of_letter(letter);
    if (is_header_letter(letter)) text += letter;
    if (is_header_letter(letter) && !key.empty()) text += ' ';
    text += key;
  }
  return text;
}

LineFields::LineFields(const std::vector<std::string>& names, UrlKeyKind kind)
    : kind_(kind) {
  for (const std::string& name : names) {
    Field field;
    field.asked = name;
    field.name = field_name(name);
    field.has_alias = name != field.name.key;
    fields_.push_back(std::move(field));
  }
}

void LineFields::begin(const CdxLines& file) {
  begin(LineFormat::of(file), file.name());
}

void LineFields::begin(LineFormat format, const std::string& file) {
  format_ = std::move(format);
  members_.clear();
  url_ = kMissing;
  int last = format_.json ? kDate : kMissing;
  for (size_t i = 0; i < fields_.size(); ++i) {
    Field& field = fields_[i];
    char letter = field.name.letter;
    bool is_key = is_key_letter(letter);
    if (format_.json) {
      field.column = is_key ? kUrlKey : letter == 'b' ? kDate : kMember;
      field.seen |= field.column != kMember;
      if (field.column == kMember) members_.push_back(i);
      continue;
    }
    field.column = letter == '\0' ? kMissing : format_.legend.column(letter);
    if (field.column < 0 && is_key) field.column = format_.legend.key_column();
    if (field.column < 0 && is_key) {
      url_ = format_.legend.column('a');
      last = std::max(last, url_);
      if (url_ >= 0) field.column = kMadeKey;
    }
    if (field.column == kMissing && !missing_allowed_ &&
        !field.may_be_missing) {
      throw InputError(file, "has no field '" + field.asked +
                                 "'; it has: " + format_.known_fields());
    }
    last = std::max(last, field.column);
  }
  columns_ = static_cast<size_t>(last) + 1;
  values_.assign(columns_ + fields_.size(), {});
  for (size_t i = 0; i < fields_.size(); ++i) {
    int column = fields_[i].column;
    fields_[i].place = column < 0 ? columns_ + i : static_cast<size_t>(column);
  }
}

LineFields::Line LineFields::bad(std::string_view problem) {
  problem_ = problem;
  return Line::kBad;
}

LineFields::Line LineFields::read(std::string_view line) {
  if (line.empty()) return Line::kMetadata;
  if (format_.json) return read_json(line);
  Columns columns(line, format_.legend.delimiter);
  for (size_t i = 0; i < columns_; ++i) {
    if (!columns.next(values_[i])) return bad(kTooFewColumns);
  }
  if (url_ >= 0) make_keys(values_[static_cast<size_t>(url_)]);
  return Line::kCapture;
}

void LineFields::make_keys(std::string_view url) {
  for (Field& field : fields_) {
    if (field.column != kMadeKey) continue;
    field.storage.clear();
    append_url_key(kind_, url, field.storage);
    values_[field.place] = field.storage;
  }
}

LineFields::Line LineFields::read_json(std::string_view line) {
  if (is_metadata(line)) return Line::kMetadata;
  CdxjParts parts;
  std::string_view problem = split_cdxj(line, parts);
  if (!problem.empty()) return bad(problem);
  values_[kUrlKey] = parts.urlkey;
  values_[kDate] = warc::without_milliseconds(parts.date);
  for (size_t i : members_) values_[fields_[i].place] = {};
  bool ends = parts.json.ends_with('}');
  if (members_.empty()) {
    return ends && parts.json.starts_with('{') ? Line::kCapture
                                               : bad(kInvalidJson);
  }
  if (stops_when_found_ && !ends) return bad(kInvalidJson);
  return read_members(parts.json);
}

LineFields::Line LineFields::read_members(std::string_view json) {
  text::JsonMembers members(json);
  text::JsonMemberText member;
  size_t found = 0;
  while (members.next(member)) {
    for (size_t i : members_) {
      Field& field = fields_[i];
      if (field.name.key != member.name &&
          (!field.has_alias || field.asked != member.name)) {
        continue;
      }
      set_member(field, member);
      if (++found == members_.size() && stops_when_found_) {
        return Line::kCapture;
      }
    }
    if (member.value.starts_with('{') && !member.is_string) {
      read_inside(member);
    }
  }
  return members.whole() ? Line::kCapture : bad(kInvalidJson);
}

void LineFields::set_member(Field& field, const text::JsonMemberText& member) {
  if (!member.is_string && member.value == "null") return;
  std::string_view value = member_text(member, field.storage);
  values_[field.place] = value;
  if (!value.empty() && value != "-") field.seen = true;
}

void LineFields::read_inside(const text::JsonMemberText& member) {
  for (size_t i : members_) {
    Field& field = fields_[i];
    text::JsonMemberText found;
    if (find_inside(member, field.asked, found)) set_member(field, found);
  }
}

}  // namespace wax::cdx
