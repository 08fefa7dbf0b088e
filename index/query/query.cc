#include "index/query/query.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "index/query/fields.h"
#include "index/query/tokens.h"
#include "io/error.h"
#include "text/ascii.h"
#include "text/nearest.h"
#include "text/number.h"
#include "text/sanitize.h"
#include "text/utf8.h"

namespace wax::index {
namespace {

using Kind = Query::Kind;

// The words of `text` in a row. Nothing when there are none.
std::optional<Query> words_query(std::string_view field, std::string_view text,
                                 bool prefix) {
  Query query;
  query.kind = Kind::kWords;
  query.field = field;
  Tokenizer tokenizer;
  tokenizer.set(text);
  Token token;
  for (uint32_t position = 0; tokenizer.next(token); ++position) {
    if (token.last) continue;  // the pair before it says as much
    query.words.push_back({utf8_of(token.text), position, token.single});
    query.words.back().exact = utf8_of(token.exact);
  }
  if (query.words.empty()) return {};
  if (prefix) query.words.back().prefix = true;
  return query;
}

Query negation(Query query) {
  if (query.kind == Kind::kNot) {
    Query inner = std::move(query.parts.front());
    return inner;
  }
  Query out;
  out.kind = Kind::kNot;
  out.parts.push_back(std::move(query));
  return out;
}

// Joins `parts`; nothing for none.
std::optional<Query> joined(Kind kind, std::vector<Query> parts) {
  if (parts.empty()) return {};
  if (parts.size() == 1) return std::move(parts.front());
  Query query;
  query.kind = kind;
  for (Query& part : parts) {
    if (part.kind == kind) {
      std::move(part.parts.begin(), part.parts.end(),
                std::back_inserter(query.parts));
    } else {
      query.parts.push_back(std::move(part));
    }
  }
  return query;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    size_t at = text.find(separator);
    if (std::string_view part = text.substr(0, at); !part.empty()) {
      parts.push_back(part);
    }
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

constexpr uint32_t kMostEdits = 2;
constexpr uint32_t kMostSlop = 1000;

// What a value is searched as.
struct NamedField {
  std::string name;
  const Field* field = nullptr;  // null: a column
  ColumnKind kind = ColumnKind::kKeyword;

  [[nodiscard]] bool has_words() const {
    return field != nullptr ? field->indexed == Indexed::kWords
                            : kind == ColumnKind::kText;
  }
};

// What is between the bounds of a range; a bound may be empty.
struct RangeText {
  std::string_view first;
  std::string_view last;
  bool without_first = false;  // the bound itself is left out
  bool without_last = false;
};

class Parser {
 public:
  Parser(std::string_view text, const ColumnNames& columns)
      : text_(text), columns_(columns) {}

  Query parse() {
    std::optional<Query> query = alternatives(nullptr);
    skip_space();
    if (at_ < text_.size()) fail(at_, "\")\" without \"(\" before it");
    if (!query) fail(0, "there is no word to search for");
    return *std::move(query);
  }

 private:
  [[noreturn]] void fail(size_t at, const std::string& text) const {
    throw QueryError(text_, at, text);
  }

  void skip_space() {
    while (at_ < text_.size() && text::is_space(text_[at_])) ++at_;
  }

  [[nodiscard]] char peek() const {
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  // Takes an operator, which must stand alone.
  bool take_operator(std::string_view word, std::string_view sign) {
    skip_space();
    std::string_view rest = text_.substr(at_);
    if (rest.starts_with(word)) {
      std::string_view after = rest.substr(word.size());
      if (after.empty() || text::is_space(after[0]) || after[0] == '(' ||
          after[0] == ')' || after[0] == '"') {
        at_ += word.size();
        return true;
      }
    }
    if (!sign.empty() && rest.starts_with(sign)) {
      at_ += sign.size();
      return true;
    }
    return false;
  }

  [[nodiscard]] bool at_end_of_group() {
    skip_space();
    return at_ >= text_.size() || text_[at_] == ')';
  }

  std::optional<Query> alternatives(const NamedField* field) {
    std::vector<Query> parts;
    while (true) {
      if (std::optional<Query> part = requirements(field)) {
        parts.push_back(*std::move(part));
      }
      skip_space();
      size_t at = at_;
      if (!take_operator("OR", "||")) break;
      if (at_end_of_group()) fail(at, "OR has nothing after it");
    }
    return joined(Kind::kOr, std::move(parts));
  }

  std::optional<Query> requirements(const NamedField* field) {
    std::vector<Query> parts;
    size_t clauses = 0;
    while (!at_end_of_group()) {
      size_t at = at_;
      if (take_operator("OR", "||")) {
        if (clauses == 0) fail(at, "OR has nothing before it");
        at_ = at;
        break;
      }
      if (take_operator("AND", "&&")) {
        if (clauses == 0) fail(at, "AND has nothing before it");
        if (at_end_of_group()) fail(at, "AND has nothing after it");
        if (size_t next = at_;
            take_operator("OR", "||") || take_operator("AND", "&&")) {
          fail(next, "two operators in a row");
        }
      }
      if (std::optional<Query> part = clause(field)) {
        parts.push_back(*std::move(part));
      }
      ++clauses;
    }
    return joined(Kind::kAnd, std::move(parts));
  }

  std::optional<Query> clause(const NamedField* field) {
    skip_space();
    bool negative = false;
    while (true) {
      size_t at = at_;
      if (take_operator("NOT", "")) {
        if (at_end_of_group()) fail(at, "NOT has nothing after it");
        negative = !negative;
      } else if (peek() == '-' || peek() == '+' || peek() == '!') {
        bool sign = peek() != '+';
        if (at_ + 1 >= text_.size() || text::is_space(text_[at_ + 1])) {
          ++at_;  // a dash between words
          return {};
        }
        ++at_;
        if (peek() == ')') fail(at, "the sign has nothing after it");
        negative ^= sign;
      } else {
        break;
      }
    }
    if (++depth_ > kDeepest) fail(at_, "too many parentheses");
    std::optional<Query> query = operand(field);
    --depth_;
    if (query && negative) return negation(*std::move(query));
    return query;
  }

  std::optional<Query> operand(const NamedField* field) {
    size_t at = at_;
    if (++parts_ > kMostQueryParts) {
      fail(at, "the query has more than " + std::to_string(kMostQueryParts) +
                   " words");
    }
    if (peek() == '(') {
      ++at_;
      std::optional<Query> query = alternatives(field);
      if (peek() != ')') fail(at, "\"(\" is not closed");
      ++at_;
      return query;
    }
    if (peek() == '"') {
      std::string text = quoted();
      return value(field, text, at, true);
    }
    size_t end = at_;
    while (end < text_.size() && !text::is_space(text_[end]) &&
           text_[end] != '(' && text_[end] != ')' && text_[end] != '"' &&
           text_[end] != ':') {
      ++end;
    }
    if (field == nullptr && end < text_.size() && text_[end] == ':') {
      if (auto named = field_named(text_.substr(at, end - at), end)) {
        at_ = end + 1;
        return field_clause(*named, at);
      }
    }
    return value(field, bare(), at, false);
  }

  // The field before a colon at `colon`, or nothing when that is no field but
  // part of a URL, a time or a sentence.
  std::optional<NamedField> field_named(std::string_view name,
                                        size_t colon) const {
    for (const ColumnName& column : columns_) {
      if (column.name == name) {
        return NamedField{column.name, nullptr, column.kind};
      }
    }
    if (const Field* field = find_field(name)) {
      return NamedField{std::string(name), field, ColumnKind::kKeyword};
    }
    bool letters = !name.empty() &&
                   std::all_of(name.begin(), name.end(),
                               [](char c) { return c >= 'a' && c <= 'z'; });
    std::string_view after = text_.substr(colon + 1);
    if (!letters || after.empty() || text::is_space(after[0]) ||
        after[0] == '/') {
      return {};
    }
    std::vector<std::string> names;
    for (const Field& field : fields()) {
      if (field.indexed != Indexed::kNo) names.emplace_back(field.name);
    }
    for (const ColumnName& column : columns_) names.push_back(column.name);
    std::string list;
    for (const std::string& one : names) {
      list += (list.empty() ? "" : ", ") + one;
    }
    std::string near = text::nearest_name(name, names);
    fail(
        colon - name.size(),
        "there is no field \"" + std::string(name) + "\"; " +
            (near.empty() ? "quote" : "did you mean \"" + near + ":\"? Quote") +
            " it if it is a word, or use one of " + list);
  }

  std::optional<Query> field_clause(const NamedField& field, size_t start) {
    if (field.field != nullptr && field.field->indexed == Indexed::kNo) {
      fail(start, "the field \"" + field.name +
                      "\" is stored only and cannot be searched");
    }
    if (at_ >= text_.size() || text::is_space(peek()) || peek() == ')') {
      fail(start, '"' + field.name + ":\" has no value");
    }
    size_t at = at_;
    if (peek() == '(') {
      if (++depth_ > kDeepest) fail(at_, "too many parentheses");
      std::optional<Query> query = operand(&field);
      --depth_;
      return query;
    }
    if (peek() == '"') {
      std::string text = quoted();
      return value(&field, text, at, true);
    }
    if (peek() == '[') return bracket(field);
    if (field.name == "urlkey") {  // "org,example)/" has a parenthesis
      while (at_ < text_.size() && !text::is_space(text_[at_])) ++at_;
      return value(&field, text_.substr(at, at_ - at), at, false);
    }
    std::string text = bare();
    return value(&field, text, at, false);
  }

  // "[A TO B]", each of which may be "*".
  std::optional<Query> bracket(const NamedField& field) {
    size_t at = at_;
    size_t end = text_.find(']', at);
    if (end == text_.npos) fail(at, "\"[\" is not closed");
    std::string_view inside = text_.substr(at + 1, end - at - 1);
    size_t middle = inside.find(" TO ");
    if (middle == inside.npos) {
      fail(at, "a range is [FIRST TO LAST]; * leaves an end open");
    }
    at_ = end + 1;
    RangeText range{text::trim(inside.substr(0, middle)),
                    text::trim(inside.substr(middle + 4))};
    if (range.first == "*") range.first = {};
    if (range.last == "*") range.last = {};
    return in_range(field, range, at);
  }

  std::string quoted() {
    size_t start = at_++;
    std::string text;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      text += text_[at_++];
    }
    if (at_ >= text_.size()) fail(start, "the quote is not closed");
    ++at_;
    return text;
  }

  std::string bare() {
    size_t start = at_;
    while (at_ < text_.size() && !text::is_space(text_[at_]) &&
           text_[at_] != '"' && text_[at_] != ')') {
      if (text_[at_] == '(') {
        // "f(x)" is a word and a group; within a URL it is a letter.
        if (text_.substr(start, at_ - start).find('/') == text_.npos) break;
        while (at_ < text_.size() && !text::is_space(text_[at_]) &&
               text_[at_] != ')') {
          ++at_;
        }
        if (peek() != ')') fail(start, "\"(\" is not closed");
      }
      ++at_;
    }
    return std::string(text_.substr(start, at_ - start));
  }

  // Takes "~" and a number behind a word or a phrase: 0 when there is none.
  [[nodiscard]] uint32_t take_distance(uint32_t most, size_t at) {
    if (peek() != '~') return 0;
    size_t end = at_ + 1;
    while (end < text_.size() && text::is_digit(text_[end])) ++end;
    if (end == at_ + 1) fail(at_, "\"~\" behind a phrase needs a number");
    auto number = text::whole_number(text_.substr(at_ + 1, end - at_ - 1));
    if (!number || *number > most) {
      fail(at,
           "the number behind \"~\" is " + std::to_string(most) + " at most");
    }
    at_ = end;
    return static_cast<uint32_t>(*number);
  }

  std::optional<Query> value(const NamedField* named, std::string_view text,
                             size_t at, bool in_quotes) {
    bool star = !in_quotes && text.ends_with('*');
    if (named == nullptr) {
      if (star && text.size() == 1) return Query{};
      return words({}, text, at, in_quotes);
    }
    const std::string& name = named->name;
    if (name == "date" || name == "year" || name == "month" || name == "day")
      return dates(*named, text, at);
    if (named->field != nullptr ? named->field->indexed == Indexed::kNumber
                                : is_number(named->kind)) {
      return numbers(*named, text, at);
    }
    if (name == "status" && named->field != nullptr) {
      if (auto range = range_text(text, true)) {
        return in_range(*named, *range, at);
      }
    }
    if (name == "site" || name == "host") return site(name, text, at);
    if (name == "url" && star) {
      return url_prefix(text.substr(0, text.size() - 1), at);
    }
    if (named->has_words()) return words(name, text, at, in_quotes);
    static constexpr Field kKeywords = {
        "", Stored::kYes, Indexed::kExact, 0, false, true, ""};
    const Field& field = named->field != nullptr ? *named->field : kKeywords;
    bool pattern =
        !in_quotes && !field.group && text.find('*') < text.size() - 1;
    if (pattern) star = false;
    Query query;
    query.kind = Kind::kExact;
    query.field = name;
    query.prefix = star;
    query.pattern = pattern;
    if (star) text.remove_suffix(1);
    if (in_quotes && named->field == nullptr) {
      query.values.emplace_back(text);  // a comma is part of it
    } else if (field.group) {
      for (std::string_view one : split(text, ',')) {
        query.values.emplace_back(one);
      }
    } else if (!text.empty()) {
      query.values.emplace_back(text);
    }
    if (name == "type" && !star) return types(std::move(query), at);
    if (query.values.empty() && star) query.values.emplace_back();
    if (query.values.empty()) {
      fail(at, '"' + name + ":\" has no value");
    }
    for (std::string& one : query.values) {
      if (field.lower) text::lower_case(one);
      one = text::sane(one);
    }
    return query;
  }

  // "image" stands for all types that begin with "image/"; "html", "pdf" and
  // "office" for the types of these families.
  std::optional<Query> types(Query exact, size_t at) {
    std::vector<std::string> values = std::move(exact.values);
    exact.values.clear();
    Query beginnings = exact;
    beginnings.prefix = true;
    Query families = exact;
    families.field = "family";
    for (std::string& type : values) {
      text::lower_case(type);
      type = text::sane(type);
      if (type == "html" || type == "pdf" || type == "office") {
        // Indexes of other programs have no field family.
        if (type == "html") {
          exact.values.insert(exact.values.end(),
                              {"text/html", "application/xhtml+xml"});
        } else if (type == "pdf") {
          exact.values.emplace_back("application/pdf");
        }
        families.values.push_back(std::move(type));
      } else if (type.find('/') == type.npos) {
        beginnings.values.push_back(type + "/");
      } else {
        exact.values.push_back(std::move(type));
      }
    }
    std::vector<Query> parts;
    for (Query* part : {&families, &exact, &beginnings}) {
      if (!part->values.empty()) parts.push_back(std::move(*part));
    }
    if (parts.empty()) fail(at, "\"type:\" has no value");
    return joined(Kind::kOr, std::move(parts));
  }

  // `name` is empty for words of all fields.
  std::optional<Query> words(std::string_view name, std::string_view text,
                             size_t at, bool in_quotes) {
    if (in_quotes) {
      uint32_t slop = take_distance(kMostSlop, at_);
      std::optional<Query> query = words_query(name, text, false);
      if (query && query->words.size() > 1) query->slop = slop;
      return query;
    }
    if (size_t tilde = text.rfind('~'); tilde != text.npos && tilde > 0) {
      if (auto query = near_word(name, text, tilde, at)) return query;
    }
    if (has_wildcard(text)) return pattern(name, text, at);
    bool star = text.ends_with('*');
    if (star) text.remove_suffix(1);
    if (size_t inner = text.find('*');
        inner != text.npos && inner + 1 < text.size()) {
      fail(at + inner,
           "\"*\" is allowed at the end of a word, and within a word of "
           "letters and digits");
    }
    if (name == "url") {
      if (size_t scheme = text.find("://"); scheme != text.npos) {
        text.remove_prefix(scheme + 3);
      }
    }
    return words_query(name, text, star);
  }

  // Whether there is a "*" or "?" before other characters of a word. At the end
  // of a word, "*" makes it a beginning and "?" ends a question.
  static bool has_wildcard(std::string_view text) {
    bool found = false;
    for (size_t i = 0; i < text.size(); ++i) {
      auto byte = static_cast<unsigned char>(text[i]);
      if (text[i] == '*' || text[i] == '?') {
        found |= i + 1 < text.size();
      } else if (byte < 0x80 && !text::is_alphanumeric(text[i])) {
        return false;
      }
    }
    return found && text.find_first_not_of("*?") != text.npos;
  }

  std::optional<Query> pattern(std::string_view name, std::string_view text,
                               size_t at) {
    Query query;
    query.kind = Kind::kWords;
    query.field = name;
    Query::Word& word = query.words.emplace_back();
    word.pattern = true;
    for (size_t i = 0; i < text.size();) {
      if (text[i] == '*' || text[i] == '?') {
        word.text += text[i++];
        continue;
      }
      size_t end = std::min(text.find_first_of("*?", i), text.size());
      std::optional<Query> part =
          words_query(name, text.substr(i, end - i), false);
      if (!part || part->words.size() != 1 || part->words[0].prefix) {
        fail(at + i, "\"*\" and \"?\" stand within one word of letters");
      }
      word.text += part->words[0].text;
      i = end;
    }
    return query;
  }

  // "word~1"; nothing when the "~" is part of the word.
  std::optional<Query> near_word(std::string_view name, std::string_view text,
                                 size_t tilde, size_t at) {
    std::string_view digits = text.substr(tilde + 1);
    if (!text::all_digits(digits) || text.find('/') != text.npos) return {};
    std::optional<Query> query =
        words_query(name, text.substr(0, tilde), false);
    if (!query || query->words.size() != 1 || query->words[0].prefix) {
      fail(at + tilde, "\"~\" stands behind one word, or behind a quote");
    }
    uint64_t edits =
        digits.empty() ? kMostEdits : text::whole_number(digits).value_or(9);
    if (edits > kMostEdits) {
      fail(at + tilde, "a word may differ by 2 characters at most: ~1 or ~2");
    }
    query->words[0].edits = static_cast<uint32_t>(edits);
    return query;
  }

  std::optional<Query> url_prefix(std::string_view text, size_t at) {
    if (text.empty()) fail(at, "\"url:\" has no value");
    Query query;
    query.kind = Kind::kExact;
    query.field = "exacturl";
    query.prefix = true;
    if (text.find("://") != text.npos) {
      query.values.push_back(text::sane(text));
    } else {
      for (const char* scheme : {"http://", "https://"}) {
        query.values.push_back(scheme + text::sane(text));
        query.values.push_back(std::string(scheme) + "www." + text::sane(text));
      }
    }
    return query;
  }

  std::optional<Query> site(std::string_view name, std::string_view text,
                            size_t at) {
    Query query;
    query.kind = Kind::kExact;
    query.field = "site";
    bool below_too = name == "site";
    for (std::string_view one : split(text, ',')) {
      std::string host = text::sane(one);
      text::lower_case(host);
      if (host.starts_with("*.")) {
        host.erase(0, 2);
        below_too = true;
      }
      query.values.push_back(host.starts_with("www.") ? host.substr(4) : host);
    }
    if (query.values.empty()) {
      fail(at, '"' + std::string(name) + ":\" has no value");
    }
    if (!below_too) return query;
    // Indexes of former versions have no field sites.
    Query below = query;
    below.field = "sites";
    std::vector<Query> parts;
    parts.push_back(std::move(query));
    parts.push_back(std::move(below));
    return joined(Kind::kOr, std::move(parts));
  }

  // ">=A", ">A", "<=A", "<A", "A..B", and with `dash` "A-B" and "A-"; nothing
  // for a value.
  static std::optional<RangeText> range_text(std::string_view text, bool dash) {
    RangeText range;
    for (std::string_view sign : {">=", "<=", ">", "<"}) {
      if (!text.starts_with(sign)) continue;
      std::string_view bound = text.substr(sign.size());
      bool equal = sign.size() == 2;
      if (sign[0] == '>') {
        range.first = bound;
        range.without_first = !equal;
      } else {
        range.last = bound;
        range.without_last = !equal;
      }
      return range;
    }
    size_t at = text.find("..");
    size_t size = 2;
    if (at == text.npos && dash) {
      // The sign of a number, and of its exponent, is not the dash of a range.
      for (size_t i = 1; i < text.size() && at == text.npos; ++i) {
        if (text[i] == '-' && text[i - 1] != 'e' && text[i - 1] != 'E') at = i;
      }
      size = 1;
    }
    if (at == text.npos || text.size() == size) return {};
    range.first = text.substr(0, at);
    range.last = text.substr(at + size);
    return range;
  }

  std::optional<Query> numbers(const NamedField& field, std::string_view text,
                               size_t at) {
    if (text == "*") return in_range(field, {}, at);
    std::vector<Query> parts;
    for (std::string_view one : split(text, ',')) {
      RangeText range =
          range_text(one, true).value_or(RangeText{one, one, false, false});
      parts.push_back(in_range(field, range, at));
    }
    if (parts.empty()) fail(at, '"' + field.name + ":\" has no value");
    return joined(Kind::kOr, std::move(parts));
  }

  Query in_range(const NamedField& field, const RangeText& range, size_t at) {
    if (field.name == "date" || field.name == "year" || field.name == "month" ||
        field.name == "day") {
      return dates_between(range, at);
    }
    Query query;
    query.kind = Kind::kRange;
    query.field = field.name;
    bool is_status = field.name == "status" && field.field != nullptr;
    bool digits = is_status || (field.field != nullptr &&
                                field.field->indexed == Indexed::kNumber);
    if (!digits && (field.field != nullptr || !is_number(field.kind))) {
      fail(at, "\"" + field.name +
                   "\" has no ranges; dates, status, length and columns of "
                   "numbers do");
    }
    ColumnKind kind = digits ? ColumnKind::kInteger : field.kind;
    auto bound = [&](std::string_view text) {
      std::optional<std::string> term = number_term(kind, text);
      if (!term) {
        fail(at, "\"" + std::string(text) + "\" is not a number; write " +
                     field.name + ":5, " + field.name + ":5-9, " + field.name +
                     ":5.. or " + field.name + ":>=5");
      }
      return *term;
    };
    query.first = range.first.empty() ? least_number(kind) : bound(range.first);
    query.last = range.last.empty() ? greatest_number(kind) : bound(range.last);
    if ((range.without_first || range.without_last) && range.first.empty() &&
        range.last.empty()) {
      fail(at, "the range has no number");
    }
    if (query.last < query.first) {
      fail(at, "the range ends before it begins");
    }
    if (range.without_first) query.first = next_number(kind, query.first);
    if (range.without_last) query.last = previous_number(kind, query.last);
    if (digits) {
      // The terms are digits: three of a status.
      auto digits_of = [&](const std::string& term) {
        double most = is_status ? 999.0 : 999'999'999'999.0;
        std::string text = std::to_string(static_cast<int64_t>(
            std::clamp(number_value(kind, term), 0.0, most)));
        return is_status ? std::string(3 - text.size(), '0') + text
                         : number_term(text);
      };
      query.first = digits_of(query.first);
      query.last = digits_of(query.last);
    }
    return query;
  }

  std::optional<Query> dates(const NamedField& field, std::string_view text,
                             size_t at) {
    std::vector<Query> parts;
    for (std::string_view one : split(text, ',')) {
      if (auto range = range_text(one, false)) {
        parts.push_back(in_range(field, *range, at));
      } else {
        parts.push_back(date_range(one, at));
      }
    }
    if (parts.empty()) fail(at, "\"date:\" has no value");
    return joined(Kind::kOr, std::move(parts));
  }

  // "2007-10" and "2007-10-31" as digits; another text as it is.
  static std::string without_dashes(std::string_view text) {
    std::string digits(text);
    bool month = text.size() == 7 && text[4] == '-';
    bool day = text.size() == 10 && text[4] == '-' && text[7] == '-';
    if (month || day) std::erase(digits, '-');
    return text::all_digits(digits) ? digits : std::string(text);
  }

  Query dates_between(const RangeText& range, size_t at) {
    Query query;
    query.kind = Kind::kDates;
    query.field = "date";
    if (range.first.empty() && range.last.empty()) bad_date(at);
    // ">2007" begins behind the last date of 2007.
    query.first = bound(without_dashes(range.first), true,
                        range.without_first ? '9' : '0', at);
    query.last = bound(without_dashes(range.last), true,
                       range.without_last ? '0' : '9', at);
    if (range.without_first) query.first = with_added(query.first, 1);
    if (range.without_last) query.last = with_added(query.last, -1);
    if (query.last < query.first) {
      fail(at, "the range of dates ends before it begins");
    }
    return query;
  }

  static std::string with_added(const std::string& date, int64_t more) {
    auto number = text::whole_number<int64_t>(date).value_or(0) + more;
    std::string text =
        std::to_string(std::clamp<int64_t>(number, 0, 99'999'999'999'999));
    return std::string(14 - text.size(), '0') + text;
  }

  Query date_range(std::string_view text, size_t at) {
    std::string plain = without_dashes(text);
    if (plain.size() != text.size()) {
      return dates_between({plain, plain}, at);
    }
    Query query;
    query.kind = Kind::kDates;
    query.field = "date";
    size_t dash = text.find('-');
    std::string_view first = text.substr(0, dash);
    std::string_view last = dash == text.npos ? first : text.substr(dash + 1);
    if (dash != text.npos && first.empty() && last.empty()) bad_date(at);
    bool any = dash == text.npos && text == "*";
    query.first = bound(any ? "" : first, dash != text.npos || any, '0', at);
    query.last = bound(any ? "" : last, dash != text.npos || any, '9', at);
    if (query.last < query.first) {
      fail(at, "the range of dates ends before it begins");
    }
    return query;
  }

  // The first or last 14 digits that begin with `text`.
  std::string bound(std::string_view text, bool open, char pad, size_t at) {
    if (text.ends_with('*')) text.remove_suffix(1);
    if (text.empty() && open) return std::string(14, pad);
    if (text.size() < 4 || text.size() > 14 || !text::all_digits(text)) {
      bad_date(at);
    }
    std::string digits(text);
    digits.resize(14, pad);
    return digits;
  }

  [[noreturn]] void bad_date(size_t at) const {
    fail(at,
         "a date has 4 to 14 digits (2007, 200710, 20071031, ...); a range has "
         "two dates with \"-\" between them");
  }

  static constexpr int kDeepest = 100;
  std::string_view text_;
  const ColumnNames& columns_;
  size_t at_ = 0;
  int depth_ = 0;
  size_t parts_ = 0;
};

void collect(const Query& query, std::vector<Query::Word>& words) {
  if (query.kind == Kind::kWords &&
      (query.field.empty() || query.field == "content" ||
       query.field == "main" || query.field == "title")) {
    for (const Query::Word& word : query.words) words.push_back(word);
  }
  if (query.kind == Kind::kAnd || query.kind == Kind::kOr) {
    for (const Query& part : query.parts) collect(part, words);
  }
}

}  // namespace

namespace {

size_t characters_of(std::string_view text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(),
                    [](char c) { return !text::continues_sequence(c); }));
}

// The query around the character at fault, and a line that points at it.
std::string pointed_at(std::string_view query, size_t at) {
  constexpr size_t kBefore = 60;
  constexpr size_t kBehind = 20;
  size_t begin = at > kBefore ? at - kBefore : 0;
  size_t end = std::min(query.size(), at + kBehind);
  while (begin > 0 && text::continues_sequence(query[begin])) --begin;
  while (end < query.size() && text::continues_sequence(query[end])) ++end;
  std::string line = begin > 0 ? "  ..." : "  ";
  size_t indent = line.size() + characters_of(query.substr(begin, at - begin));
  line += query.substr(begin, end - begin);
  if (end < query.size()) line += "...";
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  return line + '\n' + std::string(indent, ' ') + '^';
}

}  // namespace

QueryError::QueryError(std::string_view query, size_t at,
                       const std::string& reason)
    : UsageError("query: at character " +
                 std::to_string(characters_of(query.substr(0, at)) + 1) + ": " +
                 reason + '\n' + pointed_at(query, at)),
      character_(characters_of(query.substr(0, at)) + 1),
      reason_(reason) {}

Query parse_query(std::string_view text, const ColumnNames& columns) {
  return Parser(text, columns).parse();
}

bool looks_for_exact(const Query& query) {
  return query.words.size() == 1 && !query.words[0].exact.empty() &&
         !query.words[0].prefix && query.words[0].edits == 0 &&
         (query.field.empty() || query.field == "content" ||
          query.field == "main" || query.field == "title");
}

std::vector<Query::Word> words_to_mark(const Query& query) {
  std::vector<Query::Word> words;
  collect(query, words);
  return words;
}

}  // namespace wax::index
