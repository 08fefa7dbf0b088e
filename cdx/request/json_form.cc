#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "cdx/request/python_text.h"
#include "cdx/request/request_encoder.h"
#include "text/ascii.h"
#include "text/percent.h"
#include "text/utf8.h"

namespace wax::cdx {
namespace {

// Python stops at about 1000.
constexpr int kDeepest = 950;
// What is kept of a document, in bytes of names and texts and some for each
// value: several times the longest form. Values that take the place of others
// may use as much again, all together.
constexpr size_t kMostKept = 16 * kMostRequestQuery;
constexpr size_t kMostReplaced = 2 * kMostKept;
constexpr size_t kEachValue = 8;
// Marks a value that cannot be written in a form; no UTF-8.
constexpr std::string_view kNoText = "\xff";

struct Member;

struct Value {
  enum class Kind { kLeaf, kList, kObject };
  Kind kind = Kind::kLeaf;
  std::string text;  // of a leaf
  // Members of an object by key; of a list, with empty keys.
  std::vector<Member> members;
};

struct Member {
  std::string key;
  Value value;
  size_t kept = 0;  // of the value
};

// Cuts what no form shows; what is no UTF-8 stays so.
void cut(std::string& text) {
  constexpr size_t kLongestLetter = 4;
  size_t end = kMostRequestQuery + kLongestLetter;
  if (text.size() <= end) return;
  if (!text::is_utf8(text)) {
    text = kNoText;
    return;
  }
  while (text::continues_sequence(text[end])) --end;
  text.resize(end);
  text.shrink_to_fit();
}

// A whole number without its fraction; others in the shortest form that reads
// back the same.
std::string number_text(double number) {
  if (number == std::floor(number)) return python_integer(number);
  std::array<char, 64> digits;
  auto format = std::fabs(number) < 1e-4 ? std::chars_format::scientific
                                         : std::chars_format::fixed;
  auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number,
                           format);
  return {digits.data(), end.ptr};
}

// Reads a document to its end, but keeps of it only the values that the form
// begins with.
class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  bool document(Value& value) {
    return parse(value, 0, false) && (skip_space(), rest_.empty());
  }
  // Whether what was not kept had texts that no form can hold.
  [[nodiscard]] bool lost_bad_text() const { return lost_bad_text_; }

 private:
  // Whether there is room for a text, which it takes.
  bool take_room(const std::string& text) {
    if (kept_ >= room_) return false;
    kept_ += text.size() + kEachValue;
    return true;
  }

  // Parses the value of a member that has its place.
  bool keep(Member& member, int depth) {
    size_t before = kept_;
    if (!parse(member.value, depth, !member.key.empty())) return false;
    cut(member.value.text);
    kept_ += member.value.text.size();
    member.kept = kept_ - before;
    return true;
  }

  // The last value of a key that occurs twice counts.
  bool replace(Member& member, int depth) {
    kept_ -= std::exchange(member.kept, 0);
    if (kept_ >= kMostReplaced) {
      member.value = {Value::Kind::kList, {}, {}};
      return lose(!member.key.empty(), text::is_utf8(member.key), depth);
    }
    member.value = {};
    size_t room = std::exchange(room_, kMostReplaced);
    bool good = keep(member, depth);
    room_ = room;
    return good;
  }

  // Parses the value of a key for which there is no room.
  bool lose(bool named, bool good_name, int depth) {
    Value value;
    if (!parse(value, depth, named)) return false;
    bool leaf = value.kind == Value::Kind::kLeaf;
    lost_bad_text_ |=
        leaf && named && !(good_name && text::is_utf8(value.text));
    return true;
  }

  void skip_space() { rest_ = text::trim_front(rest_); }

  bool take(char c) {
    skip_space();
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  bool word(std::string_view text, Value& value) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    value.text = text;
    return true;
  }

  // `named`: a key stands somewhere above.
  bool parse(Value& value, int depth, bool named) {
    if (depth > kDeepest) return false;
    skip_space();
    if (rest_.empty()) return false;
    switch (rest_.front()) {
      case '{':
        return object(value, depth);
      case '[':
        return list(value, depth, named);
      case '"':
        return string(value.text);
      case 't':
        return word("true", value);
      case 'f':
        return word("false", value);
      case 'n':
        return word("null", value);
      case 'N':
        return word("NaN", value) && (value.text = "nan", true);
      default:
        return number(value.text);
    }
  }

  bool object(Value& value, int depth) {
    value.kind = Value::Kind::kObject;
    take('{');
    if (take('}')) return true;
    std::map<std::string, size_t> places;
    do {
      std::string key;
      skip_space();
      if (!string(key) || !take(':')) return false;
      auto place = places.find(key);
      if (place != places.end()) {
        if (!replace(value.members[place->second], depth + 1)) return false;
      } else if (take_room(key)) {
        places.emplace(key, value.members.size());
        value.members.push_back({std::move(key), {}});
        if (!keep(value.members.back(), depth + 1)) return false;
      } else {
        bool named = !key.empty();
        bool good_name = text::is_utf8(key);
        std::string().swap(key);
        if (!lose(named, good_name, depth + 1)) return false;
      }
    } while (take(','));
    bool named_inside = value.members.size() == 1 &&
                        value.members[0].value.kind == Value::Kind::kObject;
    if (named_inside) unwrap(value);
    return take('}');
  }

  bool list(Value& value, int depth, bool named) {
    value.kind = Value::Kind::kList;
    take('[');
    if (take(']')) return true;
    do {
      Value member;
      if (!parse(member, depth + 1, named)) return false;
      bool leaf = member.kind == Value::Kind::kLeaf;
      cut(member.text);
      if (leaf ? named && take_room(member.text) : !member.members.empty()) {
        value.members.push_back({{}, std::move(member)});
      } else if (leaf && named) {
        lost_bad_text_ |= !text::is_utf8(member.text);
      }
    } while (take(','));
    if (value.members.size() == 1) unwrap(value);
    return take(']');
  }

  // A leaf has the name of the nearest key, so that what holds a single value
  // with leaves of its own, however often, adds nothing to it.
  void unwrap(Value& value) {
    if (value.members[0].value.members.empty()) return;
    if (value.kind == Value::Kind::kObject) {
      kept_ -= value.members[0].key.size() + kEachValue;
    }
    Value only = std::move(value.members[0].value);
    value = std::move(only);
  }

  bool hex4(uint32_t& code) {
    if (rest_.size() < 4) return false;
    auto end = std::from_chars(rest_.data(), rest_.data() + 4, code, 16);
    if (end.ptr != rest_.data() + 4) return false;
    rest_.remove_prefix(4);
    return true;
  }

  bool escaped(std::string& text) {
    if (rest_.empty()) return false;
    char c = rest_.front();
    rest_.remove_prefix(1);
    constexpr std::string_view kFrom = "\"\\/bfnrt";
    constexpr std::string_view kTo = "\"\\/\b\f\n\r\t";
    if (size_t at = kFrom.find(c); at != std::string_view::npos) {
      text += kTo[at];
      return true;
    }
    uint32_t code = 0;
    if (c != 'u' || !hex4(code)) return false;
    if (code >= 0xd800 && code < 0xdc00 && rest_.starts_with("\\u")) {
      std::string_view before = rest_;
      rest_.remove_prefix(2);
      uint32_t low = 0;
      if (hex4(low) && low >= 0xdc00 && low < 0xe000) {
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
      } else {
        rest_ = before;
      }
    }
    text::append_utf8(code, text);
    return true;
  }

  bool string(std::string& text) {
    if (!rest_.starts_with('"')) return false;
    rest_.remove_prefix(1);
    for (;;) {
      size_t plain = 0;
      while (plain < rest_.size() && rest_[plain] != '"' &&
             rest_[plain] != '\\') {
        if (static_cast<unsigned char>(rest_[plain]) < 0x20) return false;
        ++plain;
      }
      if (plain == rest_.size()) return false;
      text.append(rest_, 0, plain);
      char end = rest_[plain];
      rest_.remove_prefix(plain + 1);
      if (end == '"') return true;
      if (!escaped(text)) return false;
    }
  }

  size_t digits(size_t at) const {
    while (at < rest_.size() && text::is_digit(rest_[at])) ++at;
    return at;
  }

  bool number(std::string& text) {
    size_t begin = rest_.starts_with('-') ? 1 : 0;
    if (rest_.substr(begin).starts_with("Infinity")) {
      rest_.remove_prefix(begin + 8);
      text = kNoText;
      return true;
    }
    size_t end = digits(begin);
    if (end == begin || (rest_[begin] == '0' && end > begin + 1)) return false;
    bool whole = true;
    if (end < rest_.size() && rest_[end] == '.') {
      size_t fraction = digits(end + 1);
      if (fraction == end + 1) return false;
      end = fraction;
      whole = false;
    }
    if (end < rest_.size() && (rest_[end] == 'e' || rest_[end] == 'E')) {
      size_t sign = end + 1;
      if (sign < rest_.size() && (rest_[sign] == '+' || rest_[sign] == '-')) {
        ++sign;
      }
      size_t exponent = digits(sign);
      if (exponent == sign) return false;
      end = exponent;
      whole = false;
    }
    std::string_view literal = rest_.substr(0, end);
    rest_.remove_prefix(end);
    if (whole) {
      text = literal == "-0" ? "0" : literal;
      return true;
    }
    double value = 0;
    auto read = std::from_chars(literal.data(), literal.data() + end, value);
    if (read.ec == std::errc::result_out_of_range) {
      // Too small is 0, too large has no text.
      bool small = literal.find("e-") != std::string_view::npos ||
                   literal.find("E-") != std::string_view::npos;
      text = small ? "0" : kNoText;
      return true;
    }
    text = number_text(value);
    return true;
  }

  std::string_view rest_;
  size_t kept_ = 0;
  size_t room_ = kMostKept;
  bool lost_bad_text_ = false;
};

// The names of a form, each once, as far as the longest form goes.
class Leaves {
 public:
  void add(const Value& value, const std::string& name) {
    if (value.kind == Value::Kind::kLeaf) {
      if (!name.empty()) set(unused(name), value.text);  // which is cut
      return;
    }
    bool object = value.kind == Value::Kind::kObject;
    for (const Member& member : value.members) {
      add(member.value, object ? member.key : name);
    }
  }

  void note_bad_text() { bad_text_ = true; }

  [[nodiscard]] std::optional<std::string> form() const {
    if (bad_text_) return std::nullopt;
    std::string form;
    for (const auto& [name, text] : leaves_) {
      if (!text::is_utf8(name) || !text::is_utf8(text)) return std::nullopt;
      if (form.size() > kMostRequestQuery) continue;
      if (!form.empty()) form += '&';
      append_form_value(name, form);
      form += '=';
      append_form_value(std::string_view(text).substr(0, kMostRequestQuery),
                        form);
    }
    return form;
  }

 private:
  std::string unused(const std::string& name) {
    if (places_.find(name) == places_.end()) return name;
    uint64_t& uses = uses_.try_emplace(name, 1).first->second;
    ++uses;
    return name + '.' + std::to_string(uses) + '_';
  }

  void set(std::string name, const std::string& text) {
    auto place = places_.find(name);
    if (place != places_.end()) {
      std::string& old = leaves_[place->second].second;
      size_ -= old.size();
      old = size_ < kMostReplaced ? text : std::string();
      size_ += old.size();
    } else if (size_ < kMostKept) {
      size_ += name.size() + text.size() + 2;
      places_.emplace(name, leaves_.size());
      leaves_.emplace_back(std::move(name), text);
    } else if (!text::is_utf8(name) || !text::is_utf8(text)) {
      bad_text_ = true;
    }
  }

  size_t size_ = 0;  // of names and texts
  bool bad_text_ = false;

  std::vector<std::pair<std::string, std::string>> leaves_;
  std::map<std::string, size_t> places_;
  std::map<std::string, uint64_t> uses_;
};

bool read_document(std::string_view text, Leaves& leaves) {
  Parser parser(text);
  Value value;
  if (!parser.document(value)) return false;
  leaves.add(value, {});
  if (parser.lost_bad_text()) leaves.note_bad_text();
  return true;
}

// One document a line.
bool read_lines(std::string_view text, Leaves& leaves) {
  bool any = false;
  while (!text.empty()) {
    size_t newline = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, newline);
    text.remove_prefix(std::min(newline + 1, text.size()));
    if (!read_document(line, leaves)) return false;
    any = true;
  }
  return any;
}

}  // namespace

std::optional<std::string> json_as_form(std::string_view text,
                                        JsonLines lines) {
  if (!text::is_utf8(text)) return std::nullopt;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  Leaves leaves;
  if (!read_document(text, leaves) &&
      (lines == JsonLines::kNo || text.find('\n') == std::string_view::npos ||
       !read_lines(text, leaves))) {
    return std::nullopt;
  }
  return leaves.form();
}

void append_form_value(std::string_view text, std::string& form) {
  for (char c : text) {
    if (text::is_alphanumeric(c) || text::is_one_of(c, "_.-~")) {
      form += c;
    } else if (c == ' ') {
      form += '+';
    } else {
      text::append_percent(c, form);
    }
  }
}

}  // namespace wax::cdx
