#include "cdx/format/line_fields.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "lines/line_error.h"
#include "text/json.h"

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
    {'r', "redirect"},
    {'M', "robotflags", "meta"},
    {'S', "length"},
    {'V', "offset"},
    {'g', "filename"},
    {'e', "ip"},
    {'u', "recordid"},
    {kOriginalColumns[0], "orig.length"},
    {kOriginalColumns[1], "orig.offset"},
    {kOriginalColumns[2], "orig.filename"},
}};

std::string_view or_dash(std::string_view value) {
  return value.empty() ? std::string_view("-") : value;
}

// The column of a letter; N and A are two names of the key.
int column_of(const Legend& legend, char letter) {
  int column = legend.column(letter);
  if (column < 0 && letter == 'N') column = legend.column('A');
  if (column < 0 && letter == 'A') column = legend.column('N');
  return column;
}

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
      throw lines::LineError(file.name(), 1, "a CDX header of no columns");
  } else if (first.empty() || is_note(first) ||
             field(first, 2).starts_with('{')) {
    return {true, {}};
  } else {
    legend = guess_legend(first);
  }
  if (!legend) {
    throw lines::LineError(
        file.name(), file.line_number(),
        "the columns are not known: there is no CDX header, and "
        "the line is neither CDXJ nor has it 7, 9, 10, 11 or "
        "14 fields");
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
    fields_.push_back(std::move(field));
  }
}

void LineFields::begin(const CdxLines& file) {
  begin(LineFormat::of(file), file.name());
}

void LineFields::begin(LineFormat format, const std::string& file) {
  format_ = std::move(format);
  int last = -1;
  for (Field& field : fields_) {
    char letter = field.name.letter;
    bool is_key = letter == 'N' || letter == 'A';
    if (format_.json) {
      field.column = is_key ? kUrlKey : letter == 'b' ? kDate : kMember;
      continue;
    }
    field.column = letter == '\0' ? -1 : column_of(format_.legend, letter);
    if (field.column < 0 && is_key) {
      url_ = format_.legend.column('a');
      last = std::max(last, url_);
      if (url_ >= 0) field.column = kMadeKey;
    }
    if (field.column == -1 && missing_allowed_) {
      field.column = kNowhere;
    } else if (field.column == -1) {
      throw UsageError(file + " has no field '" + field.asked +
                       "'; it has: " + format_.known_fields());
    }
    last = std::max(last, field.column);
  }
  columns_.resize(static_cast<size_t>(last + 1));
}

void LineFields::set(Field& field, std::string_view value) {
  field.value = or_dash(value);
  if (field.value != "-") field.seen = true;
}

LineFields::Line LineFields::read(std::string_view line) {
  if (line.empty()) return Line::kNote;
  if (format_.json) return read_json(line);
  const char* at = line.data();
  const char* end = at + line.size();
  size_t n = 0;
  while (n < columns_.size()) {
    const void* found = at == end ? nullptr
                                  : std::memchr(at, format_.legend.delimiter,
                                                static_cast<size_t>(end - at));
    const char* stop = found == nullptr ? end : static_cast<const char*>(found);
    columns_[n++] = {at, static_cast<size_t>(stop - at)};
    if (found == nullptr) break;
    at = stop + 1;
  }
  if (n < columns_.size()) return Line::kBad;
  for (Field& field : fields_) {
    if (field.column == kMadeKey) {
      field.text.clear();
      append_url_key(kind_, columns_[static_cast<size_t>(url_)], field.text);
      set(field, field.text);
    } else if (field.column == kNowhere) {
      field.value = "-";
    } else {
      set(field, columns_[static_cast<size_t>(field.column)]);
    }
  }
  return Line::kCapture;
}

LineFields::Line LineFields::read_json(std::string_view line) {
  if (is_note(line)) return Line::kNote;
  size_t key_end = line.find(' ');
  size_t date_end =
      key_end == line.npos ? line.npos : line.find(' ', key_end + 1);
  if (key_end == 0 || date_end == line.npos) return Line::kBad;
  size_t missing = 0;
  for (Field& field : fields_) {
    field.value = "-";
    if (field.column == kUrlKey) {
      set(field, line.substr(0, key_end));
    } else if (field.column == kDate) {
      set(field, line.substr(key_end + 1, date_end - key_end - 1));
    } else {
      ++missing;
    }
  }
  std::string_view json = line.substr(date_end + 1);
  if (missing == 0) {
    bool object = json.starts_with('{') && json.ends_with('}');
    return object ? Line::kCapture : Line::kBad;
  }
  text::JsonMembers members(json);
  text::JsonMemberText member;
  while (members.next(member)) {
    for (Field& field : fields_) {
      if (field.column != kMember ||
          (field.name.key != member.name && field.asked != member.name)) {
        continue;
      }
      set_member(field, member);
    }
    if (member.value.starts_with('{') && !member.is_string) {
      read_inside(member);
    }
  }
  return members.whole() ? Line::kCapture : Line::kBad;
}

void LineFields::set_member(Field& field, const text::JsonMemberText& member) {
  if (member.escaped) {
    field.text.clear();
    text::append_unescaped(member.value, field.text);
    set(field, field.text);
  } else if (member.is_string || member.value != "null") {
    set(field, member.value);
  }
}

void LineFields::read_inside(const text::JsonMemberText& member) {
  for (Field& field : fields_) {
    if (field.column != kMember) continue;
    text::JsonMemberText found;
    if (find_inside(member, field.asked, found)) set_member(field, found);
  }
}

}  // namespace wax::cdx
