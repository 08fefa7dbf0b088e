#include "index/search/all_hits.h"

#include <algorithm>
#include <unordered_map>

#include "index/match/matcher.h"
#include "index/schema/ranking.h"
#include "index/store/reader_state.h"
#include "io/error.h"
#include "text/number.h"

namespace wax::index {
namespace {

// The year or month after a period.
std::string next_period(const std::string& period) {
  auto number = text::whole_number(period).value_or(0) + 1;
  if (period.size() == 6 && number % 100 > 12) number += 100 - 12;
  std::string next = std::to_string(number);
  return std::string(period.size() - std::min(period.size(), next.size()),
                     '0') +
         next;
}

uint64_t end_of(const ResultOptions& options) {
  return options.count > UINT64_MAX - options.start
             ? UINT64_MAX
             : options.start + options.count;
}

bool is_in(const Shard& shard, const Place& place) {
  return place.document >= shard.base &&
         place.document - shard.base < shard.documents;
}

ResultsPart::Counts counts_of(TermNumbers terms) {
  std::sort(terms.begin(), terms.end());
  ResultsPart::Counts counts;
  for (const auto& [term, number] : terms) {
    if (!counts.empty() && counts.back().first == term) {
      counts.back().second += number;
    } else {
      counts.emplace_back(term, number);
    }
  }
  return counts;
}

}  // namespace

void check_period(const ResultOptions& options) {
  if (options.period.empty() || options.period == "year" ||
      options.period == "month") {
    return;
  }
  throw UsageError("the period \"" + options.period +
                   "\" is neither year nor month");
}

ResultOptions in_order_of(const IndexReader& reader, const Query& query,
                          const ResultOptions& options) {
  ResultOptions ordered = options;
  const std::vector<Shard>& shards = Searcher::shards_of(reader);
  const bool is_own =
      std::all_of(shards.begin(), shards.end(),
                  [](const Shard& shard) { return shard.opened == nullptr; });
  if (is_own && options.count > 0) ordered.sort = order_of(query, options.sort);
  return ordered;
}

bool is_by_score_alone(const ResultOptions& options) {
  return options.sort.by == Sort::By::kRelevance && options.boosts.empty() &&
         options.collapse.by == Collapse::By::kNothing &&
         options.facets.empty() && options.period.empty();
}

uint64_t first_wanted(const ResultOptions& options) {
  const bool by_score = options.sort.by == Sort::By::kRelevance;
  return std::max(end_of(options), by_score ? kHitsWithProximityBoost : 0);
}

std::vector<FacetValue> with_empty_periods(std::vector<FacetValue> values) {
  std::vector<FacetValue> filled;
  for (FacetValue& value : values) {
    // Odd dates may be far apart: then nothing is put between.
    constexpr size_t kMostBetween = 12 * 100;
    size_t before = filled.size();
    while (before > 0 && filled.size() - before < kMostBetween) {
      std::string next = next_period(filled.back().value);
      if (next >= value.value) break;
      filled.push_back({next, 0});
    }
    if (filled.size() - before >= kMostBetween) filled.resize(before);
    filled.push_back(std::move(value));
  }
  return filled;
}

AllHits::AllHits(const IndexReader& reader, const ResultOptions& options)
    : reader_(&reader),
      options_(&options),
      own_names_(options.fields == nullptr ? field_names(reader)
                                           : FieldNames()),
      names_(options.fields == nullptr ? &own_names_ : options.fields),
      with_hits_(options.count > 0 || !options.boosts.empty() ||
                 options.sort.by != Sort::By::kRelevance ||
                 options.collapse.by != Collapse::By::kNothing),
      shards_(&Searcher::shards_of(reader)),
      places_(*names_, *shards_, options.sort, options.boosts,
              options.search.memory),
      collapser_(*names_, options.collapse, options.collapsed_hits,
                 options.search.memory),
      first_(kept()) {
  for (const std::string& field : options.facets) {
    facets_.emplace_back(*names_, field, options.search.memory);
  }
  if (!options.period.empty()) {
    periods_.emplace(*names_, options.period, options.search.memory);
  }
}

Hits AllHits::find(const Query& query) {
  const Searcher searcher(*reader_);
  Hits searched = searcher.each_window(query, options_->search, *this);
  if (with_hits_) {
    best_ = std::move(first_).sorted();
    if (!searched.missing.out_of_time) {
      searched.missing.out_of_time = !add_proximity_boosts(query);
    }
  }
  return searched;
}

void AllHits::begin_shard(const Shard& shard, double expected,
                          const Deadline& deadline) {
  for (ValueCounts& facet : facets_) facet.begin_shard(shard, deadline);
  if (periods_) periods_->begin_shard(shard, deadline);
  in_shard_ = 0;
  base_ = shard.base;
  if (!with_hits_) return;
  places_.begin_shard(shard, expected, deadline);
  collapser_.begin_shard(shard, expected, deadline);
  best_in_shard_.emplace(kept());
}

bool AllHits::take(const MatchWindow& window) {
  for (ValueCounts& facet : facets_) facet.take(window);
  if (periods_) periods_->take(window);
  in_shard_ += count_of(window.mask);
  if (!with_hits_) return true;
  auto add = [&](uint32_t n, float score) {
    uint32_t document = window.base + n;
    Place place = places_.of(document, score);
    if (collapser_.is_wanted()) collapser_.add(document, place);
    best_in_shard_->add(place);
  };
  if (options_->sort.by == Sort::By::kRelevance) {
    each_scored(window.matcher, window.base, window.mask, add);
  } else {
    each_bit(window.mask, [&](uint32_t n) { add(n, 0); });
  }
  return true;
}

void AllHits::end_shard(bool keep) {
  for (ValueCounts& facet : facets_) facet.end_shard(keep);
  if (periods_) periods_->end_shard(keep);
  if (keep) {
    total_ += in_shard_;
    in_shards_.emplace_back(base_, in_shard_);
  }
  if (!with_hits_) return;
  collapser_.end_shard(keep);
  if (!keep) return;
  for (const Place& place : std::move(*best_in_shard_).sorted()) {
    first_.add(place);
  }
}

// Adds the proximity boost to the best hits. Returns false when the time runs
// out before that.
bool AllHits::add_proximity_boosts(const Query& query) {
  if (options_->sort.by != Sort::By::kRelevance) return true;
  size_t looked_at = std::min<size_t>(best_.size(), kHitsWithProximityBoost);
  std::vector<Hit> hits;
  for (size_t i = 0; i < looked_at; ++i) hits.push_back(hit_of(best_[i]));
  const Hits boosts = Searcher(*reader_).proximity_boosts(
      query, std::move(hits), options_->search);
  if (boosts.best.empty()) return !boosts.missing.out_of_time;
  std::unordered_map<uint64_t, float> more;
  for (const Hit& hit : boosts.best) more[hit.document] = hit.score;
  boosted_.assign(best_.begin(),
                  best_.begin() + static_cast<ptrdiff_t>(looked_at));
  for (const Shard& shard : *shards_) {
    bool begun = false;
    for (Place& place : boosted_) {
      if (!is_in(shard, place)) continue;
      if (!std::exchange(begun, true)) {
        places_.begin_shard(shard, 0, Deadline());
      }
      place = places_.with_more(place, more[place.document]);
    }
  }
  return true;
}

void AllHits::finish(Results& results) {
  for (ValueCounts& facet : facets_) {
    results.facets.push_back(facet.finish(options_->facet_values, false));
  }
  if (periods_) {
    results.periods =
        with_empty_periods(periods_->finish(UINT64_MAX, true).values);
  }
  results.total = results.collapsed_total = total_;
  results.in_shards = std::move(in_shards_);
  if (!with_hits_) return;
  std::sort(boosted_.begin(), boosted_.end(), is_before);
  std::copy(boosted_.begin(), boosted_.end(), best_.begin());
  uint64_t end = end_of(*options_);
  if (!collapser_.is_wanted()) {
    for (size_t i = options_->start; i < std::min<uint64_t>(end, best_.size());
         ++i) {
      results.collapsed.push_back({{hit_of(best_[i])}, 1});
    }
    return;
  }
  std::vector<OpenCollapse> open = collapser_.finish(end, *shards_, boosted_);
  results.collapsed_total = open.size();
  for (size_t i = options_->start; i < std::min<uint64_t>(end, open.size());
       ++i) {
    CollapsedHits& collapsed = results.collapsed.emplace_back();
    collapsed.total = open[i].total;
    collapsed.hits.push_back(hit_of(open[i].best));
    for (const Place& place : open[i].others) {
      collapsed.hits.push_back(hit_of(place));
    }
  }
}

void AllHits::finish_part(ResultsPart& part) {
  for (ValueCounts& facet : facets_) {
    part.facets.push_back(counts_of(std::move(facet).terms()));
  }
  if (periods_) part.periods = counts_of(std::move(*periods_).terms());
  part.total = total_;
  if (!with_hits_) return;
  part.first = std::move(best_);
  part.boosted = std::move(boosted_);
  if (collapser_.is_wanted()) {
    part.keys = collapser_.keys_of(*shards_, part.first);
    std::vector<std::pair<CollapseKey, OpenCollapse>> all = collapser_.parts();
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
      return is_before(a.second.best, b.second.best);
    });
    // Others are only counted, unless hits are wanted that stand after the
    // best one, or of which it is not yet known what they collapse with.
    const uint64_t with_places =
        options_->collapsed_hits > 1 ||
                options_->collapse.by == Collapse::By::kSimilar
            ? UINT64_MAX
            : first_wanted(*options_);
    for (auto& [key, open] : all) {
      ResultsPart::Collapsed& one = part.collapsed.emplace_back();
      one.key = std::move(key);
      one.total = open.total;
      if (part.collapsed.size() > with_places) continue;
      one.places = std::move(open.others);
      one.places.insert(one.places.begin(), open.best);
    }
  }
  if (places_.ranks_texts()) give_texts(part);
}

// Instead of ranks among the texts of the reader.
void AllHits::give_texts(ResultsPart& part) const {
  std::vector<Place*> places;
  for (Place& place : part.first) places.push_back(&place);
  for (ResultsPart::Collapsed& one : part.collapsed) {
    for (Place& place : one.places) places.push_back(&place);
  }
  std::erase_if(places, [](const Place* place) { return !place->has; });
  for (const Place* place : places) {
    part.texts.emplace_back(places_.text_of(*place));
  }
  std::sort(part.texts.begin(), part.texts.end());
  part.texts.erase(std::unique(part.texts.begin(), part.texts.end()),
                   part.texts.end());
  for (Place* place : places) {
    place->key = static_cast<uint64_t>(
        std::lower_bound(part.texts.begin(), part.texts.end(),
                         places_.text_of(*place)) -
        part.texts.begin());
  }
}

uint64_t AllHits::kept() const {
  const bool by_score = options_->sort.by == Sort::By::kRelevance;
  if (options_->collapse.by == Collapse::By::kNothing) {
    return first_wanted(*options_);
  }
  return by_score ? kHitsWithProximityBoost : 0;
}

}  // namespace wax::index
