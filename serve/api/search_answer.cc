#include "serve/api/search_answer.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "index/query/fields.h"
#include "index/store/document_json.h"
#include "io/error.h"
#include "text/ascii.h"
#include "text/json.h"

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
  search.from = parameters.get("from");
  search.to = parameters.get("to");
  check_date("from", search.from);
  check_date("to", search.to);
  search.facets = parameters.all("facet");
  search.facet_values = parameters.number("facet-values", search.facet_values);
  search.deadline = request.deadline;
  return search;
}

index::Query query_of(const SearchRequest& request) {
  index::Query all;
  all.kind = index::Query::Kind::kAnd;
  if (!is_blank_text(request.text)) {
    all.parts.push_back(index::parse_query(request.text));
  }
  for (const auto& [field, value] : request.filters) {
    all.parts.push_back(exact_query(field, value));
  }
  if (!request.from.empty() || !request.to.empty()) {
    all.parts.push_back(
        index::parse_query("date:" + request.from + "-" + request.to));
  }
  if (all.parts.empty()) return {};
  if (all.parts.size() == 1) return all.parts[0];
  return all;
}

const index::IndexReader& reader_of(const Scope& scope) {
  if (scope.generation->reader == nullptr) {
    throw UsageError("The collection \"" + scope.collection->name() +
                     "\" has no full text, only captures.");
  }
  return *scope.generation->reader;
}

std::vector<std::string> facet_fields(const Scope& scope) {
  std::vector<std::string> known = reader_of(scope).all_fields();
  std::vector<std::string> fields;
  for (std::string_view field : kShownFacets) {
    if (std::find(known.begin(), known.end(), field) != known.end()) {
      fields.emplace_back(field);
    }
  }
  return fields;
}

SearchAnswer find(const Scope& scope, const SearchRequest& request) {
  auto begin = std::chrono::steady_clock::now();
  const index::IndexReader& reader = reader_of(scope);
  index::Query query = query_of(request);
  ReportedData problems(*scope.site);
  index::SearchOptions options;
  options.deadline = request.deadline;
  options.problems = &problems;
  options.facet_values = request.facet_values;
  index::Searcher searcher(reader);
  SearchAnswer answer;
  index::Hits hits =
      searcher.search(query, request.start, request.count, options);
  answer.total = hits.total;
  answer.out_of_time = hits.out_of_time;
  for (const std::string& field : request.facets) {
    options.facet = field;
    answer.facets.push_back(
        {field, searcher.search(query, 0, 0, options).facet});
  }

  std::vector<index::Query::Word> words = index::words_to_mark(query);
  uint64_t rank = request.start;
  for (const index::Hit& hit : hits.best) {
    FoundDocument found;
    found.rank = ++rank;
    found.score = hit.score;
    try {
      reader.document(hit.document, {}, found.values);
    } catch (const FormatError& error) {
      if (scope.site->report) scope.site->report(error.what());
      continue;
    }
    found.snippet =
        index::make_snippet(index::value_of(found.values, "content"), words);
    std::erase_if(found.values,
                  [](const auto& value) { return value.first == "content"; });
    answer.documents.push_back(std::move(found));
  }
  answer.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
          .count();
  return answer;
}

uint64_t count_documents(const Scope& scope, const index::Query& query) {
  return index::Searcher(reader_of(scope)).search(query, 0, 0).total;
}

std::vector<std::string_view> values_of(const index::StoredDocument& document,
                                        std::string_view field) {
  std::vector<std::string_view> values;
  for (const auto& [name, value] : document) {
    if (name == field) values.push_back(value);
  }
  return values;
}

void append_json(const FoundDocument& document,
                 const std::vector<std::string>& fields, std::string& out) {
  std::array<char, 32> score;
  std::snprintf(score.data(), score.size(), "%.6g",
                static_cast<double>(document.score));
  out += "{\"rank\":" + std::to_string(document.rank) +
         ",\"score\":" + score.data() + ',';
  size_t size = out.size();
  index::append_json_fields(document.values, fields, out);
  if (out.size() > size) out += ',';
  out += "\"snippet\":";
  text::append_json_string(document.snippet.text, out);
  out += ",\"marks\":[";
  for (size_t i = 0; i < document.snippet.marks.size(); ++i) {
    const auto& [from, to] = document.snippet.marks[i];
    if (i > 0) out += ',';
    out += '[' + std::to_string(from) + ',' + std::to_string(to) + ']';
  }
  out += "]}";
}

}  // namespace wax::serve
