#include "index/query/query_value.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "cdx/url/pasted_url.h"
#include "cdx/url/search_range.h"
#include "cdx/url/url.h"
#include "index/query/spellings.h"
#include "index/schema/language_names.h"
#include "index/schema/tokens.h"
#include "index/schema/url_words.h"
#include "index/schema/word_signs.h"
#include "text/ascii.h"
#include "text/number.h"
#include "text/utf8.h"

namespace wax::index {
namespace {

// "image" stands for all types that begin with "image/"; "html", "pdf" and
// "office" for the types of these families.
std::optional<Query> query_of_types(Query exact, const QueryValue& value) {
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
  if (parts.empty()) value.fail_empty("type");
  return joined(Query::Kind::kOr, std::move(parts));
}

std::optional<Query> query_of_urls(std::string_view text,
                                   const QueryValue& value) {
  if (text.empty()) value.fail_empty("url");
  Query query;
  query.kind = Query::Kind::kExact;
  query.field = "exacturl";
  query.prefix = true;
  Query keys = query;
  keys.field = "urlkey";
  for (const cdx::UrlKeyKind kind : cdx::kUrlKeyKinds) {
    auto range = cdx::search_range(kind, text, cdx::MatchType::kPrefix);
    if (range && !range->first.empty()) {
      keys.values.push_back(text::sane(range->first));
    }
  }
  if (text.find("://") != text.npos) {
    query.values.push_back(text::sane(text));
  } else {
    for (const char* scheme : {"http://", "https://"}) {
      query.values.push_back(scheme + text::sane(text));
      query.values.push_back(std::string(scheme) + "www." + text::sane(text));
    }
  }
  if (keys.values.empty()) return query;
  std::vector<Query> parts;
  parts.push_back(std::move(query));
  parts.push_back(std::move(keys));
  return joined(Query::Kind::kOr, std::move(parts));
}

constexpr uint32_t kMostEdits = 2;

// The words of `text` in a row. Nothing when there are none.
std::optional<Query> words_query(std::string_view field, std::string_view text,
                                 bool prefix) {
  Query query;
  query.kind = Query::Kind::kWords;
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

// Other query languages have "word^2".
void check_no_weight(const QueryValue& value) {
  size_t at = value.text.rfind('^');
  if (at == value.text.npos) return;
  std::string_view number = value.text.substr(at + 1);
  if (number.empty() ||
      number.find_first_not_of("0123456789.") != number.npos) {
    return;
  }
  value.fail("words have no weights; leave \"^\" and the number out", at);
}

// Whether there is a "*" or "?" before other characters of a word. At the end
// of a word, "*" makes it a beginning and "?" ends a question.
bool has_wildcard(std::string_view text) {
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

std::optional<Query> pattern_query(std::string_view field,
                                   const QueryValue& value) {
  Query query;
  query.kind = Query::Kind::kWords;
  query.field = field;
  Query::Word& word = query.words.emplace_back();
  word.pattern = true;
  std::string exact;
  std::string_view text = value.text;
  for (size_t i = 0; i < text.size();) {
    if (text[i] == '*' || text[i] == '?') {
      word.text += text[i];
      exact += text[i++];
      continue;
    }
    size_t end = std::min(text.find_first_of("*?", i), text.size());
    std::optional<Query> part =
        words_query(field, text.substr(i, end - i), false);
    if (!part || part->words.size() != 1 || part->words[0].prefix) {
      value.fail("\"*\" and \"?\" stand within one word of letters", i);
    }
    const Query::Word& letters = part->words[0];
    word.text += letters.text;
    exact += letters.exact.empty() ? letters.text : letters.exact;
    i = end;
  }
  if (exact != word.text) word.exact = std::move(exact);
  return query;
}

// Terms of Arabic words have lost the article, and letters that keyboards mix
// up are one. So a beginning or pattern of such a word is also looked for in
// the exact forms, which are those of title and text and keep both.
std::optional<Query> with_written(std::optional<Query> query) {
  if (!query || query->words.size() != 1 ||
      !(query->field.empty() || query->field == "content")) {
    return query;
  }
  const Query::Word& word = query->words.front();
  if (!is_arabic(word.text)) return query;
  std::string room;
  Query written = *query;
  written.field = kExactField;
  Query::Word& as_written = written.words.front();
  as_written.text =
      without_vowel_marks(word.exact.empty() ? word.text : word.exact, room);
  as_written.exact.clear();
  std::vector<Query> parts;
  parts.push_back(*std::move(query));
  parts.push_back(std::move(written));
  return joined(Query::Kind::kOr, std::move(parts));
}

// "word~1"; nothing when the "~" is part of the word.
std::optional<Query> near_word(std::string_view field, const QueryValue& value,
                               size_t tilde) {
  std::string_view text = value.text;
  std::string_view digits = text.substr(tilde + 1);
  // A share, as in "word~0.8", is refused below.
  if (digits.find_first_not_of("0123456789.") != digits.npos ||
      text.find('/') != text.npos) {
    return {};
  }
  std::optional<Query> query = words_query(field, text.substr(0, tilde), false);
  if (!query || query->words.size() != 1 || query->words[0].prefix) {
    value.fail("\"~\" stands after one word, or after a quote", tilde);
  }
  uint64_t edits =
      digits.empty() ? kMostEdits : text::whole_number(digits).value_or(9);
  if (edits > kMostEdits) {
    value.fail("a word may differ by 2 characters at most: ~1 or ~2", tilde);
  }
  query->words[0].edits = static_cast<uint32_t>(edits);
  return query;
}

// The size of the text that is looked for in all spellings; 0: there is none.
size_t size_with_spellings(const QueryValue& value) {
  if (value.in_quotes) return value.german ? value.text.size() : 0;
  const bool asks = value.text.ends_with(kGermanSpellings) &&
                    value.text.find('/') == value.text.npos;
  return asks ? value.text.size() - kGermanSpellings.size() : 0;
}

// The words of the value as they are written.
std::optional<Query> written_words_of(std::string_view field,
                                      const QueryValue& value) {
  std::string_view text = value.text;
  if (value.in_quotes) {
    std::optional<Query> query = words_query(field, text, false);
    if (query) {
      if (query->words.size() > 1) query->slop = value.slop;
      std::string room;
      for (Query::Word& word : query->words) {
        word.quoted = true;
        if (has_signs_to_match(word.exact)) word.written = word.exact;
        if (!is_arabic(word.text)) continue;
        word.written = without_vowel_marks(
            word.exact.empty() ? word.text : word.exact, room);
      }
    }
    return query;
  }
  check_no_weight(value);
  if (size_t tilde = text.rfind('~'); tilde != text.npos && tilde > 0) {
    if (auto query = near_word(field, value, tilde)) return query;
  }
  if (has_wildcard(text)) return with_written(pattern_query(field, value));
  bool star = text.ends_with('*');
  if (star) text.remove_suffix(1);
  if (size_t inner = text.find('*');
      inner != text.npos && inner + 1 < text.size()) {
    value.fail(
        "\"*\" is allowed at the end of a word, and within a word of letters "
        "and digits",
        inner);
  }
  std::optional<Query> query = words_query(field, text, star);
  return star ? with_written(std::move(query)) : query;
}

}  // namespace

Query query_of_url(const std::string& url) {
  Query keys;
  keys.kind = Query::Kind::kExact;
  keys.field = "urlkey";
  for (const std::string& key : cdx::keys_of_url(url)) {
    keys.values.push_back(text::sane(key));
  }
  Query written = keys;
  written.field = "exacturl";
  written.values = {text::sane(url)};
  if (keys.values.empty()) return written;
  std::vector<Query> parts;
  parts.push_back(std::move(keys));
  parts.push_back(std::move(written));
  return *joined(Query::Kind::kOr, std::move(parts));
}

std::vector<std::string> codes_of_languages(std::vector<std::string> values) {
  std::vector<std::string> codes;
  for (std::string& value : values) {
    // "ga" is Irish, though another language has this name.
    constexpr size_t kCode = 2;
    std::vector<std::string> named;
    if (std::min(value.find('-'), value.size()) > kCode)
      named = languages_named(value);
    if (named.empty()) named.push_back(std::move(value));
    std::move(named.begin(), named.end(), std::back_inserter(codes));
  }
  return codes;
}

std::optional<Query> joined(Query::Kind kind, std::vector<Query> parts) {
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

std::vector<std::string_view> split_values(std::string_view text,
                                           char separator) {
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

void QueryValue::fail(const std::string& reason, size_t n) const {
  throw QueryError(query, std::min(at + n, query.size()), reason);
}

void QueryValue::fail_empty(std::string_view field) const {
  fail('"' + std::string(field) + ":\" has no value");
}

std::optional<Query> query_of(const NamedField* named,
                              const QueryValue& value) {
  std::string_view text = value.text;
  bool star = !value.in_quotes && text.ends_with('*');
  if (named == nullptr) {
    // The second is Solr's.
    if (star && (text == "*" || text == "*:*")) return Query{};
    if (!cdx::is_of_other_record(text)) return words_of({}, value);
    // Fields have URLs without their schemes.
    std::vector<Query> parts = {query_of_url(std::string(text))};
    if (auto words = words_of({}, value)) parts.push_back(*std::move(words));
    std::optional<Query> query = joined(Query::Kind::kOr, std::move(parts));
    query->other_records = true;
    return query;
  }
  const std::string& name = named->name;
  if (is_of_dates(name)) return query_of_dates(*named, value);
  if (named->field != nullptr ? named->field->indexed == Indexed::kNumber
                              : is_number(named->kind)) {
    return query_of_numbers(*named, value);
  }
  if (name == "status" && named->field != nullptr && !value.in_quotes) {
    if (auto range = range_text(text, true)) {
      return query_of_range(*named, *range, value);
    }
  }
  if (name == "site" || name == "host") return query_of_sites(name, value);
  if (name == "url" && star) {
    return query_of_urls(text.substr(0, text.size() - 1), value);
  }
  if (name == "url") {
    if (auto url = cdx::pasted_url(text)) return query_of_url(*url);
  }
  if (named->has_words()) return words_of(name, value);
  static constexpr Field kKeywords = {
      "", Stored::kYes, Indexed::kExact, 0, false, true, ""};
  const Field& field = named->field != nullptr ? *named->field : kKeywords;
  bool pattern =
      !value.in_quotes && !field.group && text.find('*') < text.size() - 1;
  if (pattern) star = false;
  Query query;
  query.kind = Query::Kind::kExact;
  query.field = name;
  query.prefix = star;
  query.pattern = pattern;
  if (star) text.remove_suffix(1);
  if (value.in_quotes && named->field == nullptr) {
    query.values.emplace_back(text);  // a comma is part of it
  } else if (field.group) {
    for (std::string_view one : split_values(text, ',')) {
      query.values.emplace_back(one);
    }
  } else if (!text.empty()) {
    query.values.emplace_back(text);
  }
  if (name == "type" && !star) return query_of_types(std::move(query), value);
  if (query.values.empty() && star) query.values.emplace_back();
  if (query.values.empty()) {
    value.fail_empty(name);
  }
  for (std::string& one : query.values) {
    if (field.lower) text::lower_case(one);
    one = text::sane(one);
  }
  if (name == "lang" && !star && !pattern) {
    query.values = codes_of_languages(std::move(query.values));
  }
  return query;
}

std::optional<Query> words_of(std::string_view field, const QueryValue& value) {
  if (const size_t size = size_with_spellings(value); size > 0) {
    QueryValue spelt = value;
    spelt.german = false;
    std::vector<Query> parts;
    std::string_view text = value.text.substr(0, size);
    // Asked for twice, it would ask for spellings of spellings.
    while (!value.in_quotes && text.ends_with(kGermanSpellings)) {
      text.remove_suffix(kGermanSpellings.size());
    }
    if (text.empty()) return std::nullopt;
    for (std::string_view one : german_spellings(text)) {
      spelt.text = one;
      auto query = words_of(field, spelt);
      if (query) parts.push_back(*std::move(query));
    }
    return joined(Query::Kind::kOr, std::move(parts));
  }
  std::string room;
  const std::string_view words = url_as_words(value.text, room);
  const bool has_escapes = words.data() == room.data() && !room.empty();
  const bool has_letters = text::ascii_prefix(value.text) < value.text.size() &&
                           cdx::pasted_url(value.text);
  // Words beside the URL of a page have neither its scheme nor its escapes.
  const bool is_url_in_text =
      field.empty() && !value.in_quotes && (has_escapes || has_letters);
  if (field != "url" && !is_url_in_text) return written_words_of(field, value);
  QueryValue as_words = value;
  as_words.text = words;
  if (!has_escapes && field == "url") return written_words_of(field, as_words);
  // Indexes of other programs have the escapes of URLs as words, and texts have
  // URLs as they are.
  std::vector<Query> parts;
  for (const QueryValue& one : {as_words, value}) {
    if (auto query = written_words_of(field, one)) {
      parts.push_back(*std::move(query));
    }
  }
  return joined(Query::Kind::kOr, std::move(parts));
}

}  // namespace wax::index
