// A query as a form has it: boxes for people who do not know the language.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "index/query/query.h"

namespace wax::index {

// A part of a query that is required, or one of alternatives.
struct QueryPart {
  size_t alternative = 0;  // parts with the same number are all required
  std::string_view text;   // as it is written, with its sign
  Query query;
};

// The parts of a query on its outer level, but for those without words. Throws
// as parse_query().
[[nodiscard]] std::vector<QueryPart> query_parts(
    std::string_view text, const ColumnNames& columns = {});

// Boxes of a form. Words are taken literally, but for "*", "?" and "~" within
// them; what is in quotes is a phrase.
struct QueryForm {
  std::string all;
  std::string phrase;
  std::string any;
  std::string without;
  std::string site;
  std::string type;
  std::string lang;
  std::string from;   // "2007-10-31", or 4 to 14 digits
  std::string to;     // likewise, included
  std::string other;  // the rest of a query, in the query language

  [[nodiscard]] bool is_empty() const;
  friend bool operator==(const QueryForm&, const QueryForm&) = default;
};

// "site:example.org", with quotes around a value that needs them.
[[nodiscard]] std::string written_value(std::string_view field,
                                        std::string_view value);

// The query for what all of some queries find; empty ones find all.
[[nodiscard]] std::string all_of_queries(
    const std::vector<std::string>& queries, const ColumnNames& columns = {});

// The query of a form; parse_query() may refuse it, as for dates that do not
// exist.
[[nodiscard]] std::string written_query(const QueryForm& form,
                                        const ColumnNames& columns = {});

// The form of a query: what no box can hold is in `other`, so that the query
// of the form finds the same. Throws as parse_query().
[[nodiscard]] QueryForm read_query_form(std::string_view query,
                                        const ColumnNames& columns = {});

}  // namespace wax::index
