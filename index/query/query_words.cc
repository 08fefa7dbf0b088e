#include "index/query/query_words.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "index/schema/tokens.h"
#include "text/ascii.h"
#include "text/number.h"

namespace wax::index {
namespace {

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
    value.fail("\"~\" stands behind one word, or behind a quote", tilde);
  }
  uint64_t edits =
      digits.empty() ? kMostEdits : text::whole_number(digits).value_or(9);
  if (edits > kMostEdits) {
    value.fail("a word may differ by 2 characters at most: ~1 or ~2", tilde);
  }
  query->words[0].edits = static_cast<uint32_t>(edits);
  return query;
}

}  // namespace

std::optional<Query> words_of(std::string_view field, const QueryValue& value) {
  std::string_view text = value.text;
  if (value.in_quotes) {
    std::optional<Query> query = words_query(field, text, false);
    if (query) {
      for (Query::Word& word : query->words) word.quoted = true;
    }
    return query;
  }
  check_no_weight(value);
  if (size_t tilde = text.rfind('~'); tilde != text.npos && tilde > 0) {
    if (auto query = near_word(field, value, tilde)) return query;
  }
  if (has_wildcard(text)) return pattern_query(field, value);
  bool star = text.ends_with('*');
  if (star) text.remove_suffix(1);
  if (size_t inner = text.find('*');
      inner != text.npos && inner + 1 < text.size()) {
    value.fail(
        "\"*\" is allowed at the end of a word, and within a word of letters "
        "and digits",
        inner);
  }
  if (field == "url") {
    if (size_t scheme = text.find("://"); scheme != text.npos) {
      text.remove_prefix(scheme + 3);
    }
  }
  return words_query(field, text, star);
}

}  // namespace wax::index
