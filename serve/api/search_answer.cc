#include "serve/api/search_answer.h"

#include <algorithm>
#include <array>

#include "index/query/fields.h"
#include "index/query/stems.h"
#include "index/search/document_values.h"
#include "io/error.h"
#include "text/ascii.h"

namespace wax::serve {
namespace {

constexpr std::array<std::string_view, 11> kFilterFields = {
    "site",    "domain",     "type",   "family", "lang",    "status",
    "charset", "collection", "urlkey", "digest", "filename"};
constexpr std::array<std::string_view, 4> kShownFacets = {"site", "type",
                                                          "lang", "status"};

void check_date(std::string_view name, std::string_view date) {
  if (date.empty()) return;
  if (date.size() < 4 || date.size() > 14 || !text::all_digits(date)) {
    throw UsageError(std::string(name) +
                     " must be a date of 4 to 14 digits, such as 2007 or "
                     "20071031, not \"" +
                     std::string(date) + "\".");
  }
}

index::Query exact_query(const std::string& field, const std::string& value) {
  index::Query query;
  query.kind = index::Query::Kind::kExact;
  query.field = field;
  const index::Field* known = index::find_field(field);
  query.values = {value};
  if (known != nullptr && known->lower) text::lower_case(query.values[0]);
  return query;
}

// Pages have a link without each filter that has all others.
constexpr size_t kMostFilters = 50;

bool is_blank_text(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace

bool SearchRequest::is_blank() const {
  return is_blank_text(text) && filters.empty() && from.empty() && to.empty();
}

SearchRequest search_request(const Request& request) {
  const Parameters& parameters = request.parameters;
  SearchRequest search;
  search.text = parameters.get(parameters.has("query") ? "query" : "q");
  search.start = parameters.number("start", 0);
  search.count = parameters.number(
      parameters.has("count") ? "count" : "hitsPerPage", search.count);
  if (search.count > kMostHits || search.start > kLastHit - kMostHits) {
    throw UsageError("An answer has at most " + std::to_string(kMostHits) +
                     " hits, and pages end at hit " + std::to_string(kLastHit) +
                     ". /api/export gives all hits of a query.");
  }
  for (const auto& [name, value] : parameters.pairs()) {
    if (value.empty()) continue;
    if (std::find(kFilterFields.begin(), kFilterFields.end(), name) !=
        kFilterFields.end()) {
      search.filters.emplace_back(name, value);
    }
  }
  if (search.filters.size() > kMostFilters) {
    throw UsageError("A search has at most " + std::to_string(kMostFilters) +
                     " filters; put more conditions into the query.");
  }
  search.from = parameters.get("from");
  search.to = parameters.get("to");
  check_date("from", search.from);
  check_date("to", search.to);
  search.sort = parameters.get("sort");
  search.collapse = parameters.get("collapse");
  search.facets = parameters.all("facet");
  search.facet_values = parameters.number("facet-values", search.facet_values);
  search.deadline = request.deadline;
  return search;
}

const index::IndexReader& reader_of(const Scope& scope) {
  if (scope.generation->reader == nullptr) {
    throw UsageError("The collection \"" + scope.collection->name() +
                     "\" has no full text, only captures.");
  }
  return *scope.generation->reader;
}

index::Query query_of(const Scope& scope, const SearchRequest& request) {
  index::Query all;
  all.kind = index::Query::Kind::kAnd;
  if (!is_blank_text(request.text)) {
    all.parts.push_back(
        index::parse_query(request.text, reader_of(scope).columns()));
  }
  for (const auto& [field, value] : request.filters) {
    all.parts.push_back(exact_query(field, value));
  }
  if (!request.from.empty() || !request.to.empty()) {
    all.parts.push_back(
        index::parse_query("date:" + request.from + "-" + request.to));
  }
  if (all.parts.empty()) return {};
  if (scope.generation->reader != nullptr) {
    index::add_stems(all, {scope.generation->reader->stems(), {}});
  }
  if (all.parts.size() == 1) return all.parts[0];
  return all;
}

index::SearchOptions search_options(const SearchRequest& request,
                                    ProblemSink& problems) {
  index::SearchOptions options;
  options.deadline = request.deadline;
  options.problems = &problems;
  return options;
}

std::vector<std::string> facet_fields(const Scope& scope) {
  std::vector<std::string> known = index::fields_of_values(reader_of(scope));
  std::vector<std::string> fields;
  for (std::string_view field : kShownFacets) {
    if (std::find(known.begin(), known.end(), field) != known.end()) {
      fields.emplace_back(field);
    }
  }
  return fields;
}

namespace {

struct RankedHit {
  index::Hit hit;
  uint64_t rank = 1;
  uint64_t group_total = 1;
};

std::vector<RankedHit> ranked_hits(const SearchRequest& request,
                                   const index::Results& results) {
  std::vector<RankedHit> hits;
  uint64_t rank = request.mixes_groups ? 0 : request.start;
  for (const index::ResultGroup& group : results.groups) {
    ++rank;
    for (const index::Hit& hit : group.hits) {
      hits.push_back({hit, rank, group.total});
    }
  }
  if (!request.mixes_groups) return hits;
  if (request.sort.empty()) {
    std::stable_sort(hits.begin(), hits.end(),
                     [](const RankedHit& a, const RankedHit& b) {
                       return index::is_better(a.hit, b.hit);
                     });
  }
  for (size_t i = 0; i < hits.size(); ++i) hits[i].rank = i + 1;
  uint64_t end = std::min<uint64_t>(hits.size(), request.start + request.count);
  uint64_t start = std::min(request.start, end);
  return {hits.begin() + static_cast<ptrdiff_t>(start),
          hits.begin() + static_cast<ptrdiff_t>(end)};
}

}  // namespace

SearchAnswer find(const Scope& scope, const SearchRequest& request) {
  auto begin = std::chrono::steady_clock::now();
  const index::IndexReader& reader = reader_of(scope);
  index::Query query = query_of(scope, request);
  ReportedData problems(*scope.site);
  index::ResultOptions options;
  options.search = search_options(request, problems);
  if (!request.sort.empty()) options.sort = index::parse_sort(request.sort);
  if (!request.collapse.empty()) {
    options.collapse = index::parse_collapse(request.collapse);
  }
  options.per_group = request.per_group;
  options.facets = request.facets;
  options.facet_values = request.facet_values;
  options.start = request.mixes_groups ? 0 : request.start;
  options.count =
      request.mixes_groups ? request.start + request.count : request.count;
  index::Results results = index::find_results(reader, query, options);

  SearchAnswer answer;
  answer.total = results.total;
  answer.groups = results.groups_total;
  answer.out_of_time = results.out_of_time;
  answer.facets = std::move(results.facets);
  index::HitReader hits(reader, query);
  answer.fields = hits.fields();
  for (const RankedHit& ranked : ranked_hits(request, results)) {
    try {
      index::ShownHit shown =
          hits.read(ranked.hit, ranked.rank, ranked.group_total);
      std::erase_if(shown.document,
                    [](const auto& value) { return value.first == "content"; });
      answer.hits.push_back(std::move(shown));
    } catch (const FormatError& error) {
      if (scope.site->report) scope.site->report(error.what());
    }
  }
  answer.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
          .count();
  return answer;
}

uint64_t count_documents(const Scope& scope, const SearchRequest& request) {
  ReportedData problems(*scope.site);
  return index::Searcher(reader_of(scope))
      .search(query_of(scope, request), 0, 0, search_options(request, problems))
      .total;
}

std::vector<std::string_view> values_of(const index::StoredDocument& document,
                                        std::string_view field) {
  std::vector<std::string_view> values;
  for (const auto& [name, value] : document) {
    if (name == field) values.push_back(value);
  }
  return values;
}

}  // namespace wax::serve
