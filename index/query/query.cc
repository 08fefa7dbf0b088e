#include "index/query/query.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "index/query/fields.h"
#include "index/query/tokens.h"
#include "io/error.h"
#include "text/ascii.h"
#include "text/nearest.h"
#include "text/sanitize.h"

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

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Query parse() {
    std::optional<Query> query = alternatives({});
    skip_space();
    if (at_ < text_.size()) fail(at_, "\")\" without \"(\" before it");
    if (!query) fail(0, "there is no word to search for");
    return *std::move(query);
  }

 private:
  [[noreturn]] void fail(size_t at, const std::string& text) const {
    // Characters, not bytes.
    auto characters = std::count_if(
        text_.begin(), text_.begin() + static_cast<ptrdiff_t>(at),
        [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
    throw UsageError("query: at character " + std::to_string(characters + 1) +
                     ": " + text);
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

  std::optional<Query> alternatives(std::string_view field) {
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

  std::optional<Query> requirements(std::string_view field) {
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

  std::optional<Query> clause(std::string_view field) {
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

  std::optional<Query> operand(std::string_view field) {
    size_t at = at_;
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
    if (field.empty() && end < text_.size() && text_[end] == ':') {
      if (const Field* named = field_named(text_.substr(at, end - at), end)) {
        at_ = end + 1;
        return field_clause(*named, at);
      }
    }
    return value(field, bare(), at, false);
  }

  // The field before a colon at `colon`, or null when that is no field but part
  // of a URL, a time or a sentence.
  const Field* field_named(std::string_view name, size_t colon) const {
    if (const Field* field = find_field(name)) return field;
    bool letters = !name.empty() &&
                   std::all_of(name.begin(), name.end(),
                               [](char c) { return c >= 'a' && c <= 'z'; });
    std::string_view after = text_.substr(colon + 1);
    if (!letters || after.empty() || text::is_space(after[0]) ||
        after[0] == '/') {
      return nullptr;
    }
    std::vector<std::string> names;
    std::string list;
    for (const Field& field : fields()) {
      if (field.indexed == Indexed::kNo) continue;
      names.emplace_back(field.name);
      list += (list.empty() ? "" : ", ") + names.back();
    }
    std::string near = text::nearest_name(name, names);
    fail(
        colon - name.size(),
        "there is no field \"" + std::string(name) + "\"; " +
            (near.empty() ? "quote" : "did you mean \"" + near + ":\"? Quote") +
            " it if it is a word, or use one of " + list);
  }

  std::optional<Query> field_clause(const Field& field, size_t start) {
    if (field.indexed == Indexed::kNo) {
      fail(start, "the field \"" + std::string(field.name) +
                      "\" is stored only and cannot be searched");
    }
    if (at_ >= text_.size() || text::is_space(peek()) || peek() == ')') {
      fail(start, "\"" + std::string(field.name) + ":\" has no value");
    }
    size_t at = at_;
    if (peek() == '(') {
      if (++depth_ > kDeepest) fail(at_, "too many parentheses");
      std::optional<Query> query = operand(field.name);
      --depth_;
      return query;
    }
    if (peek() == '"') return value(field.name, quoted(), at, true);
    if (field.name == "urlkey") {  // "org,example)/" has a parenthesis
      while (at_ < text_.size() && !text::is_space(text_[at_])) ++at_;
      return value(field.name, text_.substr(at, at_ - at), at, false);
    }
    return value(field.name, bare(), at, false);
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

  std::optional<Query> value(std::string_view name, std::string_view text,
                             size_t at, bool in_quotes) {
    bool star = !in_quotes && text.ends_with('*');
    if (name.empty()) {
      if (star && text.size() == 1) return Query{};
      return words({}, text, at, star, in_quotes);
    }
    const Field& field = *find_field(name);
    if (name == "date" || name == "year" || name == "month" || name == "day")
      return dates(text, at);
    if (name == "site" || name == "host") return site(name, text, at);
    if (name == "url" && star) {
      return url_prefix(text.substr(0, text.size() - 1), at);
    }
    if (field.indexed == Indexed::kWords) {
      return words(name, text, at, star, in_quotes);
    }
    Query query;
    query.kind = Kind::kExact;
    query.field = name;
    query.prefix = star;
    if (star) text.remove_suffix(1);
    if (field.group) {
      for (std::string_view one : split(text, ',')) {
        query.values.emplace_back(one);
      }
    } else if (!text.empty()) {
      query.values.emplace_back(text);
    }
    if (name == "type" && !star) return types(std::move(query), at);
    if (query.values.empty() && star) query.values.emplace_back();
    if (query.values.empty()) {
      fail(at, "\"" + std::string(name) + ":\" has no value");
    }
    for (std::string& one : query.values) {
      if (field.lower) text::lower_case(one);
      one = text::sane(one);
      if (field.indexed == Indexed::kNumber && !star) one = number_term(one);
    }
    return query;
  }

  // "image" stands for all types that begin with "image/".
  std::optional<Query> types(Query exact, size_t at) {
    std::vector<std::string> values = std::move(exact.values);
    exact.values.clear();
    Query families = exact;
    families.prefix = true;
    for (std::string& type : values) {
      text::lower_case(type);
      type = text::sane(type);
      if (type.find('/') == type.npos) {
        families.values.push_back(type + "/");
      } else {
        exact.values.push_back(std::move(type));
      }
    }
    std::vector<Query> parts;
    for (Query* part : {&exact, &families}) {
      if (!part->values.empty()) parts.push_back(std::move(*part));
    }
    if (parts.empty()) fail(at, "\"type:\" has no value");
    return joined(Kind::kOr, std::move(parts));
  }

  std::optional<Query> words(std::string_view name, std::string_view text,
                             size_t at, bool star, bool in_quotes) {
    if (star) text.remove_suffix(1);
    if (size_t inner = text.find('*');
        !in_quotes && inner != text.npos && inner + 1 < text.size()) {
      fail(at + inner, "\"*\" is allowed only at the end of a word");
    }
    if (name == "url") {
      if (size_t scheme = text.find("://"); scheme != text.npos) {
        text.remove_prefix(scheme + 3);
      }
    }
    return words_query(name, text, star);
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
    for (std::string_view one : split(text, ',')) {
      std::string host = text::sane(one);
      text::lower_case(host);
      query.values.push_back(host.starts_with("www.") ? host.substr(4) : host);
    }
    if (query.values.empty()) {
      fail(at, "\"" + std::string(name) + ":\" has no value");
    }
    if (name == "host") return query;
    // Indexes of former versions have no field sites.
    Query below = query;
    below.field = "sites";
    std::vector<Query> parts;
    parts.push_back(std::move(query));
    parts.push_back(std::move(below));
    return joined(Kind::kOr, std::move(parts));
  }

  std::optional<Query> dates(std::string_view text, size_t at) {
    std::vector<Query> parts;
    for (std::string_view one : split(text, ',')) {
      parts.push_back(date_range(one, at));
    }
    if (parts.empty()) fail(at, "\"date:\" has no value");
    return joined(Kind::kOr, std::move(parts));
  }

  Query date_range(std::string_view text, size_t at) {
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
  size_t at_ = 0;
  int depth_ = 0;
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

Query parse_query(std::string_view text) { return Parser(text).parse(); }

bool looks_for_exact(const Query& query) {
  return query.words.size() == 1 && !query.words[0].exact.empty() &&
         !query.words[0].prefix &&
         (query.field.empty() || query.field == "content" ||
          query.field == "main" || query.field == "title");
}

std::vector<Query::Word> words_to_mark(const Query& query) {
  std::vector<Query::Word> words;
  collect(query, words);
  return words;
}

}  // namespace wax::index
