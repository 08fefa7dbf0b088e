#include "index/search/boosted_hits.h"

#include <algorithm>
#include <numeric>

#include "index/match/shard_search.h"
#include "index/schema/ranking.h"
#include "io/error.h"

namespace wax::index {
namespace {

using HitIterator = std::vector<Hit>::iterator;

// Adds to the scores what the pairs count, and leaves the hits sorted by
// document. Throws Deadline::Passed.
void add_boosts(const PairSearch& search, const std::vector<float>& boosts,
                HitIterator begin, HitIterator end) {
  const Deadline deadline(search.options.deadline);
  std::sort(begin, end,
            [](const Hit& a, const Hit& b) { return a.document < b.document; });
  for (size_t i = 0; i < search.shards.size(); ++i) {
    const Shard& shard = search.shards[i];
    auto last = std::find_if(begin, end, [&](const Hit& hit) {
      return hit.document >= shard.base + shard.documents;
    });
    if (begin == last || !search.found[i]) {
      begin = last;
      continue;
    }
    try {
      for (size_t k = 0; k < search.pairs.size(); ++k) {
        deadline.check();
        PairReader reader(search.pairs[k], shard, search.terms,
                          *search.found[i]);
        for (auto hit = begin; hit != last; ++hit) {
          hit->score += boosts[k] * reader.closeness(static_cast<uint32_t>(
                                        hit->document - shard.base));
        }
      }
    } catch (const Error& error) {
      tell_unreadable(shard, error, search.options);
    }
    begin = last;
  }
}

}  // namespace

std::vector<float> boosts_of(const std::vector<WordPair>& pairs,
                             const QueryTerms& terms, uint64_t documents,
                             const SearchOptions& options) {
  std::vector<float> boosts;
  for (const WordPair& pair : pairs) {
    uint64_t with = std::max(terms.documents(pair.field, pair.first),
                             terms.documents(pair.field, pair.second));
    boosts.push_back(static_cast<float>(pair.times) * options.proximity_boost *
                     rarity_of(documents, with));
  }
  return boosts;
}

bool add_proximity_boosts(const PairSearch& search, uint64_t needed,
                          std::vector<Hit>& best) {
  auto end = best.begin() + static_cast<ptrdiff_t>(std::min<uint64_t>(
                                best.size(), kHitsWithProximityBoost));
  const std::vector<float> boosts =
      boosts_of(search.pairs, search.terms, search.documents, search.options);
  auto first = end - best.begin() > static_cast<ptrdiff_t>(needed)
                   ? best.begin() + static_cast<ptrdiff_t>(needed)
                   : end;
  const std::vector<Hit> before(best.begin(), end);
  try {
    add_boosts(search, boosts, best.begin(), first);
    if (first != end) {
      // What others need.
      const Hit& worst = *std::max_element(best.begin(), first, is_better);
      const float least = without_boost(
          worst.score, std::accumulate(boosts.begin(), boosts.end(), 0.0F));
      auto rest = std::find_if(
          first, end, [=](const Hit& hit) { return hit.score <= least; });
      add_boosts(search, boosts, first, rest);
    }
  } catch (const Deadline::Passed&) {
    std::copy(before.begin(), before.end(), best.begin());
    return false;
  }
  std::sort(best.begin(), end, is_better);
  return true;
}

}  // namespace wax::index
