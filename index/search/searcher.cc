#include "index/search/searcher.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "index/match/matcher_maker.h"
#include "index/match/page_matcher.h"
#include "index/match/query_terms.h"
#include "index/match/shard_search.h"
#include "index/search/boosted_hits.h"
#include "index/store/reader_state.h"
#include "io/error.h"

namespace wax::index {
namespace {

// Keeps `count` hits from the `start`-th on.
void cut(uint64_t start, uint64_t count, std::vector<Hit>& hits) {
  auto from = static_cast<ptrdiff_t>(std::min<uint64_t>(start, hits.size()));
  hits.erase(hits.begin(), hits.begin() + from);
  if (hits.size() > count) hits.resize(count);
}

// Terms that only documents have that are not seen count nothing: who asks
// would learn the words of these.
void leave_out_unseen(const Shard& shard, const Deadline& deadline,
                      QueryTerms::InShard& terms) {
  if (shard.deleted.empty()) return;
  constexpr uint64_t kBetweenChecks = 4096;
  uint64_t looked_at = 0;
  for (size_t i = 0; i < terms.documents.size(); ++i) {
    TermCursor cursor(terms.sources[i]);
    while (cursor.document() != kNoDocument &&
           shard.is_deleted(cursor.document())) {
      if (++looked_at % kBetweenChecks == 0) deadline.check();
      cursor.next();
    }
    if (cursor.document() == kNoDocument) terms.documents[i] = 0;
  }
}

// Finds the best hits, shard by shard.
class BestSearch {
 public:
  // `pairs` may change the order of the first `needed` hits.
  BestSearch(uint64_t wanted, uint64_t needed,
             const std::vector<WordPair>& pairs, const SearchOptions& options)
      : options_(&options),
        pairs_(&pairs),
        needed_(needed),
        best_(wanted),
        before_(best_) {}

  // Before the first shard.
  void prepare(const QueryTerms& terms, uint64_t documents) {
    if (pairs_->empty()) return;
    float most = 0;
    for (float boost : boosts_of(*pairs_, terms, documents, *options_)) {
      most += boost;
    }
    best_ = BestHits(best_.wanted(), needed_, most);
  }
  [[nodiscard]] static bool wants_more() { return true; }
  void begin(const Shard& shard, Matcher& matcher, double rounding,
             const Deadline& deadline) {
    search_.emplace(matcher, shard, deadline, *options_, rounding, best_);
    before_ = best_;
  }
  void run() { search_->run(best_); }
  // Drops the hits of the shard unless `keep`: it turned out to be damaged.
  // Returns how many documents were looked at.
  uint32_t end(bool keep) {
    if (keep) {
      total_ += search_->total();
      total_is_exact_ &= search_->total_is_exact();
    } else {
      best_ = std::move(before_);
    }
    return search_->searched();
  }

  void move_to(Hits& hits) {
    hits.best = std::move(best_).sorted();
    hits.total = total_;
    hits.total_is_exact = total_is_exact_;
    if (!total_is_exact_) hits.total = std::max(total_, hits.best.size());
  }

 private:
  const SearchOptions* options_;
  const std::vector<WordPair>* pairs_;
  uint64_t needed_;
  BestHits best_;
  BestHits before_;                    // of the shard
  std::optional<ShardSearch> search_;  // of the shard
  uint64_t total_ = 0;
  bool total_is_exact_ = true;
};

// Gives the windows with matches to a user. As BestSearch.
class WindowSearch {
 public:
  explicit WindowSearch(WindowUser& user) : user_(&user) {}

  void prepare(const QueryTerms&, uint64_t) {}
  [[nodiscard]] bool wants_more() const { return more_; }
  void begin(const Shard& shard, Matcher& matcher, double,
             const Deadline& deadline) {
    shard_ = &shard;
    matcher_ = &matcher;
    deadline_ = &deadline;
    searched_ = 0;
    user_->begin_shard(shard, matcher.expected(), deadline);
  }
  void run() {
    while (searched_ < shard_->documents) {
      deadline_->check();
      uint32_t next = matcher_->at_or_after(searched_);
      if (next == kNoDocument) break;
      uint32_t base = next / kWindow * kWindow;
      WindowMask mask = {};
      matcher_->fill(base, nullptr, mask);
      for (size_t i = 0; !shard_->deleted.empty() && i < mask.size(); ++i) {
        mask[i] &= ~shard_->deleted[base / 64 + i];
      }
      more_ = user_->take({*shard_, base, mask, *matcher_});
      if (!more_) return;
      searched_ = std::min(base + kWindow, shard_->documents);
    }
  }
  uint32_t end(bool keep) {
    user_->end_shard(keep);
    return searched_;
  }

 private:
  WindowUser* user_;
  const Shard* shard_ = nullptr;
  Matcher* matcher_ = nullptr;
  const Deadline* deadline_ = nullptr;
  uint32_t searched_ = 0;
  bool more_ = true;
};

// Looks the terms up in all shards, counts them, and then searches the shards
// that can be read by `work`. Returns `searched` and `missing` alone.
template <typename Work, typename State>
Hits search_shards(const State& state, const Query& query,
                   const SearchOptions& options, QueryTerms& terms,
                   FoundTerms& found, Work& work) {
  const std::vector<Shard>& shards = state.shards;
  Deadline deadline(options.deadline);
  Hits hits;
  found.resize(shards.size());
  size_t unreadable = 0;
  auto drop = [&](const Shard& shard, const Error& error) {
    tell_unreadable(shard, error, options);
    ++unreadable;
  };
  try {
    for (size_t i = 0; i < shards.size(); ++i) {
      try {
        found[i] = terms.look_up(shards[i], deadline);
        terms.count(*found[i]);
      } catch (const TooMuchMemory&) {
        throw;
      } catch (const Error& error) {
        drop(shards[i], error);
      }
    }
    const uint64_t documents =
        terms.set_counts(options.counts, state.documents);
    work.prepare(terms, documents);
    const bool has_others = asks_for_other_records(query);
    for (size_t i = 0; i < shards.size() && work.wants_more(); ++i) {
      if (!found[i]) continue;
      const Shard& shard = shards[i];
      bool begun = false;
      try {
        if (options.evaluations != nullptr) ++*options.evaluations;
        MatcherMaker maker(shard, terms, *found[i], documents, deadline,
                           options);
        // Tells no problem a second time.
        SearchOptions quiet = options;
        quiet.problems = nullptr;
        MatcherMaker counter(shard, terms, *found[i], documents, deadline,
                             quiet);
        auto make = [&] { return maker.matcher(query); };
        auto again = [&] { return counter.matcher(query); };
        if (MatcherPtr matcher =
                has_others ? make() : pages_of(shard, make, again)) {
          work.begin(shard, *matcher, maker.rounding(), deadline);
          begun = true;
          work.run();
          work.end(true);
        }
        hits.searched += shard.documents;
      } catch (const Deadline::Passed&) {
        if (begun) hits.searched += work.end(true);
        throw;
      } catch (const TooMuchMemory&) {
        throw;
      } catch (const Error& error) {
        if (begun) work.end(false);
        drop(shard, error);
      }
    }
  } catch (const Deadline::Passed&) {
    hits.missing.out_of_time = true;
  }
  if (unreadable == shards.size()) {
    throw Searcher::Unreadable("no shard of this index can be read");
  }
  hits.missing.shards = state.unreadable_shards + unreadable;
  return hits;
}

}  // namespace

Hits Searcher::search(const Query& query, uint64_t start, uint64_t count,
                      const SearchOptions& options) const {
  const uint64_t needed =
      count > UINT64_MAX - start ? UINT64_MAX : start + count;
  Hits hits = best_hits(query, needed, count > 0, options, nullptr);
  cut(start, count, hits.best);
  return hits;
}

Hits Searcher::best_of_part(const Query& query, uint64_t count,
                            const SearchOptions& options,
                            std::vector<Hit>& boosted) const {
  boosted.clear();
  return best_hits(query, count, count > 0, options, &boosted);
}

Hits Searcher::best_hits(const Query& query, uint64_t needed, bool any_wanted,
                         const SearchOptions& options,
                         std::vector<Hit>* boosted) const {
  const IndexReader::State& state = *reader_->state_;
  uint64_t wanted = needed;
  std::vector<WordPair> pairs;
  if (any_wanted && options.proximity_boost > 0) pairs = pairs_of(query);
  if (!pairs.empty()) wanted = std::max(wanted, kHitsWithProximityBoost);
  QueryTerms terms(query);
  FoundTerms found;
  Hits hits;
  if (state.engine) {
    hits = state.engine->search(state.shards, state.documents, query, wanted);
    hits.missing.shards = state.unreadable_shards;
    for (const Shard& shard : state.shards) {
      if (pairs.empty()) break;
      found.emplace_back(terms.look_up(shard, Deadline()));
      terms.count(*found.back());
    }
  } else {
    BestSearch best(wanted, needed, pairs, options);
    hits = search_shards(state, query, options, terms, found, best);
    best.move_to(hits);
  }
  if (pairs.empty() || hits.missing.out_of_time) return hits;
  const uint64_t documents = terms.set_counts(options.counts, state.documents);
  const PairSearch search{state.shards, pairs,     terms,
                          found,        documents, options};
  if (boosted == nullptr) {
    hits.missing.out_of_time = !add_proximity_boosts(search, needed, hits.best);
    return hits;
  }
  boosted->assign(
      hits.best.begin(),
      hits.best.begin() + static_cast<ptrdiff_t>(std::min<uint64_t>(
                              hits.best.size(), kHitsWithProximityBoost)));
  hits.missing.out_of_time =
      !add_proximity_boosts(search, boosted->size(), *boosted);
  return hits;
}

TermCounts Searcher::term_counts(const Query& query,
                                 const SearchOptions& options,
                                 Missing& missing) const {
  const IndexReader::State& state = *reader_->state_;
  QueryTerms terms(query);
  missing.shards = state.unreadable_shards;
  try {
    for (const Shard& shard : state.shards) {
      try {
        const Deadline deadline(options.deadline);
        QueryTerms::InShard found = terms.look_up(shard, deadline);
        leave_out_unseen(shard, deadline, found);
        terms.count(found);
      } catch (const Error& error) {
        tell_unreadable(shard, error, options);
        ++missing.shards;
      }
    }
  } catch (const Deadline::Passed&) {
    missing.out_of_time = true;
  }
  return {state.documents, terms.counts()};
}

const std::vector<Shard>& Searcher::shards_of(const IndexReader& reader) {
  return reader.state_->shards;
}

bool leaves_out_records(const IndexReader& reader, const Query& query) {
  if (asks_for_other_records(query)) return false;
  const std::vector<Shard>& shards = Searcher::shards_of(reader);
  return std::any_of(shards.begin(), shards.end(), [](const Shard& shard) {
    try {
      const std::vector<uint64_t>& others = shard.other_records->of(shard);
      for (size_t i = 0; i < others.size(); ++i) {
        const uint64_t left = shard.deleted.empty() ? 0 : shard.deleted[i];
        if ((others[i] & ~left) != 0) return true;
      }
      return false;
    } catch (const Error&) {
      return false;
    }
  });
}

std::optional<uint64_t> count_pages(const IndexReader& reader) {
  uint64_t pages = reader.documents() - reader.deleted();
  try {
    for (const Shard& shard : Searcher::shards_of(reader)) {
      const std::vector<uint64_t>& others = shard.other_records->of(shard);
      for (size_t i = 0; i < others.size(); ++i) {
        const uint64_t left = shard.deleted.empty() ? 0 : shard.deleted[i];
        pages -= static_cast<uint64_t>(std::popcount(others[i] & ~left));
      }
    }
  } catch (const Error&) {
    return std::nullopt;
  }
  return pages;
}

Hits Searcher::each_window(const Query& query, const SearchOptions& options,
                           WindowUser& user) const {
  const IndexReader::State& state = *reader_->state_;
  if (state.engine) {
    throw UsageError("Lucene++ gives the best hits only; leave the engine out");
  }
  QueryTerms terms(query);
  FoundTerms found;
  WindowSearch work(user);
  return search_shards(state, query, options, terms, found, work);
}

Hits Searcher::proximity_boosts(const Query& query, std::vector<Hit> hits,
                                const SearchOptions& options) const {
  Hits found;
  std::vector<WordPair> pairs;
  if (options.proximity_boost > 0) pairs = pairs_of(query);
  if (pairs.empty()) return found;
  const IndexReader::State& state = *reader_->state_;
  QueryTerms terms(query);
  FoundTerms in_shards(state.shards.size());
  try {
    for (size_t i = 0; i < in_shards.size(); ++i) {
      try {
        in_shards[i] =
            terms.look_up(state.shards[i], Deadline(options.deadline));
        terms.count(*in_shards[i]);
      } catch (const Error& error) {
        tell_unreadable(state.shards[i], error, options);
      }
    }
    for (Hit& hit : hits) hit.score = 0;
    const size_t count = hits.size();
    found.best = std::move(hits);
    found.missing.out_of_time = !add_proximity_boosts(
        {state.shards, pairs, terms, in_shards,
         terms.set_counts(options.counts, state.documents), options},
        count, found.best);
  } catch (const Deadline::Passed&) {
    found.missing.out_of_time = true;
  }
  if (found.missing.out_of_time) found.best.clear();
  return found;
}

}  // namespace wax::index
