#include "index/query/query.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "index/query/query_form.h"
#include "index/query/query_value.h"
#include "index/query/quotes.h"
#include "index/query/spellings.h"
#include "index/schema/fields.h"
#include "index/schema/rule_fields.h"
#include "text/ascii.h"
#include "text/nearest.h"
#include "text/number.h"
#include "text/utf8.h"

namespace wax::index {
namespace {

using Kind = Query::Kind;

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

constexpr uint32_t kMostSlop = 1000;

class Parser {
 public:
  Parser(std::string_view text, const ColumnNames& columns)
      : text_(text), columns_(columns) {}

  // `parts`: where those of the outer level go; may be null.
  Query parse(std::vector<QueryPart>* parts = nullptr) {
    outer_ = parts;
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
      if (depth_ == 0) ++alternative_;
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
      skip_space();
      const size_t begin = at_;
      if (std::optional<Query> part = clause(field)) {
        if (outer_ != nullptr && depth_ == 0) {
          const std::string_view written = text_.substr(begin, at_ - begin);
          outer_->push_back({alternative_, text::trim(written), *part});
        }
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
      ++groups_;
      std::optional<Query> query = alternatives(field);
      --groups_;
      if (peek() != ')') fail(at, "\"(\" is not closed");
      ++at_;
      return query;
    }
    if (const size_t quote = quote_length(text_, at_); quote > 0) {
      // Inches, and the end of a quotation that began before the query.
      if (quote > 1 && closing_quote(text_, at_) == text_.npos) {
        at_ += quote;
        return {};
      }
      std::string text = quoted();
      return value(field, text, at, true);
    }
    size_t end = at_;
    while (end < text_.size() && !text::is_space(text_[end]) &&
           text_[end] != '(' && text_[end] != ')' && text_[end] != ':' &&
           quote_length(text_, end) == 0) {
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
    std::string_view after = text_.substr(colon + 1);
    const bool has_value = !after.empty() && !text::is_space(after[0]);
    // Phones write a capital at the beginning.
    std::string lower(name);
    text::lower_case(lower);
    if (lower != name && has_value) {
      if (const Field* field = find_field(lower)) {
        return NamedField{std::move(lower), field, ColumnKind::kKeyword};
      }
    }
    bool letters = !name.empty() &&
                   std::all_of(name.begin(), name.end(),
                               [](char c) { return c >= 'a' && c <= 'z'; });
    if (!letters || !has_value || after[0] == '/') {
      return {};
    }
    std::vector<std::string> names = query_fields(columns_);
    std::erase_if(names, is_of_rules);
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
    if (quote_length(text_, at_) > 0) {
      std::string text = quoted();
      return value(&field, text, at, true);
    }
    if (peek() == '[') return bracket(field);
    if (field.name == "urlkey") {
      skip_url_key();
      return value(&field, text_.substr(at, at_ - at), at, false);
    }
    std::string text = bare();
    return value(&field, text, at, false);
  }

  // "org,example)/a(b)" has parentheses. In a group, one that nothing opens in
  // the key ends it, but for that after the host.
  void skip_url_key() {
    size_t open = 0;
    for (; at_ < text_.size() && !text::is_space(peek()); ++at_) {
      if (peek() == '(') ++open;
      if (peek() != ')') continue;
      const bool is_after_host =
          at_ + 1 < text_.size() &&
          (text_[at_ + 1] == '/' || text_[at_ + 1] == '*');
      if (open > 0) {
        --open;
      } else if (groups_ > 0 && !is_after_host) {
        return;
      }
    }
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
    return query_of_range(field, range, {text_, at, inside, false});
  }

  std::string quoted() {
    const size_t end = closing_quote(text_, at_);
    if (end == text_.npos) fail(at_, "the quote is not closed");
    std::string text;
    for (at_ += quote_length(text_, at_); at_ < end;) {
      if (text_[at_] == '\\' && at_ + 1 < end) ++at_;
      text += text_[at_++];
    }
    at_ += quote_length(text_, end);
    return text;
  }

  std::string bare() {
    size_t start = at_;
    while (at_ < text_.size() && !text::is_space(text_[at_]) &&
           quote_length(text_, at_) == 0 && text_[at_] != ')') {
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
    if (end == at_ + 1) fail(at_, "\"~\" after a phrase needs a number");
    auto number = text::whole_number(text_.substr(at_ + 1, end - at_ - 1));
    if (!number || *number > most) {
      fail(at,
           "the number after \"~\" is " + std::to_string(most) + " at most");
    }
    at_ = end;
    return static_cast<uint32_t>(*number);
  }

  std::optional<Query> value(const NamedField* field, std::string_view text,
                             size_t at, bool in_quotes) {
    bool is_phrase = in_quotes && (field == nullptr || field->has_words());
    const bool german = is_phrase && asks_for_german(text_.substr(at_));
    if (german) at_ += kGermanSpellings.size();
    uint32_t slop = is_phrase ? take_distance(kMostSlop, at_) : 0;
    return query_of(field, {text_, at, text, in_quotes, german, slop});
  }

  static constexpr int kDeepest = 100;
  std::string_view text_;
  const ColumnNames& columns_;
  size_t at_ = 0;
  int depth_ = 0;
  int groups_ = 0;  // that are open
  std::vector<QueryPart>* outer_ = nullptr;
  size_t alternative_ = 0;  // of the outer level
  size_t parts_ = 0;
};

size_t characters_of(std::string_view text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(),
                    [](char c) { return !text::continues_sequence(c); }));
}

// Each message is one line, and a terminal shows it as it is.
std::string without_controls(std::string text) {
  for (char& c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) c = ' ';
  }
  return text;
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
  return without_controls(std::move(line)) + '\n' + std::string(indent, ' ') +
         '^';
}

}  // namespace

std::vector<std::string> query_fields(const ColumnNames& columns) {
  std::vector<std::string> names;
  for (const Field& field : fields()) {
    if (field.indexed != Indexed::kNo) names.emplace_back(field.name);
  }
  for (const ColumnName& column : columns) names.push_back(column.name);
  return names;
}

Query parse_query(std::string_view text, const ColumnNames& columns) {
  return Parser(text, columns).parse();
}

std::vector<QueryPart> query_parts(std::string_view text,
                                   const ColumnNames& columns) {
  std::vector<QueryPart> parts;
  if (!text::trim(text).empty()) (void)Parser(text, columns).parse(&parts);
  return parts;
}

bool may_cross_border(const Query& query) {
  return query.kind == Kind::kWords && query.words.size() > 1 &&
         (query.field.empty() || query.field == "content");
}

QueryError::QueryError(std::string_view query, size_t at,
                       const std::string& reason)
    : UsageError("query: at character " +
                 std::to_string(characters_of(query.substr(0, at)) + 1) + ": " +
                 without_controls(reason) + '\n' + pointed_at(query, at)),
      character_(characters_of(query.substr(0, at)) + 1),
      reason_(without_controls(reason)) {}

}  // namespace wax::index
