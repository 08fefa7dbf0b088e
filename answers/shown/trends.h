// Queries over time. Any number of threads may call what is declared here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "answers/requests/message.h"
#include "answers/shown/holdings.h"
#include "index/match/hits.h"

namespace wax::answers {

struct Trend {
  std::string text;   // of the query
  std::string fault;  // why it has no numbers; empty: it has
  std::map<std::string, uint64_t> documents;  // by period, "2007" or "200710"
  index::Missing missing;
};

struct Trends {
  bool by_month = false;
  bool as_share = false;
  std::string from;  // dates of capture; empty: open
  std::string to;
  std::vector<Trend> lines;
  std::vector<std::string> periods;  // all from the first to the last
  Trend all;                         // of all documents, for shares

  // What is shown of a line: documents, or hundredths of a percent of those of
  // the period.
  [[nodiscard]] uint64_t value(const Trend& line,
                               const std::string& period) const;
};

// One for each parameter "query" that is not blank, at most kMostTrends.
// "period" is year or month; "share=1" wants the part of all documents of a
// period instead of their number; "from" and "to" are those of searches. Each
// query is evaluated once. Throws as reader_of(), and UsageError for a date
// that does not exist.
inline constexpr size_t kMostTrends = 6;
[[nodiscard]] Trends find_trends(const Scope& scope, const Request& request);

}  // namespace wax::answers
