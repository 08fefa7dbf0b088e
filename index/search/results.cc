#include "index/search/results.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "index/schema/main_ranges.h"
#include "index/schema/ranking.h"
#include "index/schema/stems.h"
#include "index/search/collapse.h"
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

// With those between that have no hit.
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

// Looks at all hits.
class AllHits final : public WindowUser {
 public:
  // `with_hits` is false when only facets are wanted.
  AllHits(const IndexReader& reader, const std::vector<Shard>& shards,
          const ResultOptions& options, bool with_hits)
      : options_(&options),
        with_hits_(with_hits),
        places_(reader, shards, options.sort, options.boosts,
                options.search.memory),
        collapser_(reader, options.collapse, options.collapsed_hits,
                   options.search.memory),
        shards_(&shards),
        first_(kept(options)) {
    for (const std::string& field : options.facets) {
      facets_.emplace_back(reader, field, options.search.memory);
    }
    if (!options.period.empty()) {
      periods_.emplace(reader, options.period, options.search.memory);
    }
  }

  void begin_shard(const Shard& shard, double expected,
                   const Deadline& deadline) override {
    for (ValueCounts& facet : facets_) facet.begin_shard(shard, deadline);
    if (periods_) periods_->begin_shard(shard, deadline);
    in_shard_ = 0;
    base_ = shard.base;
    if (!with_hits_) return;
    places_.begin_shard(shard, expected, deadline);
    collapser_.begin_shard(shard, expected, deadline);
    best_in_shard_.emplace(kept(*options_));
  }

  bool take(const MatchWindow& window) override {
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

  void end_shard(bool keep) override {
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

  // Of the best hits, words that stand together count as well. Returns false
  // when the time runs out before that.
  [[nodiscard]] bool add_proximity_boosts(const Searcher& searcher,
                                          const Query& query) {
    if (!with_hits_ || options_->sort.by != Sort::By::kRelevance) return true;
    best_ = std::move(first_).sorted();
    size_t looked_at = std::min<size_t>(best_.size(), kHitsWithProximityBoost);
    std::vector<Hit> hits;
    for (size_t i = 0; i < looked_at; ++i) hits.push_back(hit_of(best_[i]));
    const Hits boosts =
        searcher.proximity_boosts(query, std::move(hits), options_->search);
    if (boosts.best.empty()) return !boosts.missing.out_of_time;
    std::unordered_map<uint64_t, float> more;
    for (const Hit& hit : boosts.best) more[hit.document] = hit.score;
    auto end = best_.begin() + static_cast<ptrdiff_t>(looked_at);
    for (const Shard& shard : *shards_) {
      auto is_in_shard = [&shard](const Place& place) {
        return place.document >= shard.base &&
               place.document - shard.base < shard.documents;
      };
      if (std::none_of(best_.begin(), end, is_in_shard)) continue;
      places_.begin_shard(shard, 0, Deadline());
      for (auto place = best_.begin(); place != end; ++place) {
        if (!is_in_shard(*place)) continue;
        *place = places_.with_more(*place, more[place->document]);
      }
    }
    std::sort(best_.begin(), end, is_before);
    moved_.assign(best_.begin(), end);
    return true;
  }

  void finish(Results& results) {
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
    uint64_t end = end_of(*options_);
    if (!collapser_.is_wanted()) {
      if (best_.empty()) best_ = std::move(first_).sorted();
      for (size_t i = options_->start;
           i < std::min<uint64_t>(end, best_.size()); ++i) {
        results.collapsed.push_back({{hit_of(best_[i])}, 1});
      }
      return;
    }
    std::vector<OpenCollapse> open = collapser_.finish(end, *shards_, moved_);
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

 private:
  static uint64_t end_of(const ResultOptions& options) {
    return options.count > UINT64_MAX - options.start
               ? UINT64_MAX
               : options.start + options.count;
  }
  // How many of the first places are wanted.
  static uint64_t kept(const ResultOptions& options) {
    bool by_score = options.sort.by == Sort::By::kRelevance;
    uint64_t looked_at = by_score ? kHitsWithProximityBoost : 0;
    if (options.collapse.by != Collapse::By::kNothing) return looked_at;
    return std::max(end_of(options), looked_at);
  }
  static Hit hit_of(const Place& place) {
    return {place.document, place.score};
  }

  const ResultOptions* options_;
  bool with_hits_;
  std::vector<ValueCounts> facets_;
  std::optional<ValueCounts> periods_;
  Places places_;
  Collapser collapser_;
  const std::vector<Shard>* shards_;
  FirstPlaces first_;
  std::optional<FirstPlaces> best_in_shard_;
  std::vector<Place> best_;   // sorted
  std::vector<Place> moved_;  // of these, those looked at
  uint64_t in_shard_ = 0;
  uint64_t base_ = 0;
  std::vector<std::pair<uint64_t, uint64_t>> in_shards_;
  uint64_t total_ = 0;
};

// Hands all hits on.
class HitUser final : public WindowUser {
 public:
  explicit HitUser(const std::function<bool(const Hit&)>& use) : use_(&use) {}
  void begin_shard(const Shard&, double, const Deadline&) override {}
  bool take(const MatchWindow& window) override {
    bool more = true;
    each_scored(
        window.matcher, window.base, window.mask, [&](uint32_t n, float score) {
          more = more && (*use_)({window.shard.base + window.base + n, score});
        });
    return more;
  }
  void end_shard(bool) override {}

 private:
  const std::function<bool(const Hit&)>* use_;
};

}  // namespace

Results find_results(const IndexReader& reader, const Query& query,
                     const ResultOptions& options) {
  if (!options.period.empty() && options.period != "year" &&
      options.period != "month") {
    throw UsageError("the period \"" + options.period +
                     "\" is neither year nor month");
  }
  Results results;
  const SearchOptions& search = options.search;
  Searcher searcher(reader);
  bool counts = !options.facets.empty() || !options.period.empty();
  bool by_score = options.sort.by == Sort::By::kRelevance &&
                  options.boosts.empty() &&
                  options.collapse.by == Collapse::By::kNothing;
  if (by_score && !counts) {
    Hits hits = searcher.search(query, options.start, options.count, search);
    results.total = results.collapsed_total = hits.total;
    results.total_is_exact = hits.total_is_exact;
    results.searched = hits.searched;
    results.missing = hits.missing;
    for (const Hit& hit : hits.best) results.collapsed.push_back({{hit}, 1});
    return results;
  }
  // Counts alone need no hits.
  bool with_hits = !by_score || options.count > 0;
  AllHits all(reader, Searcher::shards_of(reader), options, with_hits);
  Hits searched = searcher.each_window(query, search, all);
  if (with_hits && !searched.missing.out_of_time) {
    searched.missing.out_of_time = !all.add_proximity_boosts(searcher, query);
  }
  all.finish(results);
  results.searched = searched.searched;
  results.missing = searched.missing;
  return results;
}

Missing each_hit(const IndexReader& reader, const Query& query,
                 const SearchOptions& options,
                 const std::function<bool(const Hit&)>& use) {
  HitUser user(use);
  return Searcher(reader).each_window(query, options, user).missing;
}

ValueCounts::ValueCounts(const IndexReader& reader, std::string field,
                         MemoryBudget* memory)
    : field_(std::move(field)),
      kind_(wanted_kind(reader, field_, "facet")),
      memory_(memory) {}

void ValueCounts::begin_shard(const Shard& shard, const Deadline& deadline) {
  values_ = values_in(shard, field_, deadline, memory_.budget());
  bool of_dates = field_ == "year" || field_ == "month" || field_ == "day";
  shard_ = of_dates && shard.seen_dates != nullptr ? &shard : nullptr;
  size_t size = values_ == nullptr ? 0 : values_->size();
  // When the shard ends, all may have been found.
  memory_.set(size * sizeof counts_[0] +
              2 * (found_.size() + size) * sizeof found_[0]);
  counts_.assign(size, 0);
}

void ValueCounts::take(const MatchWindow& window) {
  if (values_ == nullptr) return;
  each_bit(window.mask, [&](uint32_t n) {
    uint32_t document = window.base + n;
    for (uint32_t number : values_->of(document)) {
      if (shard_ == nullptr || is_seen(document, number)) ++counts_[number];
    }
  });
}

bool ValueCounts::is_seen(uint32_t document, uint32_t number) const {
  const std::vector<std::string>* dates = shard_->seen_dates_of(document);
  if (dates == nullptr) return true;
  return std::any_of(dates->begin(), dates->end(),
                     [&](const std::string& date) {
                       return date.starts_with(values_->value(number));
                     });
}

void ValueCounts::end_shard(bool keep) {
  for (size_t i = 0; keep && i < counts_.size(); ++i) {
    if (counts_[i] > 0) found_.emplace_back(values_->value(i), counts_[i]);
  }
}

Facet ValueCounts::finish(uint64_t count, bool by_value) {
  std::sort(found_.begin(), found_.end());
  size_t kept = 0;
  for (const auto& found : found_) {
    if (kept > 0 && found_[kept - 1].first == found.first) {
      found_[kept - 1].second += found.second;
    } else {
      found_[kept++] = found;
    }
  }
  found_.resize(kept);
  if (!by_value) {
    std::stable_sort(
        found_.begin(), found_.end(),
        [](const auto& a, const auto& b) { return a.second > b.second; });
  }
  Facet facet{field_, {}, found_.size()};
  for (const auto& [value, hits] : found_) {
    if (facet.values.size() == count) break;
    facet.values.push_back({shown_value(kind_, value), hits});
  }
  return facet;
}

namespace {

// Only the stems that a document in the language may have.
std::vector<Query::Word> words_in_language(std::vector<Query::Word> words,
                                           const std::string& language) {
  for (Query::Word& word : words) {
    std::erase_if(word.stems, [&](const std::string& stem) {
      return stem_language(language, {std::string(stem_language_of(stem))})
          .empty();
    });
  }
  return words;
}

}  // namespace

HitReader::HitReader(const IndexReader& reader, const Query& query)
    : reader_(&reader),
      words_(words_to_mark(query)),
      stored_(reader.stored_fields()),
      shown_(stored_) {
  std::erase(shown_, "content");
  std::erase(shown_, "main_ranges");
}

ShownHit HitReader::read(const Hit& hit, uint64_t rank,
                         uint64_t group_total) const {
  ShownHit shown{hit, rank, group_total, {}, {}};
  reader_->document(hit.document, stored_, shown.document);
  const std::string& content = value_of(shown.document, "content");
  const std::string& ranges = value_of(shown.document, "main_ranges");
  const std::vector<Query::Word> words =
      words_in_language(words_, value_of(shown.document, "lang"));
  if (!ranges.empty()) {
    shown.snippet = make_snippet(text_in_ranges(content, ranges), words);
    if (!shown.snippet.marks.empty()) return shown;
  }
  Snippet of_all = make_snippet(content, words);
  if (ranges.empty() || shown.snippet.text.empty() || !of_all.marks.empty()) {
    shown.snippet = std::move(of_all);
  }
  return shown;
}

}  // namespace wax::index
