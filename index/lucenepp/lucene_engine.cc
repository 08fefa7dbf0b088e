#include "index/lucenepp/lucene_engine.h"

#include <lucene++/LuceneHeaders.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "index/lucenepp/lucene_shard.h"
#include "index/lucenepp/postings.h"
#include "index/match/page_matcher.h"
#include "index/query/repeated_parts.h"
#include "index/schema/date_ranges.h"
#include "index/schema/fields.h"
#include "index/schema/ranking.h"
#include "index/schema/word_signs.h"
#include "index/search/searcher.h"
#include "index/store/reader_state.h"
#include "io/error.h"

namespace wax::index {
namespace {

using Kind = Query::Kind;

// Evaluates a query over one shard, bottom up.
class Evaluation {
 public:
  // `postings` has those of each shard, `here` those of this one.
  Evaluation(const std::vector<Shard>& all, const Shard& shard,
             std::vector<Postings>& postings, Postings& here,
             uint64_t documents)
      : all_(&all),
        shard_(&shard),
        shards_(&postings),
        here_(&here),
        documents_(documents) {}

  // What stands in a query more than once is looked for once, and scores
  // `times` as much.
  Matches of(const Query& query, float times, int32_t in_shard, Within within) {
    switch (query.kind) {
      case Kind::kAll:
        return {{}, {}, true};
      case Kind::kWords:
        return words(query, times, in_shard, within);
      case Kind::kExact:
        check_plain(!query.pattern);
        return here_->any_of(query.field, query.values, query.prefix);
      case Kind::kDates:
        return dates(query);
      case Kind::kRange:
        return matches_of(here_->range(query.field, query.first, query.last),
                          0);
      case Kind::kAnd:
        return all_of(query, times, in_shard, within);
      case Kind::kOr: {
        Matches out;
        for (const auto& [part, often] : repeated_parts(query.parts)) {
          const float all = times * static_cast<float>(often);
          out = either(out, listed(of(*part, all, in_shard, within), in_shard));
        }
        return out;
      }
      case Kind::kNot: {
        Matches out = of(query.parts.front(), 1, in_shard, nullptr);
        out.scores.clear();
        out.all_but = !out.all_but;
        return out;
      }
    }
    return {};
  }

 private:
  static void check_plain(bool is_plain) {
    if (is_plain) return;
    throw UsageError(
        "Lucene++ does not look for wildcards, near words and loose phrases; "
        "leave the engine out");
  }

  [[nodiscard]] uint64_t frequency_of_stem(const std::string& stem) {
    uint64_t with = 0;
    for (Postings& postings : *shards_) {
      with += postings.frequency(std::string(kStemsField), stem);
    }
    return with;
  }

  // Computes the same as QueryTerms::rarity().
  [[nodiscard]] float rarity(const Query& query) {
    float sum = 0;
    for (const Query::Word& word : query.words) {
      if (word.prefix) continue;
      uint64_t most = 0;
      each_searched_field(query.field, [&](std::string_view field, float) {
        uint64_t with = 0;
        for (size_t i = 0; i < shards_->size(); ++i) {
          with += (*shards_)[i].frequency(
              std::string(field), (*all_)[i].spelled(word.text, word.exact));
        }
        most = std::max(most, with);
      });
      for (const std::string& stem : word.stems) {
        most = std::max(most, frequency_of_stem(stem));
      }
      sum += rarity_of(documents_, most);
    }
    return sum > 0 ? sum : 1;
  }

  Matches words(const Query& query, float times, int32_t in_shard,
                Within within) {
    check_plain(query.slop == 0 && !query.words.front().pattern &&
                query.words.front().edits == 0);
    const std::optional<Query> condition =
        shard_->folds ? written_condition(query) : std::nullopt;
    const bool holds_everywhere = std::any_of(
        query.words.begin(), query.words.end(),
        [](const auto& one) { return has_signs_to_match(one.written); });
    Matches out;
    Matches conditional;
    auto add = [&](std::string_view field, float weight) {
      const bool is_conditional =
          condition && (holds_everywhere || is_in_exact(field));
      Matches& all = is_conditional ? conditional : out;
      all = either(all,
                   words_in(std::string(field), weight, query.words, within));
    };
    each_searched_field(query.field, add);
    if (may_cross_border(query)) add(kBorderField, kBorderWeight);
    if (condition) {
      out = either(out, both(conditional, of(*condition, 1, in_shard, within)));
    }
    for (const std::string& stem : query.words[0].stems) {
      out = either(out, here_->term(std::string(kStemsField), stem, kStemWeight,
                                    within));
    }
    const float rarity = times * this->rarity(query);
    for (float& score : out.scores) score = saturated(score, rarity);
    if (shard_->folds) add_exact(exact_words(query), rarity, within, out);
    return out;
  }

  void add_exact(const std::vector<Query::Word>& words, float rarity,
                 Within within, Matches& out) {
    if (words.empty()) return;
    const float weight =
        kExactShare * rarity / static_cast<float>(words.size());
    const std::string field(kExactField);
    std::optional<Matches> all;
    for (const Query::Word& word : words) {
      Matches one = word.prefix
                        ? here_->prefix(field, word.exact, weight)
                        : here_->term(field, word.exact, weight, within);
      all = all ? both(*all, one) : std::move(one);
    }
    add_exact(*all, out);
  }

  static void add_exact(const Matches& exact, Matches& out) {
    size_t i = 0;
    for (size_t n = 0; n < out.documents.size(); ++n) {
      while (i < exact.documents.size() &&
             exact.documents[i] < out.documents[n]) {
        ++i;
      }
      if (i == exact.documents.size()) break;
      if (exact.documents[i] == out.documents[n])
        out.scores[n] += exact.score(i);
    }
  }

  Matches words_in(const std::string& field, float weight,
                   std::vector<Query::Word> words, Within within) {
    for (Query::Word& word : words)
      word.text = shard_->spelled(word.text, word.exact);
    if (words.size() == 1 && words.front().prefix) {
      return here_->prefix(field, words.front().text, weight);
    }
    if (words.size() == 1) {
      return here_->term(field, words.front().text, weight, within);
    }
    return here_->phrase(field, words, weight, within);
  }

  // How many documents a part matches at most, as far as that is cheap to say.
  [[nodiscard]] uint64_t estimate(const Query& query) {
    switch (query.kind) {
      case Kind::kWords: {
        uint64_t least = UINT64_MAX;
        for (const Query::Word& word : query.words) {
          if (word.prefix) continue;
          uint64_t sum = 0;
          each_searched_field(query.field, [&](std::string_view field, float) {
            sum += here_->frequency(std::string(field),
                                    shard_->spelled(word.text, word.exact));
          });
          least = std::min(least, sum);
        }
        return least;
      }
      case Kind::kExact: {
        if (query.prefix) return UINT64_MAX;
        uint64_t sum = 0;
        for (const std::string& value : query.values) {
          sum += here_->frequency(query.field, value);
        }
        return sum;
      }
      default:
        return UINT64_MAX;
    }
  }

  // The rarest part first: the others are then looked up only where it is.
  Matches all_of(const Query& query, float times, int32_t in_shard,
                 Within within) {
    std::vector<std::pair<uint64_t, RepeatedPart>> parts;
    for (const RepeatedPart& part : repeated_parts(query.parts)) {
      parts.emplace_back(estimate(*part.query), part);
    }
    std::stable_sort(
        parts.begin(), parts.end(),
        [](const auto& a, const auto& b) { return a.first < b.first; });
    std::optional<Matches> out;
    for (const auto& [estimated, part] : parts) {
      bool known = out && !out->all_but;
      Matches next = of(*part.query, times * static_cast<float>(part.times),
                        in_shard, known ? &out->documents : within);
      out = out ? both(*out, next) : std::move(next);
      if (!out->all_but && out->documents.empty()) break;
    }
    return *std::move(out);
  }

  Matches dates(const Query& query) {
    const IndexDirectory* index = shard_->owner(kDateField);
    if (index == nullptr) return {};
    const std::string field(kDateField);
    std::vector<bool> found = here_->range(field, query.first, query.last);
    DateRanges ranges = date_ranges(query.first, query.last);
    for (const DateRanges::Terms& terms : ranges.whole) {
      if (shard_->owner(terms.field) != index) continue;
      std::vector<bool> more =
          here_->range(std::string(terms.field), terms.first, terms.last);
      for (size_t i = 0; i < found.size(); ++i) {
        if (more[i]) found[i] = true;
      }
    }
    for (const std::string& day : ranges.parts) {
      if (shard_->owner("day") != index) break;
      std::vector<bool> some = here_->range("day", day, day);
      for (uint32_t i = 0; i < found.size(); ++i) {
        if (some[i] && !found[i]) {
          found[i] = index->has_date(i, query.first, query.last);
        }
      }
    }
    return matches_of(found, 0);
  }

  const std::vector<Shard>* all_;
  const Shard* shard_;
  std::vector<Postings>* shards_;
  Postings* here_;
  uint64_t documents_;
};

class LuceneEngine final : public SearchEngine {
 public:
  [[nodiscard]] std::shared_ptr<const OpenedShard> open(
      const std::vector<std::string>& paths,
      const std::vector<std::shared_ptr<const Manifest>>& manifests)
      const override {
    return open_lucene_shard(paths, manifests);
  }

  [[nodiscard]] Hits search(const std::vector<Shard>& shards,
                            uint64_t documents, const Query& query,
                            uint64_t count) const override {
    std::vector<Postings> postings;
    for (const Shard& shard : shards) postings.emplace_back(opened(shard));
    const bool has_others = asks_for_other_records(query);
    const std::vector<uint64_t> none;
    Hits hits;
    for (size_t i = 0; i < shards.size(); ++i) {
      const std::vector<uint64_t>& others =
          has_others ? none : shards[i].other_records->of(shards[i]);
      const LuceneShard& shard = opened(shards[i]);
      shard.guard([&] {
        Evaluation evaluation(shards, shards[i], postings, postings[i],
                              documents);
        Matches found = listed(
            evaluation.of(query, 1, shard.documents, nullptr), shard.documents);
        for (size_t k = 0; k < found.documents.size(); ++k) {
          auto document = static_cast<uint64_t>(found.documents[k]);
          if (shards[i].is_deleted(document) || has_bit(others, document)) {
            continue;
          }
          hits.best.push_back({shards[i].base + document, found.score(k)});
        }
        hits.total = hits.best.size();
      });
    }
    hits.searched = documents;
    auto end =
        hits.best.begin() + static_cast<ptrdiff_t>(std::min(hits.total, count));
    std::partial_sort(hits.best.begin(), end, hits.best.end(), is_better);
    hits.best.erase(end, hits.best.end());
    return hits;
  }

 private:
  static const LuceneShard& opened(const Shard& shard) {
    return static_cast<const LuceneShard&>(*shard.opened);
  }
};

}  // namespace

std::shared_ptr<const SearchEngine> lucene_engine() {
  return std::make_shared<LuceneEngine>();
}

}  // namespace wax::index
