#include "answers/requests/search_query.h"

#include <string>
#include <utility>

#include "cdx/url/host.h"
#include "cdx/url/pasted_url.h"
#include "cdx/url/typed_site.h"
#include "index/query/query_value.h"
#include "index/schema/fields.h"
#include "index/search/searcher.h"
#include "index/store/lucene_segment.h"
#include "io/error.h"
#include "text/ascii.h"

namespace wax::answers {
namespace {

void check_filter(const index::ColumnNames& columns, const std::string& field) {
  std::string list;
  for (const std::string& name : index::query_fields(columns)) {
    const index::Field* known = index::find_field(name);
    // A value of such a field is not one term.
    if (known != nullptr && (known->indexed == index::Indexed::kWords ||
                             name == index::kDateField)) {
      continue;
    }
    if (name == field) return;
    list += (list.empty() ? "" : ", ") + name;
  }
  throw UsageError("filter \"" + field +
                   "\": there is no such field of whole values; there are " +
                   list);
}

index::Query exact_query(const std::string& field, const std::string& value) {
  index::Query query;
  query.kind = index::Query::Kind::kExact;
  query.field = field;
  const index::Field* known = index::find_field(field);
  query.values = {value};
  if (known != nullptr && known->lower) text::lower_case(query.values[0]);
  if (field == "site" || field == "sites" || field == "host" ||
      field == "domain") {
    // Values of facets of former versions are as crawlers wrote them.
    std::string host = cdx::typed_site(value).host;
    if (field == "site") host = cdx::site_of(host);
    if (!host.empty() && host != query.values[0]) query.values.push_back(host);
  }
  if (field == "lang") {
    query.values = index::codes_of_languages(std::move(query.values));
  }
  return query;
}

// A text that is the URL of a page stands for it; other texts are queries.
index::Query query_of_text(const QueryFacts& facts, const std::string& text) {
  for (const std::string& url : cdx::pasted_urls(text)) {
    index::Query page = index::query_of_url(url);
    if (facts.finds_some(page)) return page;
    // Other archives write the pages of a site with "*" at the end. A text with
    // brackets is a query with operators.
    if (url.ends_with('*') && url.find_first_of("()[]") == url.npos) {
      page = index::parse_query("url:" + url);
      if (facts.finds_some(page)) return page;
    }
  }
  return index::parse_query(text, facts.columns);
}

}  // namespace

QueryFacts query_facts(const index::IndexReader& reader) {
  return {reader.columns(), reader.stems(),
          [&reader](const std::string& term) {
            return reader.has_term(index::kStemsField, term);
          },
          [&reader](const index::Query& query) {
            return index::Searcher(reader).search(query, 0, 0).total > 0;
          }};
}

index::Query query_of(const index::IndexReader& reader,
                      const SearchRequest& request) {
  return query_of(query_facts(reader), request);
}

index::Query query_of(const QueryFacts& facts, const SearchRequest& request) {
  index::Query all;
  all.kind = index::Query::Kind::kAnd;
  if (request.text.find_first_not_of(" \t\r\n") != std::string::npos) {
    all.parts.push_back(query_of_text(facts, request.text));
  }
  for (const auto& [field, value] : request.filters) {
    check_filter(facts.columns, field);
    all.parts.push_back(exact_query(field, value));
  }
  if (!request.from.empty() || !request.to.empty()) {
    all.parts.push_back(
        index::parse_query("date:" + request.from + "-" + request.to));
  }
  if (!all.parts.empty()) {
    index::add_stems(all, {facts.stems, request.stem_lang, facts.has_stem});
  }
  index::Query query;
  if (all.parts.size() == 1) {
    query = std::move(all.parts[0]);
  } else if (!all.parts.empty()) {
    query = std::move(all);
  }
  query.other_records |= request.other_records;
  return query;
}

}  // namespace wax::answers
