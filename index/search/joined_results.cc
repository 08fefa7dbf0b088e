#include "index/search/joined_results.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <unordered_map>
#include <utility>

#include "index/schema/ranking.h"
#include "index/search/all_hits.h"
#include "index/search/collapse.h"
#include "index/search/searcher.h"
#include "io/error.h"

namespace wax::index {
namespace {

using Collapsed = ResultsPart::Collapsed;

template <typename Use>
void each_place(ResultsPart& part, Use&& use) {
  for (Place& place : part.first) use(place);
  for (Place& place : part.boosted) use(place);
  for (Collapsed& one : part.collapsed) {
    for (Place& place : one.places) use(place);
  }
}

// Gives documents their numbers in all parts.
void number_documents(std::vector<ResultsPart>& parts) {
  for (size_t i = 0; i < parts.size(); ++i) {
    each_place(parts[i],
               [i](Place& place) { place.document += i * kPartDocuments; });
  }
}

// Gives places the ranks of their texts among those of all parts.
void rank_texts(std::vector<ResultsPart>& parts, bool ascending) {
  std::vector<std::string> all;
  for (const ResultsPart& part : parts) {
    all.insert(all.end(), part.texts.begin(), part.texts.end());
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  for (ResultsPart& part : parts) {
    std::vector<uint64_t> ranks;
    for (const std::string& text : part.texts) {
      ranks.push_back(static_cast<uint64_t>(
          std::lower_bound(all.begin(), all.end(), text) - all.begin()));
    }
    each_place(part, [&](Place& place) {
      if (!place.has) return;
      uint64_t rank = place.key < ranks.size() ? ranks[place.key] : 0;
      place.key = ascending ? ~rank : rank;
    });
  }
}

struct First {
  Place place;
  Place boosted;
  CollapseKey key;
};

// The first places of all, in order.
std::vector<First> first_of(std::vector<ResultsPart>& parts, uint64_t wanted) {
  std::vector<First> all;
  for (ResultsPart& part : parts) {
    for (size_t i = 0; i < part.first.size(); ++i) {
      First& one = all.emplace_back();
      one.place = part.first[i];
      one.boosted = i < part.boosted.size() ? part.boosted[i] : one.place;
      if (i < part.keys.size()) one.key = std::move(part.keys[i]);
    }
  }
  std::sort(all.begin(), all.end(), [](const First& a, const First& b) {
    return is_before(a.place, b.place);
  });
  if (all.size() > wanted) all.resize(wanted);
  return all;
}

struct KeyHash {
  size_t operator()(const CollapseKey& key) const {
    return std::hash<std::string>()(key.text) ^ key.number;
  }
};

// Sorts the places, of which the first so many are kept.
void keep_first(std::vector<Place>& places, uint64_t most) {
  std::sort(places.begin(), places.end(), is_before);
  if (places.size() > most) places.resize(most);
}

// What collapses, of all parts. `boosted` are first places that stand elsewhere
// now.
std::vector<Collapsed> joined_collapses(std::vector<ResultsPart>& parts,
                                        const std::vector<First>& boosted,
                                        uint64_t most) {
  std::vector<Collapsed> all;
  std::unordered_map<CollapseKey, size_t, KeyHash> by_key;
  std::unordered_map<uint64_t, size_t> alone;  // by document
  for (ResultsPart& part : parts) {
    for (Collapsed& one : part.collapsed) {
      size_t place = all.size();
      if (one.key.number != 0) {
        place = by_key.emplace(one.key, place).first->second;
      } else if (!one.places.empty()) {
        alone.emplace(one.places.front().document, place);
      }
      if (place == all.size()) {
        all.push_back(std::move(one));
        continue;
      }
      Collapsed& joined = all[place];
      joined.total += one.total;
      joined.places.insert(joined.places.end(), one.places.begin(),
                           one.places.end());
      keep_first(joined.places, most);
    }
  }
  std::unordered_map<size_t, std::vector<const First*>> moved;
  for (const First& one : boosted) {
    if (one.key.number != 0) {
      if (auto found = by_key.find(one.key); found != by_key.end()) {
        moved[found->second].push_back(&one);
      }
    } else if (auto found = alone.find(one.place.document);
               found != alone.end()) {
      moved[found->second].push_back(&one);
    }
  }
  for (const auto& [place, ones] : moved) {
    std::vector<Place>& places = all[place].places;
    for (const First* one : ones) {
      std::erase_if(places,
                    [&, document = one->place.document](const Place& other) {
                      return other.document == document;
                    });
      places.push_back(one->boosted);
    }
    keep_first(places, most);
  }
  return all;
}

std::vector<Collapsed> joined_similar(std::vector<ResultsPart>& parts,
                                      const std::vector<First>& boosted,
                                      uint64_t most) {
  std::unordered_map<uint64_t, const Place*> moved;
  for (const First& one : boosted) {
    moved[one.place.document] = &one.boosted;
  }
  std::vector<std::pair<Place, uint64_t>> places;
  for (const ResultsPart& part : parts) {
    for (const Collapsed& one : part.collapsed) {
      if (one.places.empty()) continue;
      auto found = moved.find(one.places.front().document);
      places.emplace_back(
          found == moved.end() ? one.places.front() : *found->second,
          one.key.number);
    }
  }
  std::vector<Collapsed> all;
  for (OpenCollapse& open : similar_collapses(std::move(places), most)) {
    Collapsed& one = all.emplace_back();
    one.total = open.total;
    one.places = std::move(open.others);
    one.places.insert(one.places.begin(), open.best);
  }
  return all;
}

void give_collapsed(std::vector<Collapsed> all, const ResultOptions& options,
                    Results& results) {
  results.collapsed_total = all.size();
  // Collapsed hits without places are not among the first.
  std::erase_if(all, [](const Collapsed& one) { return one.places.empty(); });
  const uint64_t start = std::min<uint64_t>(options.start, all.size());
  const uint64_t count = std::min<uint64_t>(options.count, all.size() - start);
  std::partial_sort(all.begin(),
                    all.begin() + static_cast<ptrdiff_t>(start + count),
                    all.end(), [](const Collapsed& a, const Collapsed& b) {
                      return is_before(a.places.front(), b.places.front());
                    });
  for (uint64_t i = start; i < start + count; ++i) {
    CollapsedHits& collapsed = results.collapsed.emplace_back();
    collapsed.total = all[i].total;
    for (const Place& place : all[i].places) {
      collapsed.hits.push_back(hit_of(place));
    }
  }
}

Facet joined_counts(const std::vector<ResultsPart>& parts, std::string field,
                    uint64_t count, bool by_value, const ResultOptions& options,
                    const ResultsPart::Counts& (*of)(const ResultsPart& part,
                                                     size_t n),
                    size_t n) {
  TermNumbers terms;
  for (const ResultsPart& part : parts) {
    for (const auto& [term, number] : of(part, n)) {
      terms.emplace_back(term, number);
    }
  }
  const ValueKind kind = wanted_kind(*options.fields, field, "facet");
  return facet_of(std::move(field), kind, std::move(terms), count, by_value);
}

const ResultsPart::Counts& facet_in(const ResultsPart& part, size_t n) {
  static const ResultsPart::Counts none;
  return n < part.facets.size() ? part.facets[n] : none;
}

const ResultsPart::Counts& periods_in(const ResultsPart& part, size_t) {
  return part.periods;
}

void join_counts(const std::vector<ResultsPart>& parts,
                 const ResultOptions& options, Results& results) {
  for (const ResultsPart& part : parts) {
    results.total += part.total;
    results.is_by_score &= part.is_by_score;
    results.searched += part.searched;
    results.missing.out_of_time |= part.missing.out_of_time;
    results.missing.shards += part.missing.shards;
    results.missing.documents += part.missing.documents;
    std::copy(part.missing.others.begin(), part.missing.others.end(),
              std::back_inserter(results.missing.others));
  }
  results.collapsed_total = results.total;
  for (size_t i = 0; i < options.facets.size(); ++i) {
    results.facets.push_back(joined_counts(parts, options.facets[i],
                                           options.facet_values, false, options,
                                           facet_in, i));
  }
  if (options.period.empty()) return;
  results.periods =
      with_empty_periods(joined_counts(parts, options.period, UINT64_MAX, true,
                                       options, periods_in, 0)
                             .values);
}

}  // namespace

ResultsPart find_part(const IndexReader& reader, const Query& query,
                      const ResultOptions& asked) {
  check_period(asked);
  const ResultOptions options = in_order_of(reader, query, asked);
  ResultsPart part;
  part.is_by_score = options.sort.by == Sort::By::kRelevance;
  if (!is_by_score_alone(options)) {
    AllHits all(reader, options);
    const Hits searched = all.find(query);
    all.finish_part(part);
    part.searched = searched.searched;
    part.missing = searched.missing;
    return part;
  }
  const uint64_t wanted = options.count > UINT64_MAX - options.start
                              ? UINT64_MAX
                              : options.start + options.count;
  std::vector<Hit> boosted;
  const Hits hits =
      Searcher(reader).best_of_part(query, wanted, options.search, boosted);
  part.total = hits.total;
  part.searched = hits.searched;
  part.missing = hits.missing;
  for (const Hit& hit : hits.best) {
    part.first.push_back(place_by_score(hit.document, hit.score));
  }
  std::unordered_map<uint64_t, float> scores;
  for (const Hit& hit : boosted) scores[hit.document] = hit.score;
  for (size_t i = 0; i < boosted.size(); ++i) {
    const uint64_t document = part.first[i].document;
    part.boosted.push_back(place_by_score(document, scores[document]));
  }
  return part;
}

Results join_results(std::vector<ResultsPart> parts,
                     const ResultOptions& options) {
  check_period(options);
  number_documents(parts);
  const bool by_text = std::any_of(parts.begin(), parts.end(), [](auto& part) {
    return !part.texts.empty();
  });
  if (by_text) rank_texts(parts, options.sort.ascending);
  Results results;
  join_counts(parts, options, results);
  std::vector<First> first = first_of(parts, first_wanted(options));
  std::vector<First> boosted;
  if (options.sort.by == Sort::By::kRelevance) {
    boosted.assign(first.begin(),
                   first.begin() + static_cast<ptrdiff_t>(std::min<uint64_t>(
                                       first.size(), kHitsWithProximityBoost)));
  }
  if (options.collapse.by == Collapse::By::kNothing) {
    for (size_t i = 0; i < boosted.size(); ++i) {
      first[i].place = boosted[i].boosted;
    }
    std::sort(first.begin(),
              first.begin() + static_cast<ptrdiff_t>(boosted.size()),
              [](const First& a, const First& b) {
                return is_before(a.place, b.place);
              });
    for (uint64_t i = options.start;
         i < first.size() && i - options.start < options.count; ++i) {
      results.collapsed.push_back({{hit_of(first[i].place)}, 1});
    }
    return results;
  }
  const uint64_t most = std::max<uint64_t>(options.collapsed_hits, 1);
  give_collapsed(options.collapse.by == Collapse::By::kSimilar
                     ? joined_similar(parts, boosted, most)
                     : joined_collapses(parts, boosted, most),
                 options, results);
  return results;
}

}  // namespace wax::index
