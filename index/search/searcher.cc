#include "index/search/searcher.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "index/match/matcher_maker.h"
#include "index/match/page_matcher.h"
#include "index/match/proximity_boost.h"
#include "index/match/query_terms.h"
#include "index/match/shard_search.h"
#include "index/schema/ranking.h"
#include "index/store/reader_state.h"
#include "io/error.h"

namespace wax::index {
namespace {

// What is told of a shard that turns out to be damaged. Throws the error on
// when nobody is to be told.
void tell(const Shard& shard, const Error& error,
          const SearchOptions& options) {
  if (options.problems == nullptr) throw;
  options.problems->report(unreadable_shard(shard.path, error));
}

// Keeps `count` hits from the `start`-th on.
void cut(uint64_t start, uint64_t count, std::vector<Hit>& hits) {
  auto from = static_cast<ptrdiff_t>(std::min<uint64_t>(start, hits.size()));
  hits.erase(hits.begin(), hits.begin() + from);
  if (hits.size() > count) hits.resize(count);
}

// Looks for the pairs in the best hits, and sorts these again.
void add_proximity_boosts(const std::vector<Shard>& shards,
                          const std::vector<WordPair>& pairs,
                          const QueryTerms& terms, uint64_t documents,
                          const SearchOptions& options,
                          std::vector<Hit>& best) {
  auto end = best.begin() + static_cast<ptrdiff_t>(std::min<uint64_t>(
                                best.size(), kHitsWithProximityBoost));
  std::sort(best.begin(), end,
            [](const Hit& a, const Hit& b) { return a.document < b.document; });
  auto begin = best.begin();
  for (const Shard& shard : shards) {
    auto last = std::find_if(begin, end, [&](const Hit& hit) {
      return hit.document >= shard.base + shard.documents;
    });
    if (begin == last) continue;
    try {
      for (const WordPair& pair : pairs) {
        PairReader reader(pair, shard);
        uint64_t with = std::max(terms.documents(pair.field, pair.first),
                                 terms.documents(pair.field, pair.second));
        float weight = options.proximity_boost * rarity_of(documents, with);
        for (auto hit = begin; hit != last; ++hit) {
          hit->score += weight * reader.closeness(static_cast<uint32_t>(
                                     hit->document - shard.base));
        }
      }
    } catch (const Error& error) {
      tell(shard, error, options);
    }
    begin = last;
  }
  std::sort(best.begin(), end, is_better);
}

// Finds the best hits, shard by shard.
class BestSearch {
 public:
  BestSearch(uint64_t wanted, const SearchOptions& options)
      : options_(&options), best_(wanted), before_(best_) {}

  [[nodiscard]] static bool wants_more() { return true; }
  void begin(const Shard& shard, Matcher& matcher, double rounding,
             const Deadline& deadline) {
    search_.emplace(matcher, shard, deadline, *options_, rounding, best_);
    before_ = best_;
  }
  void run() { search_->run(best_); }
  // Of a shard that turned out to be damaged, nothing is kept. Returns how many
  // documents were looked at.
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
                   Work& work) {
  const std::vector<Shard>& shards = state.shards;
  Deadline deadline(options.deadline);
  Hits hits;
  size_t unreadable = 0;
  auto drop = [&](const Shard& shard, const Error& error) {
    tell(shard, error, options);
    ++unreadable;
  };
  try {
    std::vector<std::optional<QueryTerms::InShard>> found(shards.size());
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
    const bool has_others = asks_for_other_records(query);
    for (size_t i = 0; i < shards.size() && work.wants_more(); ++i) {
      if (!found[i]) continue;
      const Shard& shard = shards[i];
      bool begun = false;
      try {
        if (options.evaluations != nullptr) ++*options.evaluations;
        MatcherMaker maker(shard, terms, *found[i], state.documents, deadline,
                           options);
        // Tells no problem a second time.
        SearchOptions quiet = options;
        quiet.problems = nullptr;
        MatcherMaker counter(shard, terms, *found[i], state.documents, deadline,
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
    throw Error("no shard of this index can be read");
  }
  hits.missing.shards = state.unreadable_shards + unreadable;
  return hits;
}

}  // namespace

Hits Searcher::search(const Query& query, uint64_t start, uint64_t count,
                      const SearchOptions& options) const {
  const IndexReader::State& state = *reader_->state_;
  uint64_t wanted = count > UINT64_MAX - start ? UINT64_MAX : start + count;
  std::vector<WordPair> pairs;
  if (count > 0 && options.proximity_boost > 0) pairs = pairs_of(query);
  if (!pairs.empty()) wanted = std::max(wanted, kHitsWithProximityBoost);
  QueryTerms terms(query);
  Hits hits;
  if (state.engine) {
    hits = state.engine->search(state.shards, state.documents, query, wanted);
    hits.missing.shards = state.unreadable_shards;
    for (const Shard& shard : state.shards) {
      if (!pairs.empty()) terms.count(terms.look_up(shard, Deadline()));
    }
  } else {
    BestSearch best(wanted, options);
    hits = search_shards(state, query, options, terms, best);
    best.move_to(hits);
  }
  if (!pairs.empty() && !hits.missing.out_of_time) {
    add_proximity_boosts(state.shards, pairs, terms, state.documents, options,
                         hits.best);
  }
  cut(start, count, hits.best);
  return hits;
}

const std::vector<Shard>& Searcher::shards_of(const IndexReader& reader) {
  return reader.state_->shards;
}

bool leaves_out_records(const IndexReader& reader, const Query& query) {
  if (asks_for_other_records(query)) return false;
  const std::vector<Shard>& shards = Searcher::shards_of(reader);
  return std::any_of(shards.begin(), shards.end(), [](const Shard& shard) {
    try {
      return !shard.other_records->of(shard).empty();
    } catch (const Error&) {
      return false;
    }
  });
}

Hits Searcher::each_window(const Query& query, const SearchOptions& options,
                           WindowUser& user) const {
  const IndexReader::State& state = *reader_->state_;
  if (state.engine) {
    throw UsageError("Lucene++ gives the best hits only; leave the engine out");
  }
  QueryTerms terms(query);
  WindowSearch work(user);
  return search_shards(state, query, options, terms, work);
}

std::vector<Hit> Searcher::proximity_boosts(
    const Query& query, std::vector<Hit> hits,
    const SearchOptions& options) const {
  std::vector<WordPair> pairs;
  if (options.proximity_boost > 0) pairs = pairs_of(query);
  if (pairs.empty()) return {};
  const IndexReader::State& state = *reader_->state_;
  QueryTerms terms(query);
  for (const Shard& shard : state.shards) {
    try {
      terms.count(terms.look_up(shard, Deadline()));
    } catch (const Error& error) {
      tell(shard, error, options);
    }
  }
  for (Hit& hit : hits) hit.score = 0;
  add_proximity_boosts(state.shards, pairs, terms, state.documents, options,
                       hits);
  return hits;
}

}  // namespace wax::index
