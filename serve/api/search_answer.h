// A search as requests ask for it, and what it finds.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "index/query/query.h"
#include "index/query/snippet.h"
#include "index/search/searcher.h"
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
  uint64_t start = 0;
  uint64_t count = 10;
  std::vector<std::string> facets;
  uint64_t facet_values = 10;
  std::chrono::steady_clock::time_point deadline;

  // Whether it asks for anything.
  [[nodiscard]] bool is_blank() const;
};

// Parameters: query (or q), start, count (or hitsPerPage), facet and
// facet-values, from and to, and a field such as site, type or urlkey for a
// filter. Throws UsageError for numbers that are none or too great, and for
// dates that are none.
[[nodiscard]] SearchRequest search_request(const Request& request);

// The query with filters and dates. Throws UsageError as index::parse_query().
[[nodiscard]] index::Query query_of(const SearchRequest& request);

struct FoundDocument {
  uint64_t rank = 1;
  float score = 0;
  index::StoredDocument values;  // all but the content
  index::Snippet snippet;
};

struct FoundFacet {
  std::string field;
  std::vector<index::FacetValue> values;
};

struct SearchAnswer {
  uint64_t total = 0;
  bool out_of_time = false;
  std::vector<FoundDocument> documents;
  std::vector<FoundFacet> facets;
  double seconds = 0;
};

// Throws UsageError for queries that cannot be read, and when the collection
// has no full text. Documents that cannot be read are reported and left out.
[[nodiscard]] SearchAnswer find(const Scope& scope,
                                const SearchRequest& request);

// How many documents a query finds.
[[nodiscard]] uint64_t count_documents(const Scope& scope,
                                       const index::Query& query);

// Throws UsageError when the collection has no full text.
[[nodiscard]] const index::IndexReader& reader_of(const Scope& scope);

// Fields of reader_of() whose values can be counted, and that people look at.
[[nodiscard]] std::vector<std::string> facet_fields(const Scope& scope);

// Views of all values of a field.
[[nodiscard]] std::vector<std::string_view> values_of(
    const index::StoredDocument& document, std::string_view field);

// A JSON object of a document: its rank and score, the stored fields, the
// snippet and its marks.
void append_json(const FoundDocument& document,
                 const std::vector<std::string>& fields, std::string& out);

}  // namespace wax::serve
