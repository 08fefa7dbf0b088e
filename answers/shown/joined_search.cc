#include "answers/shown/joined_search.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "answers/shards/cbor.h"
#include "answers/shards/shard_messages.h"
#include "cdx/url/pasted_url.h"
#include "index/match/page_matcher.h"
#include "index/match/query_terms.h"
#include "index/schema/stems.h"
#include "index/search/joined_results.h"
#include "io/error.h"

namespace wax::answers {
namespace {

// A shard has another state than it had a moment ago: what was asked of it
// until now does not go with what it says next.
class ShardChanged : public Error {
 public:
  using Error::Error;
};

// Asks all shards about one search.
class SearchRounds {
 public:
  SearchRounds(const Scope& scope, const SearchRequest& request)
      : session_(scope.generation->shards.get()),
        deadline_(request.deadline),
        facts_(session_->facts_of_some(deadline_)) {
    const ShardFacts joined = joined_facts(scope);
    question_.request = request;
    question_.fields = joined.fields;
    question_.stems = joined.stems;
    stored_fields_ = joined.stored_fields;
    has_other_records_ = joined.has_other_records;
    documents_ = joined.documents;
  }

  // First, the query, whose words all have the stems that some shard has.
  index::Query query() {
    const SearchRequest& request = question_.request;
    if (!cdx::pasted_urls(request.text).empty()) find_urls();
    index::Query query = query_of(query_facts(question_), request);
    index::QueryTerms terms(query);
    count(terms);
    if (question_.stems.empty()) return query;
    question_.all_stems = false;
    QueryFacts facts = query_facts(question_);
    facts.has_stem = [&](const std::string& term) {
      const bool has = terms.count_of(index::kStemsField, term) > 0;
      if (has) question_.known_stems.push_back(term);
      return has;
    };
    query = query_of(facts, request);
    question_.counts.terms = terms.counts_of(index::QueryTerms(query));
    return query;
  }

  index::Results all_groups() {
    question_.all_groups = true;
    return results();
  }

  index::Results results() {
    std::vector<index::ResultsPart> parts(session_->size());
    ask("search", [&](size_t n, std::string_view answer) {
      parts[n] = decoded_part(answer);
    });
    index::ResultOptions options =
        result_options(question_.fields, question_.request);
    options.fields = &question_.fields;
    if (question_.all_groups) options.count = documents_;
    return index::join_results(std::move(parts), options);
  }

  // What is shown of hits, in their order; nothing of those that cannot be read
  // and those of shards that are gone.
  HitTexts texts(const std::vector<RankedHit>& hits) {
    HitTexts all(hits.size());
    std::vector<std::vector<size_t>> places(session_->size());
    std::vector<std::vector<index::Hit>> wanted(session_->size());
    for (size_t i = 0; i < hits.size(); ++i) {
      const index::Hit& hit = hits[i].hit;
      const uint64_t n = hit.document / index::kPartDocuments;
      places[n].push_back(i);
      wanted[n].push_back({hit.document % index::kPartDocuments, hit.score});
    }
    ask_some(
        "documents",
        [&](size_t n, SearchQuestion& question) {
          question.hits = wanted[n];
          return !wanted[n].empty();
        },
        [&](size_t n, std::string_view answer) {
          HitTexts some = decoded_texts(answer);
          if (some.size() != places[n].size()) {
            throw FormatError("message", 0, "there are too few texts");
          }
          for (size_t i = 0; i < some.size(); ++i) {
            all[places[n][i]] = std::move(some[i]);
          }
        });
    return all;
  }

  [[nodiscard]] const SearchQuestion& question() const { return question_; }
  [[nodiscard]] std::vector<std::string> stored_fields() const {
    return stored_fields_;
  }
  [[nodiscard]] bool has_other_records() const { return has_other_records_; }
  [[nodiscard]] bool is_gone(uint64_t document) const {
    return session_->is_gone(document / index::kPartDocuments);
  }

 private:
  using Change = std::function<bool(size_t n, SearchQuestion& question)>;
  using Use = std::function<void(size_t n, std::string_view answer)>;

  void ask(const std::string& what, const Use& use) {
    ask_some(
        what, [](size_t, SearchQuestion&) { return true; }, use);
  }

  // Asks the shards for which `change` returns true; it may change the
  // question.
  void ask_some(const std::string& what, const Change& change, const Use& use) {
    using std::chrono::duration_cast;
    using std::chrono::milliseconds;
    const auto left = duration_cast<milliseconds>(
        deadline_ - std::chrono::steady_clock::now());
    question_.milliseconds =
        static_cast<uint64_t>(std::max<int64_t>(left.count(), 1));
    session_->each([&](size_t n) {
      if (facts_[n] == nullptr || !facts_[n]->has_text) return;
      SearchQuestion question = question_;
      question.state = facts_[n]->state;
      if (!change(n, question)) return;
      const ShardAnswer answer =
          session_->servers().ask(n,
                                  {"/api/shard/" + what,
                                   encoded(question),
                                   {{"Content-Type", std::string(kCbor)}}},
                                  deadline_);
      check(n, answer);
      try {
        use(n, answer.body);
      } catch (const FormatError&) {
        throw ShardGone(name_of(n) + " gave no answer that can be read");
      }
    });
    // With the last one, nothing is left that could be joined.
    session_->check_some_there();
  }

  void check(size_t n, const ShardAnswer& answer) const {
    switch (answer.status) {
      case 200:
        return;
      case 400:
        throw UsageError(without_dot(answer.body));
      case 409:
        throw ShardChanged("");
      case 413:
        throw index::TooMuchMemory(without_dot(answer.body));
      default:
        throw ShardGone(name_of(n) + " answered with the HTTP status " +
                        std::to_string(answer.status));
    }
  }

  // A sentence as it is sent, as it was thrown.
  static std::string without_dot(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '.')) {
      text.pop_back();
    }
    return text;
  }

  [[nodiscard]] std::string name_of(size_t n) const {
    return "the shard " + session_->servers().name(n);
  }

  void find_urls() {
    std::vector<std::vector<bool>> found(session_->size());
    ask("found-urls", [&](size_t n, std::string_view answer) {
      found[n] = decoded_urls(answer);
    });
    for (const std::vector<bool>& one : found) {
      if (one.size() > question_.found_urls.size()) {
        question_.found_urls.resize(one.size());
      }
      for (size_t i = 0; i < one.size(); ++i) {
        if (one[i]) question_.found_urls[i] = true;
      }
    }
  }

  void count(index::QueryTerms& terms) {
    std::vector<index::TermCounts> counts(session_->size());
    ask("terms", [&](size_t n, std::string_view answer) {
      counts[n] = decoded_counts(answer);
    });
    question_.counts = {};
    question_.counts.terms = terms.counts();
    for (index::TermCounts& one : counts) {
      question_.counts.documents += one.documents;
      one.terms.resize(question_.counts.terms.size());
      for (size_t i = 0; i < one.terms.size(); ++i) {
        question_.counts.terms[i] += one.terms[i];
      }
    }
    (void)terms.set_counts(&question_.counts, 0);
  }

  ShardSession* session_;
  std::chrono::steady_clock::time_point deadline_;
  ShardSession::AllFacts facts_;
  SearchQuestion question_;
  std::vector<std::string> stored_fields_;
  bool has_other_records_ = false;
  uint64_t documents_ = 0;
};

SearchAnswer search_once(const Scope& scope, const SearchRequest& request) {
  SearchAnswer answer;
  SearchRounds rounds(scope, request);
  answer.query = rounds.query();
  index::Results results = rounds.results();
  answer.total = results.total;
  answer.groups = results.collapsed_total;
  answer.searched = results.searched;
  answer.missing = results.missing;
  answer.facets = std::move(results.facets);
  answer.periods = std::move(results.periods);
  answer.leaves_out_records = rounds.has_other_records() &&
                              !index::asks_for_other_records(answer.query);
  answer.fields = rounds.stored_fields();
  std::erase(answer.fields, "content");
  std::erase(answer.fields, "main_ranges");
  const std::vector<RankedHit> ranked = ranked_hits(request, results);
  HitTexts texts = rounds.texts(ranked);
  for (size_t i = 0; i < ranked.size(); ++i) {
    const RankedHit& one = ranked[i];
    if (!texts[i]) {
      if (!rounds.is_gone(one.hit.document)) ++answer.missing.documents;
      continue;
    }
    index::ShownHit shown{one.hit, one.rank, one.group_total,
                          std::move(texts[i]->document),
                          std::move(texts[i]->snippet)};
    answer.hits.push_back(search_hit(std::move(shown), request));
  }
  return answer;
}

// Once more when a shard has changed meanwhile.
template <typename Ask>
auto while_shards_change(ShardSession& session, const SearchRequest& request,
                         Ask&& ask) {
  constexpr int kTries = 4;
  for (int tries = 1;; ++tries) {
    try {
      return ask();
    } catch (const ShardChanged&) {
      if (tries == kTries) {
        throw NoShards(
            "The shards of this collection change while they are asked; ask "
            "again");
      }
      session.renew(request.deadline);
    }
  }
}

void check_has_text(const Scope& scope) {
  if (joined_facts(scope).has_text) return;
  throw UsageError("The collection \"" + scope.name() +
                   "\" has no full text, only captures.");
}

}  // namespace

ShardFacts joined_facts(const Scope& scope) {
  ShardSession& session = *scope.generation->shards;
  ShardFacts joined;
  joined.name = scope.name();
  std::map<std::string, index::ColumnKind> columns;
  std::set<std::string> fields;
  std::set<std::string> stored;
  uint64_t pages = 0;
  bool knows_pages = true;
  for (const auto& one : session.facts_of_some(scope.deadline)) {
    if (one == nullptr) {
      knows_pages = false;
      continue;
    }
    const ShardFacts& facts = *one;
    joined.url_key = facts.url_key;
    joined.has_text |= facts.has_text;
    joined.documents += facts.documents;
    if (facts.has_text && facts.pages) pages += *facts.pages;
    knows_pages = knows_pages && (facts.pages || !facts.has_text);
    joined.has_other_records |= facts.has_other_records;
    joined.has_archives |= facts.has_archives;
    if (facts.has_text) joined.stems = facts.stems;
    for (const index::ColumnName& column : facts.fields.columns) {
      columns.emplace(column.name, column.kind);
    }
    fields.insert(facts.fields.all.begin(), facts.fields.all.end());
    stored.insert(facts.stored_fields.begin(), facts.stored_fields.end());
  }
  for (const auto& [name, kind] : columns) {
    joined.fields.columns.push_back({name, kind});
  }
  if (joined.has_text && knows_pages) joined.pages = pages;
  joined.fields.all = index::in_order_of_fields(std::move(fields));
  joined.stored_fields = index::in_order_of_fields(std::move(stored));
  return joined;
}

SearchQuestion joined_question(const Scope& scope,
                               const SearchRequest& request) {
  check_has_text(scope);
  return while_shards_change(*scope.generation->shards, request, [&] {
    SearchRounds rounds(scope, request);
    (void)rounds.query();
    SearchQuestion question = rounds.question();
    question.counts = {};
    return question;
  });
}

JoinedHits joined_hits(const Scope& scope, const SearchRequest& request) {
  check_has_text(scope);
  SearchRequest all = request;
  all.start = all.count = 0;
  all.mixes_groups = false;
  all.facets.clear();
  all.period.clear();
  JoinedHits found(scope.memory.get());
  index::Results results =
      while_shards_change(*scope.generation->shards, request, [&] {
        SearchRounds rounds(scope, all);
        (void)rounds.query();
        index::Results some = rounds.all_groups();
        found.question = rounds.question();
        return some;
      });
  for (const index::CollapsedHits& group : results.collapsed) {
    found.memory.add(group.hits.size() * sizeof(uint64_t));
    for (const index::Hit& hit : group.hits) {
      found.documents.push_back(hit.document);
    }
  }
  std::ranges::sort(found.documents);
  found.missing = results.missing;
  if (found.missing.out_of_time) throw OutOfTime();
  return found;
}

SearchAnswer joined_search(const Scope& scope, const SearchRequest& request) {
  auto begin = std::chrono::steady_clock::now();
  ShardSession& session = *scope.generation->shards;
  check_has_text(scope);
  return while_shards_change(session, request, [&] {
    SearchAnswer answer = search_once(scope, request);
    if (request.suggests_searches && answer.total == 0) {
      answer.other_searches =
          other_searches(request, [&](const SearchRequest& other) {
            SearchRequest count = other;
            count.count = 0;
            count.facets.clear();
            count.period.clear();
            count.collapse.reset();
            count.suggests_searches = false;
            return joined_search(scope, count).total;
          });
    }
    for (std::string& reason : session.gone()) {
      answer.missing.others.push_back(std::move(reason));
    }
    answer.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
            .count();
    return answer;
  });
}

}  // namespace wax::answers
