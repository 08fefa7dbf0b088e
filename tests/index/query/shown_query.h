// Queries as text, for tests of the query language.
#pragma once

#include <ostream>
#include <string>

#include "index/query/query.h"

namespace wax::index {

// A query as text: words in <>, parts in ().
inline std::string shown(const Query& query) {
  auto parts = [&](const char* sign) {
    std::string text = "(";
    for (const Query& part : query.parts) {
      if (text.size() > 1) text += sign;
      text += shown(part);
    }
    return text + ")";
  };
  switch (query.kind) {
    case Query::Kind::kAll:
      return "*";
    case Query::Kind::kWords: {
      std::string text = query.field.empty() ? "" : query.field + ":";
      text += '<';
      uint32_t position = 0;
      for (const Query::Word& word : query.words) {
        if (text.back() != '<') text += ' ';
        for (; position < word.position; ++position) text += "_ ";
        ++position;
        text += word.text + (word.prefix ? "*" : "");
        if (word.pattern) text += " as pattern";
        if (word.edits > 0) text += "~" + std::to_string(word.edits);
      }
      return text + ">" +
             (query.slop > 0 ? "~" + std::to_string(query.slop) : "");
    }
    case Query::Kind::kExact: {
      std::string text = query.field + "=";
      for (const std::string& value : query.values) {
        if (text.back() != '=') text += '|';
        text += value;
      }
      return text + (query.prefix ? "*" : "") +
             (query.pattern ? " as pattern" : "");
    }
    case Query::Kind::kRange:
      return query.field + "=" + query.first + ".." + query.last;
    case Query::Kind::kDates:
      return query.first + ".." + query.last;
    case Query::Kind::kAnd:
      return parts(" & ");
    case Query::Kind::kOr:
      return parts(" | ");
    case Query::Kind::kNot:
      return "-" + shown(query.parts.front());
  }
  return {};
}

struct QueryCase {
  const char* query;
  const char* meaning;
};

inline void PrintTo(const QueryCase& test, std::ostream* out) {
  *out << test.query;
}

// Columns of all kinds.
inline const ColumnNames kSomeColumns = {{"views", ColumnKind::kInteger},
                                         {"rank", ColumnKind::kReal},
                                         {"tag", ColumnKind::kKeyword},
                                         {"anchor", ColumnKind::kText}};

}  // namespace wax::index
