// A search as requests ask for it, and what it finds.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "index/query/query.h"
#include "index/search/result_lines.h"
#include "index/search/results.h"
#include "index/store/index_reader.h"
#include "serve/api/scope.h"
#include "serve/http/message.h"

namespace wax::serve {

// Hits that one answer has at most, and the last one that pages reach; exports
// have no limit.
inline constexpr uint64_t kMostHits = 1000;
inline constexpr uint64_t kLastHit = 100'000;

struct SearchRequest {
  std::string text;  // of the query, as it was typed
  // Field and value, in order: only documents with all of them.
  std::vector<std::pair<std::string, std::string>> filters;
  std::string from;  // date, 4 to 14 digits; empty: none
  std::string to;
  std::string sort;      // as index::parse_sort() takes it; empty: relevance
  std::string collapse;  // as index::parse_collapse(); empty: nothing
  uint64_t per_group = 1;
  // Start and count are of hits, at most per_group of a group, that need not
  // stand together; otherwise of groups.
  bool mixes_groups = false;
  uint64_t start = 0;
  uint64_t count = 10;
  std::vector<std::string> facets;
  uint64_t facet_values = 10;
  std::chrono::steady_clock::time_point deadline;

  // Whether it asks for anything.
  [[nodiscard]] bool is_blank() const;
};

// Parameters: query (or q), sort, collapse, start, count (or hitsPerPage),
// facet and facet-values, from and to, and a field such as site, type or urlkey
// for a filter. Throws UsageError for numbers that are none or too great, and
// for dates that are none.
[[nodiscard]] SearchRequest search_request(const Request& request);

// Throws UsageError when the collection has no full text.
[[nodiscard]] const index::IndexReader& reader_of(const Scope& scope);

// The query with filters and dates. Throws QueryError as index::parse_query(),
// and as reader_of().
[[nodiscard]] index::Query query_of(const Scope& scope,
                                    const SearchRequest& request);

// What a request allows: its deadline; damage goes to `problems`.
[[nodiscard]] index::SearchOptions search_options(const SearchRequest& request,
                                                  ProblemSink& problems);

struct SearchAnswer {
  uint64_t total = 0;   // documents
  uint64_t groups = 0;  // that can be paged through
  bool out_of_time = false;
  std::vector<index::ShownHit> hits;  // without the content
  std::vector<index::Facet> facets;
  std::vector<std::string> fields;  // of hits, for index::append_hit_json()
  double seconds = 0;
};

// Throws as query_of(), and UsageError for fields by which is not sorted,
// folded or counted. Documents that cannot be read are reported and left out.
[[nodiscard]] SearchAnswer find(const Scope& scope,
                                const SearchRequest& request);

// How many documents a request finds.
[[nodiscard]] uint64_t count_documents(const Scope& scope,
                                       const SearchRequest& request);

// Fields of reader_of() whose values can be counted, and that people look at.
[[nodiscard]] std::vector<std::string> facet_fields(const Scope& scope);

// Views of all values of a field.
[[nodiscard]] std::vector<std::string_view> values_of(
    const index::StoredDocument& document, std::string_view field);

}  // namespace wax::serve
