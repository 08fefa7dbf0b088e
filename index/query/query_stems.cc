#include <algorithm>

#include "index/query/query.h"
#include "index/schema/stems.h"
#include "io/error.h"

namespace wax::index {
namespace {

// The language that the query requires of documents; empty: none, or several.
std::string required_language(const Query& query) {
  if (query.kind == Query::Kind::kExact && query.field == "lang" &&
      !query.prefix && !query.pattern && query.values.size() == 1) {
    return query.values.front();
  }
  if (query.kind == Query::Kind::kAnd) {
    for (const Query& part : query.parts) {
      if (std::string found = required_language(part); !found.empty()) {
        return found;
      }
    }
  }
  return {};
}

void add_terms(Query& query, StemTerms& terms, const QueryStems& stems) {
  if (query.kind == Query::Kind::kNot) return;
  for (Query& part : query.parts) add_terms(part, terms, stems);
  if (query.kind != Query::Kind::kWords || query.words.size() != 1) return;
  if (!query.field.empty() && query.field != "content") return;
  Query::Word& word = query.words.front();
  if (word.prefix || word.pattern || word.edits > 0 || word.quoted) return;
  std::string term(terms.term(word.exact.empty() ? word.text : word.exact));
  if (!stems.has || stems.has(term)) word.stems.push_back(std::move(term));
}

}  // namespace

void add_stems(Query& query, const QueryStems& stems) {
  std::string language = stems.wanted;
  if (language == "none") return;
  if (!language.empty() && std::count(stems.languages.begin(),
                                      stems.languages.end(), language) == 0) {
    throw UsageError(
        "the index has no stems in \"" + language + "\"; " +
        (stems.languages.empty()
             ? "wax-index --stem makes them"
             : "it has those in " + text_of_stems(stems.languages)));
  }
  std::vector<std::string> languages = stems.languages;
  if (language.empty()) {
    const std::string required = required_language(query);
    language = stem_language(required, stems.languages);
    if (language.empty() && !required.empty()) return;
  }
  if (!language.empty()) languages = {language};
  for (const std::string& one : languages) {
    add_terms(query, stems_of_thread(one), stems);
  }
}

}  // namespace wax::index
