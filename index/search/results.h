// What a query finds, in any order, folded, and counted by the values of
// fields.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "index/query/query.h"
#include "index/search/searcher.h"
#include "index/store/index_reader.h"

namespace wax::index {

struct Sort {
  enum class By {
    kRelevance,
    kNewest,  // the last date
    kOldest,  // the first date
    kField,   // the greatest value, or the least if `ascending`
  };
  By by = By::kRelevance;
  std::string field;
  bool ascending = false;
};

// "relevance", "newest", "oldest", "FIELD", "FIELD:asc", "FIELD:desc"; without
// a word, the greatest comes first. Throws UsageError.
[[nodiscard]] Sort parse_sort(std::string_view text);

// Multiplies the score by 1 + weight * f(value) of a column of numbers; by 1
// when the document has no value, or one below 0.
struct Boost {
  enum class By {
    kValue,
    kLog,  // the natural logarithm of 1 + value
    kRoot,
  };
  By by = By::kValue;
  std::string field;
  double weight = 1;
};

// "views", "log(views)", "sqrt(views)", also with "*0.5" behind. Throws
// UsageError.
[[nodiscard]] Boost parse_boost(std::string_view text);

// Texts whose simhashes differ by so few bits are the same but for small edits.
inline constexpr int kMostSimilarBits = 6;

// Which hits are folded into one group.
struct Collapse {
  enum class By {
    kNothing,
    kField,    // the first value; documents without one are alone
    kUrl,      // the same URL key
    kSimilar,  // simhashes that differ by kMostSimilarBits at most from that of
               // the best hit; documents without one are alone
  };
  By by = By::kNothing;
  std::string field;
};

// "none", "url", "similar", or a field such as "site". Throws UsageError.
[[nodiscard]] Collapse parse_collapse(std::string_view text);

struct ResultOptions {
  SearchOptions search;  // `facet` is not used
  Sort sort;
  std::vector<Boost> boosts;
  Collapse collapse;
  uint64_t per_group = 1;  // hits of a group that are given
  std::vector<std::string> facets;
  uint64_t facet_values = 10;
  uint64_t start = 0;  // groups, or hits when nothing is folded
  uint64_t count = 10;
};

struct ResultGroup {
  std::vector<Hit> hits;  // the best first
  uint64_t total = 1;
};

// How many hits have each value of a field; a hit counts for each of its
// values.
struct Facet {
  std::string field;
  std::vector<FacetValue> values;  // as in Hits::facet
  uint64_t different = 0;          // values of all hits
};

struct Results {
  uint64_t total = 0;
  bool total_is_exact = true;
  uint64_t groups_total = 0;  // = total when nothing is folded
  std::vector<ResultGroup> groups;
  std::vector<Facet> facets;
  uint64_t searched = 0;
  bool out_of_time = false;
};

// Hits with the same place in the order are in order of document numbers, and
// those without a value come last; so pages neither repeat nor lose a hit. A
// group stands where its best hit does. Memory: as Searcher::search(); in
// another order or with boosts 24 bytes for each of start + count hits; when
// hits are folded, 40 for each group, and for similar ones 24 for each hit. The
// reader keeps the values of fields by which is sorted, folded or counted. For
// any number of threads. Throws as Searcher::search(); UsageError for a field
// that has no such values.
[[nodiscard]] Results find_results(const IndexReader& reader,
                                   const Query& query,
                                   const ResultOptions& options);

// Calls use(hit) for all hits in order of document numbers, with their scores,
// until it returns false. Memory does not grow with their number.
void each_hit(const IndexReader& reader, const Query& query,
              const SearchOptions& options,
              const std::function<bool(const Hit&)>& use);

// The fields whose values can be counted, by which can be sorted and folded.
[[nodiscard]] std::vector<std::string> fields_of_values(
    const IndexReader& reader);

// The number of hits in each year ("year") or month ("month"), from the first
// to the last that has one: "2007" or "200710". A hit counts once in each in
// which it was captured. Throws UsageError for another period.
[[nodiscard]] std::vector<FacetValue> trend(const IndexReader& reader,
                                            const Query& query,
                                            const std::string& period,
                                            const SearchOptions& options);

}  // namespace wax::index
