#include "cdx/line_converter.h"

#include <algorithm>
#include <cstring>

#include "cdx/capture_line.h"
#include "cdx/json_text.h"
#include "cdx/request_query.h"
#include "warc/io/error.h"

namespace wax::cdx {
namespace {

bool all_digits(std::string_view text) {
  return !text.empty() &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

// Whether JSON can have it as a number that stays the same.
bool is_json_number(std::string_view text) {
  return all_digits(text) && text.size() <= 15 &&
         (text.size() == 1 || text[0] != '0');
}

bool is_bare_sha1(std::string_view digest) {
  auto made_of = [&](std::string_view bytes) {
    return digest.find_first_not_of(bytes) == std::string_view::npos;
  };
  return (digest.size() == 32 && made_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")) ||
         (digest.size() == 40 && made_of("0123456789abcdefABCDEF"));
}

bool is_key(char letter) { return letter == 'N' || letter == 'A'; }

}  // namespace

LineConverter::LineConverter(ConvertOptions options)
    : options_(std::move(options)) {
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
    append_json_string(field.key, quoted);
    field.key = quoted.substr(1, quoted.size() - 2);
    constants_.emplace_back(std::move(field), value);
  }
}

void LineConverter::begin(const LineFormat& format) { format_ = format; }

LineConverter::Value& LineConverter::add() {
  if (count_ == values_.size()) values_.emplace_back();
  Value& value = values_[count_++];
  value.is_json = value.is_number = false;
  return value;
}

LineConverter::Value* LineConverter::find(char letter, std::string_view name) {
  for (size_t i = 0; i < count_; ++i) {
    Value& value = values_[i];
    if (letter == '\0' ? value.name == name
                       : value.letter == letter ||
                             (is_key(letter) && is_key(value.letter))) {
      return &value;
    }
  }
  return nullptr;
}

LineConverter::Result LineConverter::convert(std::string_view line,
                                             std::string& out) {
  count_ = 0;
  if (!(format_.json ? read_json(line) : read_columns(line))) {
    return Result::kBad;
  }
  if ((options_.rekey || find('N', {}) == nullptr) && !make_key()) {
    return Result::kNoUrl;
  }
  apply_constants();
  if (options_.json) {
    write_json(out);
  } else {
    write_columns(out);
  }
  return Result::kDone;
}

bool LineConverter::read_columns(std::string_view line) {
  const std::string& letters = format_.legend.letters;
  for (size_t i = 0;; ++i) {
    if (i == letters.size()) return false;
    size_t stop = line.find(format_.legend.delimiter);
    std::string_view text = line.substr(0, stop);
    // wget has the URL twice.
    if (find(letters[i], {}) == nullptr && text != "-" && !text.empty()) {
      Value& value = add();
      value.letter = letters[i];
      value.name = key_of_letter(letters[i]);
      value.text = text;
    }
    if (stop == line.npos) return i + 1 == letters.size();
    line.remove_prefix(stop + 1);
  }
}

bool LineConverter::read_json(std::string_view line) {
  size_t key_end = line.find(' ');
  size_t date_end =
      key_end == line.npos ? line.npos : line.find(' ', key_end + 1);
  if (key_end == 0 || date_end == line.npos) return false;
  Value& key = add();
  key.letter = 'N';
  key.text = line.substr(0, key_end);
  Value& date = add();
  date.letter = 'b';
  date.text = line.substr(key_end + 1, date_end - key_end - 1);
  JsonMembers members(line.substr(date_end + 1));
  JsonMemberText member;
  while (members.next(member)) {
    char letter = letter_of_key(member.name);
    if (is_key(letter) || letter == 'b') letter = '\0';
    bool is_null = !member.is_string && member.value == "null";
    if (letter != '\0' &&
        (is_null ||
         (member.is_string && (member.value.empty() || member.value == "-")))) {
      continue;
    }
    Value& value = add();
    value.name = member.name;
    value.letter = letter;
    value.text = member.value;
    value.is_number = !member.is_string && all_digits(member.value);
    value.is_json = !member.is_string && !value.is_number;
    if (member.escaped) {
      value.storage.clear();
      append_unescaped(member.value, value.storage);
      value.text = value.storage;
    }
  }
  return members.whole();
}

bool LineConverter::make_key() {
  const Value* url = find('a', {});
  if (url == nullptr) return false;
  std::string_view text = url->text;
  // A request's body is part of the key of its response.
  const Value* method = find('\0', "method");
  if (method != nullptr) {
    const Value* body = find('\0', "requestBody");
    scratch_.clear();
    append_request_url(text, method->text, body ? body->text : "", scratch_);
    text = scratch_;
  }
  made_key_.clear();
  append_url_key(options_.rekey.value_or(UrlKeyKind::kSurt), text, made_key_);
  Value* key = find('N', {});
  if (key == nullptr) key = &add();
  key->letter = 'N';
  key->name = key_of_letter('N');
  key->text = made_key_;
  return true;
}

void LineConverter::apply_constants() {
  for (const auto& [field, text] : constants_) {
    Value* value = find(field.letter, field.key);
    if (value == nullptr) value = &add();
    value->letter = field.letter;
    value->name = field.key;
    value->text = text;
    value->is_json = value->is_number = false;
  }
  if (options_.filename_prefix.empty()) return;
  Value* file = find('g', {});
  if (file == nullptr) return;
  // Two steps: the text may lie in the storage.
  scratch_.assign(options_.filename_prefix);
  scratch_ += file->text;
  file->storage.swap(scratch_);
  file->text = file->storage;
}

void LineConverter::write_columns(std::string& out) {
  const Legend& legend = options_.legend;
  for (size_t i = 0; i < legend.letters.size(); ++i) {
    if (i > 0) out += legend.delimiter;
    const Value* value = find(legend.letters[i], {});
    std::string_view text = value == nullptr ? "" : value->text;
    if (legend.letters[i] == 'k' && text.starts_with("sha1:")) {
      text.remove_prefix(5);
    }
    append_column(text, legend.delimiter, out);
  }
  for (size_t i = 0; i < count_; ++i) {
    const Value& value = values_[i];
    bool fits = is_key(value.letter) ||
                (value.letter != '\0' && legend.column(value.letter) >= 0);
    if (!fits) count_left_out(value);
  }
}

void LineConverter::write_json(std::string& out) {
  const Value* key = find('N', {});
  const Value* date = find('b', {});
  append_column(key->text, ' ', out);
  out += ' ';
  append_column(date == nullptr ? "" : date->text, ' ', out);
  out += " {";
  bool first = true;
  for (size_t i = 0; i < count_; ++i) {
    const Value& value = values_[i];
    if (is_key(value.letter) || value.letter == 'b') continue;
    if (value.name.empty()) {
      count_left_out(value);
      continue;
    }
    if (!first) out += ", ";
    first = false;
    out += '"';
    out += value.name;
    out += "\": ";
    write_value(value, out);
  }
  out += '}';
}

void LineConverter::write_value(const Value& value, std::string& out) {
  bool wacz = options_.dialect == CdxjDialect::kWacz;
  bool number = wacz && (value.letter == 's' || value.letter == 'S' ||
                         value.letter == 'V')
                    ? is_json_number(value.text)
                    : value.is_number && value.letter == '\0';
  if (value.is_json || number) {
    out += value.text;
    return;
  }
  std::string_view text = value.text;
  if (value.letter == 'k') {
    if (options_.dialect == CdxjDialect::kPywb) {
      if (text.starts_with("sha1:")) text.remove_prefix(5);
    } else if (is_bare_sha1(text)) {
      scratch_.assign("sha1:");
      scratch_ += text;
      text = scratch_;
    }
  }
  append_json_string(text, out);
}

void LineConverter::count_left_out(const Value& value) {
  char letter[1] = {value.letter};
  std::string_view name =
      value.name.empty() ? std::string_view(letter, 1) : value.name;
  auto at = left_out_.find(name);
  if (at == left_out_.end()) at = left_out_.emplace(name, 0).first;
  ++at->second;
}

}  // namespace wax::cdx
