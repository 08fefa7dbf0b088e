// Ranges of numbers and dates in a query.
#pragma once

#include <optional>
#include <string_view>

#include "index/query/query.h"
#include "index/query/query_value.h"

namespace wax::index {

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

// Whether the values of a field are dates: "date", "year", "month", "day".
[[nodiscard]] bool is_of_dates(std::string_view field);

}  // namespace wax::index
