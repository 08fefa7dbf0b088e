#include "answers/shown/search_answer.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "answers/opened/shown_fields.h"
#include "answers/requests/search_query.h"
#include "answers/shown/collection_answers.h"
#include "collection/steps/link_steps.h"
#include "index/query/query_form.h"
#include "index/schema/rule_fields.h"
#include "index/search/document_values.h"
#include "index/search/suggest.h"
#include "io/error.h"

namespace wax::answers {
namespace {

// The best for names of sites and manuals of those that lose nothing for other
// queries: docs/RANKING.md.
constexpr double kWeightOfPageRank = 0.02;

index::SearchOptions search_options(const SearchedIndex& searched,
                                    const SearchRequest& request) {
  index::SearchOptions options;
  if (request.deadline != request.deadline.max()) {
    options.deadline = request.deadline;
  }
  options.exact_total = request.exact_total;
  options.problems = searched.problems;
  options.evaluations = searched.evaluations;
  options.memory = searched.memory;
  return options;
}

std::vector<index::Boost> boosts_of(const index::FieldNames& names,
                                    const SearchRequest& request,
                                    const index::Sort& sort) {
  if (request.boosts) return *request.boosts;
  if (sort.by != index::Sort::By::kRelevance || !has_page_rank(names)) {
    return {};
  }
  return {{index::Boost::By::kLog, collection::kPageRank, kWeightOfPageRank}};
}

index::ResultOptions result_options(const SearchedIndex& searched,
                                    const SearchRequest& request) {
  index::ResultOptions options =
      result_options(index::field_names(*searched.reader), request);
  options.search = search_options(searched, request);
  return options;
}

uint64_t count_documents(const SearchedIndex& searched,
                         const SearchRequest& request) {
  return index::Searcher(*searched.reader)
      .search(query_of(*searched.reader, request), 0, 0,
              search_options(searched, request))
      .total;
}

// What spaces separate, unless they are quoted.
std::vector<std::string> parts_of_text(std::string_view text) {
  std::vector<std::string> parts;
  std::string part;
  bool quoted = false;
  for (char c : std::string(text) + ' ') {
    if (c == '"') quoted = !quoted;
    if (c == ' ' && !quoted) {
      if (!part.empty()) parts.push_back(std::move(part));
      part.clear();
    } else {
      part += c;
    }
  }
  return parts;
}

}  // namespace

std::string_view SearchHit::value_of(std::string_view field) const {
  return index::value_of(shown.document, std::string(field));
}

std::vector<SnippetPart> SearchHit::snippet() const {
  std::vector<SnippetPart> parts;
  std::string_view text = shown.snippet.text;
  size_t at = 0;
  for (const auto& [from, to] : shown.snippet.marks) {
    if (from > at) parts.push_back({text.substr(at, from - at), false});
    parts.push_back({text.substr(from, to - from), true});
    at = to;
  }
  if (at < text.size()) parts.push_back({text.substr(at), false});
  return parts;
}

SearchHit search_hit(index::ShownHit shown, const SearchRequest& request) {
  FoundPage page = found_page(shown.document);
  std::erase_if(shown.document, [&](const auto& value) {
    return index::is_of_rules(value.first) ||
           (value.first == "content" && !request.with_content);
  });
  return {std::move(shown), std::move(page)};
}

std::vector<OtherSearch> other_searches(
    const SearchRequest& request,
    const std::function<uint64_t(const SearchRequest&)>& documents) {
  using Kind = OtherSearch::Kind;
  std::vector<OtherSearch> others;
  SearchRequest other;
  other.deadline = request.deadline;
  if (request.has_filters()) {
    other.text = request.text;
    others.push_back({Kind::kWithoutFilters, request.text, documents(other)});
  }
  std::vector<std::string> parts = parts_of_text(request.text);
  constexpr size_t kMostParts = 8;
  if (parts.size() < 2 || parts.size() > kMostParts) return others;
  other = request;
  for (std::string& part : parts) {
    other.text = part;
    try {
      others.push_back({Kind::kOneWord, part, documents(other)});
    } catch (const UsageError&) {
      // A part of the query that is no query, such as "OR".
    }
  }
  return others;
}

index::ResultOptions result_options(const index::FieldNames& names,
                                    const SearchRequest& request) {
  index::ResultOptions options;
  options.sort = request.sort.value_or(index::Sort());
  options.boosts = boosts_of(names, request, options.sort);
  options.collapse = request.collapse.value_or(index::Collapse());
  options.collapsed_hits = request.per_group;
  options.facets = request.facets;
  options.facet_values = request.facet_values;
  options.period = request.period;
  options.start = request.mixes_groups ? 0 : request.start;
  options.count =
      request.mixes_groups ? request.start + request.count : request.count;
  return options;
}

std::vector<RankedHit> ranked_hits(const SearchRequest& request,
                                   const index::Results& results) {
  std::vector<RankedHit> hits;
  uint64_t rank = request.mixes_groups ? 0 : request.start;
  for (const index::CollapsedHits& group : results.collapsed) {
    ++rank;
    for (const index::Hit& hit : group.hits) {
      hits.push_back({hit, rank, group.total});
    }
  }
  if (!request.mixes_groups) return hits;
  if (results.is_by_score) {
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

std::optional<index::ShownHit> read_hit(const SearchedIndex& searched,
                                        const index::HitReader& reader,
                                        const RankedHit& ranked) {
  try {
    return reader.read(ranked.hit, ranked.rank, ranked.group_total);
  } catch (const Error& error) {
    if (searched.problems == nullptr) throw;
    searched.problems->report({Severity::kLost, "unreadable-document",
                               searched.name, std::nullopt, error.what()});
    return std::nullopt;
  }
}

SearchAnswer answer_search(const SearchedIndex& searched,
                           const SearchRequest& request) {
  auto begin = std::chrono::steady_clock::now();
  const index::IndexReader& reader = *searched.reader;
  SearchAnswer answer;
  answer.query = query_of(reader, request);
  index::ResultOptions options = result_options(searched, request);
  index::Results results = index::find_results(reader, answer.query, options);
  answer.total = results.total;
  answer.total_is_exact = results.total_is_exact;
  answer.groups = results.collapsed_total;
  answer.searched = results.searched;
  answer.missing = results.missing;
  answer.facets = std::move(results.facets);
  answer.periods = std::move(results.periods);
  answer.in_shards = std::move(results.in_shards);
  answer.leaves_out_records = index::leaves_out_records(reader, answer.query);
  if (request.suggests && results.total < index::kFewHits &&
      !request.text.empty()) {
    answer.better_text = index::did_you_mean(reader, request.text,
                                             results.total, options.search);
  }
  if (request.suggests_searches && results.total == 0) {
    answer.other_searches =
        other_searches(request, [&](const SearchRequest& other) {
          return count_documents(searched, other);
        });
  }
  index::HitReader hits(reader, answer.query, searched.kept);
  answer.fields = hits.fields();
  for (const RankedHit& ranked : ranked_hits(request, results)) {
    std::optional<index::ShownHit> shown = read_hit(searched, hits, ranked);
    if (!shown) {
      ++answer.missing.documents;
      continue;
    }
    answer.hits.push_back(search_hit(std::move(*shown), request));
  }
  answer.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
          .count();
  return answer;
}

index::Missing each_search_hit(
    const SearchedIndex& searched, const SearchRequest& request,
    const std::function<bool(const index::Query&,
                             const std::vector<std::string>&,
                             const index::ShownHit&)>& use) {
  index::Query query = query_of(*searched.reader, request);
  index::HitReader hits(*searched.reader, query);
  uint64_t rank = 0;
  uint64_t unreadable = 0;
  index::Missing missing = index::each_hit(
      *searched.reader, query, search_options(searched, request),
      [&](const index::Hit& hit) {
        auto shown = read_hit(searched, hits, {hit, ++rank, 1});
        if (!shown) ++unreadable;
        return !shown || use(query, hits.fields(), *shown);
      });
  missing.documents += unreadable;
  return missing;
}

SearchedIndex searched_index(const Scope& scope, ReportedData& problems) {
  return {&reader_of(scope),  scope.name(),
          &problems,          &scope.holdings->evaluations,
          scope.memory.get(), scope.holdings->kept.get()};
}

index::SearchOptions limits_of(const Scope& scope) {
  index::SearchOptions options;
  if (scope.deadline != scope.deadline.max()) options.deadline = scope.deadline;
  options.memory = scope.memory.get();
  return options;
}

const index::IndexReader& reader_of(const Scope& scope) {
  return answers_of(scope)->reader();
}

index::FieldNames names_of(const Scope& scope) {
  return answers_of(scope)->names();
}

SearchAnswer answer_search(const Scope& scope, const SearchRequest& request) {
  SearchAnswer answer = answers_of(scope)->search(request);
  if (answer.missing.any()) scope.count_incomplete();
  return answer;
}

std::optional<uint64_t> FoundDocuments::take() {
  while (word < bits.size() && bits[word] == 0) ++word;
  if (word == bits.size()) return std::nullopt;
  const auto bit = static_cast<uint64_t>(std::countr_zero(bits[word]));
  bits[word] &= bits[word] - 1;
  return word * 64 + bit;
}

FoundDocuments found_documents(const Scope& scope,
                               const SearchRequest& request) {
  ReportedData problems(scope);
  SearchedIndex searched = searched_index(scope, problems);
  uint64_t documents = searched.reader->documents();
  FoundDocuments found{index::TakenMemory(searched.memory), {}, {}};
  found.memory.add(documents / 8);
  found.bits.resize(documents / 64 + 1);
  const index::Query query = query_of(*searched.reader, request);
  auto add = [&](const index::Hit& hit) {
    found.bits[hit.document / 64] |= uint64_t{1} << hit.document % 64;
    return true;
  };
  if (!request.collapses()) {
    found.missing = index::each_hit(*searched.reader, query,
                                    search_options(searched, request), add);
  } else {
    index::ResultOptions options = result_options(searched, request);
    options.start = 0;
    options.count = documents;
    options.facets.clear();
    options.period.clear();
    index::Results results =
        index::find_results(*searched.reader, query, options);
    for (const index::CollapsedHits& group : results.collapsed) {
      for (const index::Hit& hit : group.hits) (void)add(hit);
    }
    found.missing = results.missing;
  }
  if (found.missing.out_of_time) throw OutOfTime();
  if (found.missing.any()) scope.count_incomplete();
  return found;
}

float boost_of(const index::IndexReader& reader, const SearchRequest& request,
               uint64_t document) {
  const index::FieldNames names = index::field_names(reader);
  index::Factors factors(
      names, boosts_of(names, request, request.sort.value_or(index::Sort())));
  const auto& shards = index::Searcher::shards_of(reader);
  const auto after =
      std::ranges::upper_bound(shards, document, {}, &index::Shard::base);
  if (factors.empty() || after == shards.begin()) return 1;
  const index::Shard& shard = *std::prev(after);
  factors.begin_shard(shard, {});
  return factors.of(static_cast<uint32_t>(document - shard.base));
}

SearchRequest with_all_that_pages_show(const Scope& scope,
                                       SearchRequest request) {
  // Hits of a site, or with almost the same text, that stand together.
  constexpr uint64_t kMostOfGroup = 4;
  const index::FieldNames names = names_of(scope);
  request.facets = facet_fields(names);
  using By = index::Collapse::By;
  if (!request.collapse) {
    bool has_url_keys =
        std::ranges::find(names.all, "urlkey") != names.all.end();
    request.collapse = {has_url_keys ? By::kUrl : By::kNothing, {}};
  }
  // The versions of a URL have their own page.
  if (request.collapse->by != By::kUrl) request.per_group = kMostOfGroup;
  request.period = period_field(names);
  request.suggests = request.suggests_searches = true;
  return request;
}

void add_titles_of_pages(const Scope& scope, std::span<SearchHit> hits) {
  std::set<std::string> pages;
  for (const SearchHit& hit : hits) {
    const FoundPage::ShownBy& page = hit.page.shown_by;
    if (page.url.empty()) continue;
    pages.insert('(' + index::written_value("urlkey", page.urlkey) + ' ' +
                 index::written_value("digest", page.digest) + ')');
  }
  if (pages.empty()) return;
  SearchRequest request;
  for (const std::string& page : pages) {
    request.text += (request.text.empty() ? "" : " OR ") + page;
  }
  request.count = kMostHits;
  request.deadline = scope.deadline;
  const SearchAnswer found = answer_search(scope, request);
  std::map<std::string_view, std::string_view> titles;
  for (const SearchHit& hit : found.hits) {
    titles.emplace(hit.page.digest, hit.page.title);
  }
  for (SearchHit& hit : hits) {
    const auto title = titles.find(hit.page.shown_by.digest);
    if (title != titles.end()) hit.page.shown_by.title = title->second;
  }
}

std::optional<uint64_t> visible_documents(const Scope& scope) {
  return answers_of(scope)->visible_documents();
}

std::optional<uint64_t> visible_pages(const Scope& scope) {
  return answers_of(scope)->visible_pages();
}

}  // namespace wax::answers
