#include "index/query/quotes.h"

#include <iterator>

#include "index/schema/word_signs.h"

namespace wax::index {
namespace {

struct QuoteKind {
  std::string_view quote;
  int kind;
};
constexpr QuoteKind kQuotes[] = {
    {"\"", 0},     {"\u201C", 1}, {"\u201D", 1}, {"\u201E", 1}, {"\u201F", 1},
    {"\u275D", 1}, {"\u275E", 1}, {"\u301D", 1}, {"\u301E", 1}, {"\u301F", 1},
    {"\u00AB", 2}, {"\u00BB", 2}, {"\u2039", 3}, {"\u203A", 3}, {"\u300C", 4},
    {"\u300D", 4}, {"\u300E", 5}, {"\u300F", 5}, {"\uFF02", 0}};

const QuoteKind* quote_at(std::string_view text, size_t at) {
  const std::string_view rest = text.substr(at);
  for (const QuoteKind& one : kQuotes) {
    if (!rest.starts_with(one.quote)) continue;
    return one.quote == "\"" && sign_within_word('"', text, at) != 0 ? nullptr
                                                                     : &one;
  }
  return nullptr;
}

}  // namespace

size_t quote_length(std::string_view text, size_t at) {
  if (at >= text.size()) return 0;
  const QuoteKind* quote = quote_at(text, at);
  return quote == nullptr ? 0 : quote->quote.size();
}

size_t closing_quote(std::string_view text, size_t at) {
  const QuoteKind* open = quote_at(text, at);
  if (open == nullptr) return text.npos;
  size_t other = text.npos;
  size_t others = 0;
  for (size_t i = at + open->quote.size(); i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
      continue;
    }
    const QuoteKind* quote = quote_at(text, i);
    if (quote == nullptr) continue;
    if (quote->kind == open->kind) return others % 2 == 0 ? i : other;
    if (others++ == 0) other = i;
    i += quote->quote.size() - 1;
  }
  return others % 2 == 0 ? text.npos : other;
}

}  // namespace wax::index
