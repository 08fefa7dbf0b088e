#include "cdx/format/line_values.h"

#include "cdx/format/line_parts.h"
#include "text/ascii.h"
#include "text/json.h"

namespace wax::cdx {
namespace {

// Members after these are looked up each time.
constexpr size_t kMostHints = 64;

bool is_missing(char letter, const text::JsonMemberText& member) {
  if (letter == '\0') return false;
  if (!member.is_string) return member.value == "null";
  return member.value.empty() || member.value == "-";
}

}  // namespace

bool is_number(std::string_view text) {
  return !text.empty() && text::all_digits(text);
}

void LineValues::begin(const LineFormat& format) {
  format_ = format;
  names_.clear();
  for (char letter : format.legend.letters) {
    names_.push_back(key_of_letter(letter));
  }
}

void LineValues::clear() {
  for (size_t i = 0; i < count_; ++i) slot(values_[i]->letter) = nullptr;
  count_ = 0;
}

LineValue& LineValues::add(char letter) {
  if (count_ == values_.size())
    values_.push_back(std::make_unique<LineValue>());
  LineValue& value = *values_[count_++];
  value.letter = letter;
  value.is_json = value.is_number = false;
  if (letter != '\0') slot(letter) = &value;
  return value;
}

LineValue* LineValues::find(char letter, std::string_view name) {
  if (letter != '\0') return find(letter);
  for (size_t i = 0; i < count_; ++i) {
    if (values_[i]->letter == '\0' && values_[i]->name == name) {
      return values_[i].get();
    }
  }
  return nullptr;
}

std::string_view LineValues::read(std::string_view line) {
  clear();
  return format_.json ? read_cdxj(line) : read_columns(line);
}

std::string_view LineValues::read_columns(std::string_view line) {
  const std::string& letters = format_.legend.letters;
  Columns columns(line, format_.legend.delimiter);
  std::string_view text;
  for (size_t i = 0; i < letters.size(); ++i) {
    if (!columns.next(text)) return kTooFewColumns;
    bool none = text.empty() || (text.size() == 1 && text[0] == '-');
    // wget has the URL twice.
    if (none || slot(letters[i]) != nullptr) continue;
    LineValue& value = add(letters[i]);
    value.name = names_[i];
    value.text = text;
  }
  return columns.next(text) ? kTooManyColumns : std::string_view();
}

std::string_view LineValues::read_cdxj(std::string_view line) {
  CdxjParts parts;
  std::string_view problem = split_cdxj(line, parts);
  if (!problem.empty()) return problem;
  add('N').text = parts.urlkey;
  add('b').text = parts.date;
  text::JsonMembers members(parts.json);
  text::JsonMemberText member;
  for (size_t number = 0; members.next(member); ++number) {
    char letter = letter_of_member(member.name, number);
    if (is_missing(letter, member)) continue;
    LineValue& value = add(letter);
    value.name = member.name;
    value.text = member_text(member, value.storage);
    value.is_number = !member.is_string && is_number(member.value);
    value.is_json = !member.is_string && !value.is_number;
  }
  return members.whole() ? std::string_view() : kInvalidJson;
}

char LineValues::letter_of_member(std::string_view name, size_t number) {
  if (number < hints_.size() && hints_[number].name == name) {
    return hints_[number].letter;
  }
  char letter = letter_of_key(name);
  if (is_key_letter(letter) || letter == 'b') letter = '\0';
  if (number >= kMostHints) return letter;
  if (number >= hints_.size()) hints_.resize(number + 1);
  hints_[number].name = name;
  hints_[number].letter = letter;
  return letter;
}

}  // namespace wax::cdx
