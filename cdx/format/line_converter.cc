#include "cdx/format/line_converter.h"

#include <algorithm>

#include "cdx/request/request_encoder.h"
#include "io/error.h"
#include "text/ascii.h"
#include "text/number.h"
#include "warc/record/fine_date.h"

namespace wax::cdx {
namespace {

// Whether JSON can have it as a number that stays the same.
bool is_json_number(std::string_view text) {
  return is_number(text) && text.size() <= 15 &&
         (text.size() == 1 || text[0] != '0');
}

bool is_bare_sha1(std::string_view digest) {
  auto made_of = [&](std::string_view bytes) {
    return digest.find_first_not_of(bytes) == std::string_view::npos;
  };
  return (digest.size() == 32 && made_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")) ||
         (digest.size() == 40 &&
          std::all_of(digest.begin(), digest.end(),
                      [](char c) { return text::hex_value(c) >= 0; }));
}

// What systems that have numbers have as numbers.
bool is_count(char letter) {
  return letter == 's' || letter == 'S' || letter == 'V';
}

// Without spaces, in UTF-8.
bool is_compact(CdxjDialect dialect) {
  return dialect == CdxjDialect::kCompact ||
         dialect == CdxjDialect::kOutbackCdx;
}

// Between them, quotes, commas and what a digest is prefixed with.
constexpr size_t kRoomOfValue = 16;
// The names of key and date.
constexpr size_t kRoomOfHead = 48;

// Members after these are looked up each time.
constexpr size_t kMostHints = 64;

bool is_missing(char letter, const text::JsonMemberText& member) {
  if (letter == '\0') return false;
  if (!member.is_string) return member.value == "null";
  return member.value.empty() || member.value == "-";
}

}  // namespace

LineConverter::LineConverter(ConvertOptions options)
    : options_(std::move(options)),
      colon_(is_compact(options_.dialect) ? "\":" : "\": "),
      comma_(is_compact(options_.dialect) ? ",\"" : ", \"") {
  has_column_['N'] = has_column_['A'] = true;
  for (char letter : options_.legend.letters) {
    has_column_[static_cast<unsigned char>(letter)] = true;
  }
  for (const auto& [name, value] : options_.set) {
    FieldName field = field_name(name);
    bool fits = options_.json ? !field.key.empty()
                              : field.letter != '\0' &&
                                    options_.legend.column(field.letter) >= 0;
    if (!fits) {
      throw UsageError(
          "the lines have no field '" + name + "'; they have: " +
          LineFormat{options_.json, options_.legend}.known_fields());
    }
    std::string quoted;
    text::append_json_ascii(field.key, quoted);
    field.key = quoted.substr(1, quoted.size() - 2);
    constants_.emplace_back(std::move(field), value);
  }
}

LineConverter::Result LineConverter::convert(std::string_view line,
                                             std::string& out) {
  problem_ = values_.read(line);
  if (!problem_.empty()) return Result::kBad;
  if ((options_.rekey || values_.find('N') == nullptr) && !make_key()) {
    return Result::kNoUrl;
  }
  if (options_.whole_seconds || !options_.json || options_.whole_object) {
    if (LineValue* date = values_.find('b')) {
      date->text = warc::without_milliseconds(date->text);
    }
  }
  apply_constants();
  if (options_.json) {
    write_json(out);
  } else {
    write_columns(out);
  }
  return Result::kDone;
}

bool LineConverter::make_key() {
  const LineValue* url = values_.find('a');
  if (url == nullptr) return false;
  std::string_view text = url->text;
  // A request's body is part of the key of its response.
  const LineValue* method = values_.find('\0', "method");
  if (method != nullptr) {
    const LineValue* body = values_.find('\0', "requestBody");
    scratch_.clear();
    append_request_url(text, method->text, body ? body->text : "", scratch_);
    text = scratch_;
  }
  made_key_.clear();
  append_url_key(options_.rekey.value_or(UrlKeyKind::kSurt), text, made_key_);
  LineValue* key = values_.find('N');
  if (key == nullptr) key = &values_.add('N');
  key->name = key_of_letter('N');
  key->text = made_key_;
  return true;
}

void LineConverter::apply_constants() {
  for (const auto& [field, text] : constants_) {
    LineValue* value = values_.find(field.letter, field.key);
    if (value == nullptr) value = &values_.add(field.letter);
    value->name = field.key;
    value->text = text;
    value->is_json = value->is_number = false;
  }
  if (!options_.filename_prefix.empty()) prefix_filename();
}

void LineConverter::prefix_filename() {
  LineValue* file = values_.find('g');
  if (file == nullptr) return;
  // Two steps: the text may lie in the storage.
  scratch_.assign(options_.filename_prefix);
  scratch_ += file->text;
  file->storage.swap(scratch_);
  file->text = file->storage;
}

size_t LineConverter::room_of_values() const {
  size_t room = kRoomOfValue + 2 * options_.legend.letters.size();
  for (size_t i = 0; i < values_.size(); ++i) {
    room += values_[i].name.size() + values_[i].text.size() + kRoomOfValue;
  }
  return room;
}

void LineConverter::write_columns(std::string& out) {
  const char delimiter = options_.legend.delimiter;
  LineWriter writer(out, room_of_values());
  bool first = true;
  for (char letter : options_.legend.letters) {
    if (!first) writer.put(delimiter);
    first = false;
    const LineValue* value = values_.find(letter);
    std::string_view text = value == nullptr ? "" : value->text;
    if (letter == 'k') text = without_sha1(text);
    writer.put_column(text, delimiter);
  }
  writer.finish();
  for (size_t i = 0; i < values_.size(); ++i) {
    if (!has_column_[static_cast<unsigned char>(values_[i].letter)]) {
      count_left_out(values_[i]);
    }
  }
}

void LineConverter::write_json(std::string& out) {
  bool utf8 = is_compact(options_.dialect);
  LineWriter writer(out, room_of_values() + kRoomOfHead, utf8);
  write_key_and_date(writer);
  bool first = !options_.whole_object;
  for (size_t i = 0; i < values_.size(); ++i) {
    const LineValue& value = values_[i];
    if (is_key_letter(value.letter) || value.letter == 'b') continue;
    if (value.name.empty()) {
      count_left_out(value);
      continue;
    }
    writer.put(first ? "\"" : comma_);
    first = false;
    writer.put(value.name);
    writer.put(colon_);
    write_member(value, writer);
  }
  writer.put('}');
  writer.finish();
}

// And the beginning of the object.
void LineConverter::write_key_and_date(LineWriter& writer) {
  const LineValue* date = values_.find('b');
  std::string_view date_text = date == nullptr ? "-" : date->text;
  std::string_view key = values_.find('N')->text;
  if (!options_.whole_object) {
    writer.put_column(key, ' ');
    writer.put(' ');
    writer.put_column(date_text, ' ');
    writer.put(" {");
    return;
  }
  writer.put("{\"urlkey");
  writer.put(colon_);
  writer.put_json(key);
  writer.put(comma_);
  writer.put("timestamp");
  writer.put(colon_);
  if (options_.dialect == CdxjDialect::kOutbackCdx &&
      is_json_number(date_text)) {
    writer.put(date_text);
  } else {
    writer.put_json(date_text);
  }
}

void LineConverter::write_member(const LineValue& value, LineWriter& writer) {
  bool numbers =
      options_.dialect == CdxjDialect::kWacz ||
      (options_.dialect == CdxjDialect::kOutbackCdx && options_.whole_object);
  bool number = numbers && is_count(value.letter)
                    ? is_json_number(value.text)
                    : value.is_number && value.letter == '\0';
  if (value.is_json || number) {
    writer.put(value.text);
  } else {
    writer.put_json(value.letter == 'k' ? digest_text(value.text) : value.text);
  }
}

// Holds until the next one.
std::string_view LineConverter::digest_text(std::string_view digest) {
  if (options_.dialect != CdxjDialect::kCdxjIndexer &&
      options_.dialect != CdxjDialect::kWacz) {
    return without_sha1(digest);
  }
  if (!is_bare_sha1(digest)) return digest;
  scratch_.assign("sha1:");
  scratch_ += digest;
  return scratch_;
}

void LineConverter::count_left_out(const LineValue& value) {
  if (value.letter != '\0') {
    ++left_out_by_[static_cast<unsigned char>(value.letter)];
    return;
  }
  auto at = left_out_keys_.find(value.name);
  if (at == left_out_keys_.end()) {
    at = left_out_keys_.emplace(value.name, 0).first;
  }
  ++at->second;
}

std::map<std::string, uint64_t, std::less<>> LineConverter::left_out() const {
  auto counts = left_out_keys_;
  for (size_t i = 0; i < left_out_by_.size(); ++i) {
    if (left_out_by_[i] == 0) continue;
    char letter = static_cast<char>(i);
    std::string name(key_of_letter(letter));
    counts[name.empty() ? std::string(1, letter) : name] += left_out_by_[i];
  }
  return counts;
}

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
