#include "answers/requests/search_request.h"

#include <algorithm>
#include <string_view>

#include "answers/requests/parameter_table.h"
#include "io/error.h"
#include "warc/record/date.h"
#include "warc/record/fine_date.h"

namespace wax::answers {
namespace {

// Pages have a link without each filter that has all others.
constexpr size_t kMostFilters = 50;
// A facet takes memory for each value that the index has.
constexpr size_t kMostFacets = 10;

}  // namespace

bool SearchRequest::is_blank() const {
  return text.find_first_not_of(" \t\r\n") == std::string::npos &&
         !has_filters();
}

void SearchRequest::set_sort(std::string_view written) {
  sort.reset();
  if (!written.empty()) sort = index::parse_sort(written);
}

void SearchRequest::set_boosts(const std::vector<std::string>& written) {
  boosts.reset();
  if (written.empty()) return;
  boosts.emplace();
  if (written == std::vector<std::string>{"none"}) return;
  for (const std::string& boost : written) {
    boosts->push_back(index::parse_boost(boost));
  }
}

void SearchRequest::set_collapse(std::string_view written) {
  collapse.reset();
  if (!written.empty()) collapse = index::parse_collapse(written);
}

void SearchRequest::set_facets(const std::vector<std::string>& written,
                               size_t most) {
  facets.clear();
  for (std::string_view fields : written) {
    while (!fields.empty()) {
      const size_t end = std::min(fields.find(','), fields.size());
      const std::string_view field = fields.substr(0, end);
      fields.remove_prefix(std::min(end + 1, fields.size()));
      if (field.empty() || std::ranges::find(facets, field) != facets.end()) {
        continue;
      }
      if (facets.size() == most) {
        throw UsageError("A search has at most " + std::to_string(most) +
                         " facets; ask for the others in further searches.");
      }
      facets.emplace_back(field);
    }
  }
}

std::string SearchRequest::sort_text() const {
  return sort ? index::text_of(*sort) : std::string();
}

std::vector<std::string> SearchRequest::boost_texts() const {
  if (!boosts) return {};
  if (boosts->empty()) return {"none"};
  std::vector<std::string> texts;
  for (const auto& boost : *boosts) texts.push_back(index::text_of(boost));
  return texts;
}

std::string SearchRequest::collapse_text() const {
  return collapse ? index::text_of(*collapse) : std::string();
}

std::string written_date(const Parameters& parameters,
                         const Parameter& parameter) {
  return std::string(warc::without_milliseconds(parameters.get(parameter)));
}

std::string date_parameter(const Parameters& parameters,
                           const Parameter& parameter) {
  std::string date = written_date(parameters, parameter);
  if (date.empty() || warc::is_given_date(date)) return date;
  throw UsageError(std::string(parameter.name) + ": " + warc::no_date(date) +
                   '.');
}

SearchRequest search_request(const Request& request) {
  const Parameters& parameters = request.parameters;
  SearchRequest search;
  search.text = parameters.get(kQuery);
  search.start = parameters.number(kStart, 0);
  search.count = parameters.number(kCount, search.count);
  if (search.count > kCount.most || search.start > kStart.most) {
    throw UsageError("An answer has at most " + std::to_string(kMostHits) +
                     " hits, and pages end at hit " + std::to_string(kLastHit) +
                     ". /api/export gives all hits of a query.");
  }
  for (const auto& [name, value] : parameters.pairs()) {
    if (!value.empty() && filter_of(name) != nullptr) {
      search.filters.emplace_back(name, value);
    }
  }
  if (search.filters.size() > kMostFilters) {
    throw UsageError("A search has at most " + std::to_string(kMostFilters) +
                     " filters; put more conditions into the query.");
  }
  search.other_records = parameters.flag(kOtherRecords);
  search.from = date_parameter(parameters, kFrom);
  search.to = date_parameter(parameters, kTo);
  search.set_sort(parameters.get(kSort));
  search.set_collapse(parameters.get(kCollapse));
  search.set_facets(parameters.all(kFacet), kMostFacets);
  search.facet_values = parameters.number(kFacetValues, search.facet_values);
  search.deadline = request.deadline;
  return search;
}

}  // namespace wax::answers
