#include "cdx/format/line_converter.h"

#include <algorithm>
#include <cstring>

#include "cdx/format/capture_line.h"
#include "cdx/request/request_encoder.h"
#include "io/error.h"
#include "text/ascii.h"
#include "text/hex.h"
#include "text/json.h"
#include "text/plain_run.h"

namespace wax::cdx {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() && text::all_digits(text);
}

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

// Of a line; those behind are looked up each time.
constexpr size_t kMostHints = 64;

// What systems that have numbers have as numbers.
bool is_count(char letter) {
  return letter == 's' || letter == 'S' || letter == 'V';
}

bool is_key(char letter) { return letter == 'N' || letter == 'A'; }

// Between them, quotes, commas and what a digest is prefixed with.
constexpr size_t kRoomOfValue = 16;
// The names of key and date.
constexpr size_t kRoomOfHead = 48;

}  // namespace

// Writes a line behind a text, in room that it has made for all of it.
class LineConverter::Writer {
 public:
  // `room`: for all that is put, before escaping.
  Writer(std::string& out, size_t room, bool utf8 = false)
      : out_(&out), room_(room), utf8_(utf8) {
    make_room();
  }

  void put(char c) { *at_++ = c; }

  void put(std::string_view text) {
    const char* from = text.data();
    const size_t size = text.size();
    if (size >= 8 && size <= 16) {
      auto front = text::run::load<uint64_t>(from);
      auto back = text::run::load<uint64_t>(from + size - 8);
      std::memcpy(at_, &front, sizeof front);
      std::memcpy(at_ + size - 8, &back, sizeof back);
    } else if (size < 8) {
      for (size_t i = 0; i < size; ++i) at_[i] = from[i];
    } else {
      std::memcpy(at_, from, size);
    }
    at_ += size;
  }

  void put_column(std::string_view text, char delimiter) {
    if (text.empty()) return put('-');
    size_t plain =
        text::copy_plain_run(text, text::ColumnStops{delimiter}, at_);
    if (plain < text.size()) {
      finish();
      append_column(text, delimiter, *out_);
      make_room();
    } else {
      at_ += plain;
    }
  }

  // With quotes.
  void put_json(std::string_view text) {
    put('"');
    size_t plain = text::copy_plain_run(text, text::JsonStops(), at_);
    if (plain < text.size()) {
      --at_;
      finish();
      (utf8_ ? text::append_json_utf8 : text::append_json_ascii)(text, *out_);
      make_room();
    } else {
      at_ += plain;
      put('"');
    }
  }

  void finish() { out_->resize(static_cast<size_t>(at_ - out_->data())); }

 private:
  void make_room() {
    size_t size = out_->size();
    out_->resize(size + room_);
    at_ = out_->data() + size;
  }

  std::string* out_;
  size_t room_;
  bool utf8_;
  char* at_;
};

LineConverter::LineConverter(ConvertOptions options)
    : options_(std::move(options)) {
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

void LineConverter::begin(const LineFormat& format) {
  format_ = format;
  names_.clear();
  for (char letter : format.legend.letters) {
    names_.push_back(key_of_letter(letter));
  }
}

LineConverter::Value& LineConverter::add(char letter) {
  if (count_ == values_.size()) values_.push_back(std::make_unique<Value>());
  Value& value = *values_[count_++];
  value.letter = letter;
  value.is_json = value.is_number = false;
  if (letter != '\0') of_letter(letter) = &value;
  return value;
}

LineConverter::Value* LineConverter::find(char letter, std::string_view name) {
  if (letter != '\0') return of_letter(letter);
  for (size_t i = 0; i < count_; ++i) {
    if (values_[i]->letter == '\0' && values_[i]->name == name) {
      return values_[i].get();
    }
  }
  return nullptr;
}

LineConverter::Result LineConverter::convert(std::string_view line,
                                             std::string& out) {
  for (size_t i = 0; i < count_; ++i) of_letter(values_[i]->letter) = nullptr;
  count_ = 0;
  if (!(format_.json ? read_json(line) : read_columns(line))) {
    return Result::kBad;
  }
  if ((options_.rekey || of_letter('N') == nullptr) && !make_key()) {
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
  const char* at = line.data();
  const char* const end = at + line.size();
  const std::string& letters = format_.legend.letters;
  for (size_t i = 0;; ++i) {
    if (i == letters.size()) return false;
    const void* found = at == end ? nullptr
                                  : std::memchr(at, format_.legend.delimiter,
                                                static_cast<size_t>(end - at));
    const char* stop = found == nullptr ? end : static_cast<const char*>(found);
    std::string_view text(at, static_cast<size_t>(stop - at));
    bool none = text.empty() || (text.size() == 1 && text[0] == '-');
    // wget has the URL twice.
    if (!none && of_letter(letters[i]) == nullptr) {
      Value& value = add(letters[i]);
      value.name = names_[i];
      value.text = text;
    }
    if (found == nullptr) return i + 1 == letters.size();
    at = stop + 1;
  }
}

char LineConverter::letter_of(std::string_view name, size_t place) {
  if (place < hints_.size() && hints_[place].name == name) {
    return hints_[place].letter;
  }
  char letter = letter_of_key(name);
  if (is_key(letter) || letter == 'b') letter = '\0';
  if (place >= kMostHints) return letter;
  if (place >= hints_.size()) hints_.resize(place + 1);
  hints_[place].name = name;
  hints_[place].letter = letter;
  return letter;
}

bool LineConverter::read_json(std::string_view line) {
  size_t key_end = line.find(' ');
  size_t date_end =
      key_end == line.npos ? line.npos : line.find(' ', key_end + 1);
  if (key_end == 0 || date_end == line.npos) return false;
  add('N').text = line.substr(0, key_end);
  add('b').text = line.substr(key_end + 1, date_end - key_end - 1);
  text::JsonMembers members(line.substr(date_end + 1));
  text::JsonMemberText member;
  for (size_t place = 0; members.next(member); ++place) {
    char letter = letter_of(member.name, place);
    bool is_null = !member.is_string && member.value == "null";
    if (letter != '\0' &&
        (is_null ||
         (member.is_string && (member.value.empty() || member.value == "-")))) {
      continue;
    }
    Value& value = add(letter);
    value.name = member.name;
    value.text = member.value;
    value.is_number = !member.is_string && is_number(member.value);
    value.is_json = !member.is_string && !value.is_number;
    if (member.escaped) {
      value.storage.clear();
      text::append_unescaped(member.value, value.storage);
      value.text = value.storage;
    }
  }
  return members.whole();
}

bool LineConverter::make_key() {
  const Value* url = of_letter('a');
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
  Value* key = of_letter('N');
  if (key == nullptr) key = &add('N');
  key->name = key_of_letter('N');
  key->text = made_key_;
  return true;
}

void LineConverter::apply_constants() {
  for (const auto& [field, text] : constants_) {
    Value* value = find(field.letter, field.key);
    if (value == nullptr) value = &add(field.letter);
    value->name = field.key;
    value->text = text;
    value->is_json = value->is_number = false;
  }
  if (options_.filename_prefix.empty()) return;
  Value* file = of_letter('g');
  if (file == nullptr) return;
  // Two steps: the text may lie in the storage.
  scratch_.assign(options_.filename_prefix);
  scratch_ += file->text;
  file->storage.swap(scratch_);
  file->text = file->storage;
}

size_t LineConverter::room_of_values() const {
  size_t room = kRoomOfValue + 2 * options_.legend.letters.size();
  for (size_t i = 0; i < count_; ++i) {
    room += values_[i]->name.size() + values_[i]->text.size() + kRoomOfValue;
  }
  return room;
}

void LineConverter::write_columns(std::string& out) {
  const char delimiter = options_.legend.delimiter;
  Writer writer(out, room_of_values());
  bool first = true;
  for (char letter : options_.legend.letters) {
    if (!first) writer.put(delimiter);
    first = false;
    const Value* value = of_letter(letter);
    std::string_view text = value == nullptr ? "" : value->text;
    if (letter == 'k' && text.starts_with("sha1:")) text.remove_prefix(5);
    writer.put_column(text, delimiter);
  }
  writer.finish();
  for (size_t i = 0; i < count_; ++i) {
    const Value& value = *values_[i];
    if (!has_column_[static_cast<unsigned char>(value.letter)]) {
      count_left_out(value);
    }
  }
}

void LineConverter::write_json(std::string& out) {
  const Value* date = of_letter('b');
  std::string_view date_text = date == nullptr ? "-" : date->text;
  bool outback = options_.dialect == CdxjDialect::kOutbackCdx;
  bool compact = options_.dialect == CdxjDialect::kCompact || outback;
  std::string_view colon = compact ? "\":" : "\": ";
  std::string_view comma = compact ? ",\"" : ", \"";
  Writer writer(out, room_of_values() + kRoomOfHead, compact);
  if (options_.whole_object) {
    writer.put("{\"urlkey");
    writer.put(colon);
    writer.put_json(of_letter('N')->text);
    writer.put(comma);
    writer.put("timestamp");
    writer.put(colon);
    if (outback && is_json_number(date_text)) {
      writer.put(date_text);
    } else {
      writer.put_json(date_text);
    }
  } else {
    writer.put_column(of_letter('N')->text, ' ');
    writer.put(' ');
    writer.put_column(date_text, ' ');
    writer.put(" {");
  }
  bool first = !options_.whole_object;
  for (size_t i = 0; i < count_; ++i) {
    const Value& value = *values_[i];
    if (is_key(value.letter) || value.letter == 'b') continue;
    if (value.name.empty()) {
      count_left_out(value);
      continue;
    }
    writer.put(first ? "\"" : comma);
    first = false;
    writer.put(value.name);
    writer.put(colon);
    write_value(value, writer);
  }
  writer.put('}');
  writer.finish();
}

void LineConverter::write_value(const Value& value, Writer& writer) {
  bool numbers =
      options_.dialect == CdxjDialect::kWacz ||
      (options_.dialect == CdxjDialect::kOutbackCdx && options_.whole_object);
  bool number = numbers && is_count(value.letter)
                    ? is_json_number(value.text)
                    : value.is_number && value.letter == '\0';
  if (value.is_json || number) {
    writer.put(value.text);
    return;
  }
  std::string_view text = value.text;
  if (value.letter == 'k') {
    if (options_.dialect != CdxjDialect::kCdxjIndexer &&
        options_.dialect != CdxjDialect::kWacz) {
      if (text.starts_with("sha1:")) text.remove_prefix(5);
    } else if (is_bare_sha1(text)) {
      scratch_.assign("sha1:");
      scratch_ += text;
      text = scratch_;
    }
  }
  writer.put_json(text);
}

void LineConverter::count_left_out(const Value& value) {
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

}  // namespace wax::cdx
