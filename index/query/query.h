// The query language (wax-query(7)), its errors, and stems of its words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "index/schema/columns.h"
#include "io/error.h"

namespace wax::index {

// what() has a second and a third line: the query, and "^" under the character
// at fault.
class QueryError final : public UsageError {
 public:
  // `at`: in bytes, the size of the query at most.
  QueryError(std::string_view query, size_t at, const std::string& reason);
  // From 1.
  [[nodiscard]] size_t character() const { return character_; }
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  size_t character_;
  std::string reason_;
};

struct Query {
  enum class Kind {
    kAll,
    kWords,  // `words` as a phrase, in `field` or, if that is empty, in the
             // fields that have a weight
    kExact,  // `field` is one of `values`, or begins with one (`prefix`), or is
             // like one (`pattern`)
    kDates,  // a date from `first` to `last`, both included
    kRange,  // a term of `field` from `first` to `last`, both included
    kAnd,    // all of `parts`
    kOr,     // one of `parts`
    kNot,    // not parts[0]
  };
  struct Word {
    std::string text;        // as a term
    uint32_t position = 0;   // in the phrase, from 0
    bool prefix = false;     // the beginning of a word
    bool pattern = false;    // with "*" and "?", as in is_like()
    uint32_t edits = 0;      // also words that differ by so many (NearWords)
    std::string exact = {};  // its exact form (tokens.h), if that is another
    bool quoted = false;     // as it is written, without stems
    // Terms of the field "stems" (stems.h), each of another language.
    std::vector<std::string> stems = {};
    // In quotes and in Arabic letters: as documents must have it
    // (without_vowel_marks()).
    std::string written = {};
    // The phrases that begin with this word, as numbers of the words that
    // words_to_mark() gives.
    std::vector<std::vector<size_t>> phrases = {};
    friend bool operator==(const Word&, const Word&) = default;
  };

  Kind kind = Kind::kAll;
  std::string field;
  std::vector<Word> words;
  // How far the words of a phrase may be from their places together: the
  // greatest distance that a word is moved, against the others.
  uint32_t slop = 0;
  std::vector<std::string> values;
  bool prefix = false;
  bool pattern = false;
  std::string first;  // 14 digits of a date
  std::string last;
  std::vector<Query> parts;
  // Looks for records that are no pages, too (other_records.h).
  bool other_records = false;

  friend bool operator==(const Query&, const Query&) = default;
};

// The fields that queries may name: those of fields.h, and `columns`.
[[nodiscard]] std::vector<std::string> query_fields(const ColumnNames& columns);

// `columns` are fields beside those of fields.h. Throws QueryError, also when
// the query has more than kMostQueryParts words and values.
inline constexpr size_t kMostQueryParts = 10'000;
[[nodiscard]] Query parse_query(std::string_view text,
                                const ColumnNames& columns = {});

// The versions of a URL in any spelling: by its keys, and as it is written.
[[nodiscard]] Query query_of_url(const std::string& url);

// Whether the words may stand partly in the main content and partly in the rest
// of the text.
[[nodiscard]] bool may_cross_border(const Query& query);

// Words that have an exact form: a document that has all of them as they are
// written in the query scores more. Others than words and phrases of title and
// text have none.
[[nodiscard]] std::vector<Query::Word> exact_words(const Query& query);

// What a document needs in the field "exact" besides folded words that are also
// there (is_in_exact()), so that words in quotes are as they are written. The
// order of the words is that of their folded forms. Documents of indexes that
// do not have all Arabic words there need those with another folded form alone.
[[nodiscard]] std::optional<Query> written_condition(const Query& words);

// The words that make a hit, to mark them, each once: without those under NOT
// and those of fields that are not shown to readers.
[[nodiscard]] std::vector<Query::Word> words_to_mark(const Query& query);

// Which stems a query looks for.
struct QueryStems {
  std::vector<std::string> languages;  // those of the index
  std::string wanted;  // one of them; "none"; empty: as the query says
  // Whether the index has a term of the field "stems"; null: all are looked
  // for.
  std::function<bool(const std::string& term)> has = nullptr;
};

// Gives the words of the query their stems: those that stand alone, without
// quotes and not under NOT, in all fields or `content`. Their language is
// `wanted`; else that of "lang:en" in the query, if it requires one; else they
// have those of all languages of the index. Throws UsageError when `wanted` is
// no language of the index.
void add_stems(Query& query, const QueryStems& stems);

}  // namespace wax::index
