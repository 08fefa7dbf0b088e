// A value in a query, and what its field makes of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "index/query/query.h"
#include "index/schema/columns.h"
#include "index/schema/fields.h"

namespace wax::index {

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

struct QueryValue {
  std::string_view query;  // of which it is a part
  size_t at = 0;           // where it begins there, in bytes
  std::string_view text;   // without the quotes, if there are some
  bool in_quotes = false;
  bool german = false;  // a phrase in all spellings of German (spellings.h)
  uint32_t slop = 0;    // of a phrase

  // Throws a QueryError that points at the n-th byte of the value.
  [[noreturn]] void fail(const std::string& reason, size_t n = 0) const;
  // The value is missing.
  [[noreturn]] void fail_empty(std::string_view field) const;
};

// What the value means; without a field, words of all fields that have a
// weight. Nothing when it has no words. Throws QueryError.
[[nodiscard]] std::optional<Query> query_of(const NamedField* field,
                                            const QueryValue& value);

// One query of `parts`; nothing for none.
[[nodiscard]] std::optional<Query> joined(Query::Kind kind,
                                          std::vector<Query> parts);

// Values of the field "lang", in lower case, with codes for names of languages:
// "german" is "de". Others stay as they are.
[[nodiscard]] std::vector<std::string> codes_of_languages(
    std::vector<std::string> values);

// The parts between separators that are not empty.
[[nodiscard]] std::vector<std::string_view> split_values(std::string_view text,
                                                         char separator);

// `field` is empty for words of all fields. Nothing when there are no words.
// Throws QueryError.
[[nodiscard]] std::optional<Query> words_of(std::string_view field,
                                            const QueryValue& value);

// What is between the bounds of a range; a bound may be empty.
struct RangeText {
  std::string_view first;
  std::string_view last;
  bool without_first = false;  // the bound itself is left out
  bool without_last = false;
};

// ">=A", ">A", "<=A", "<A", "A..B", and with `dash` "A-B" and "A-"; nothing for
// a value.
[[nodiscard]] std::optional<RangeText> range_text(std::string_view text,
                                                  bool dash);

// These throw QueryError, also for fields without ranges.
[[nodiscard]] Query query_of_range(const NamedField& field,
                                   const RangeText& range,
                                   const QueryValue& value);
[[nodiscard]] std::optional<Query> query_of_numbers(const NamedField& field,
                                                    const QueryValue& value);
[[nodiscard]] std::optional<Query> query_of_dates(const NamedField& field,
                                                  const QueryValue& value);

// The documents of sites, separated by commas, as people name them
// (typed_site()); `name` is "site", or "host" without their subdomains.
[[nodiscard]] std::optional<Query> query_of_sites(std::string_view name,
                                                  const QueryValue& value);

// Whether the values of a field are dates: "date", "year", "month", "day".
[[nodiscard]] bool is_of_dates(std::string_view field);

}  // namespace wax::index
