#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "index/match/matcher_maker.h"
#include "index/match/proximity_boost.h"
#include "index/match/query_terms.h"
#include "index/query/repeated_parts.h"
#include "index/search/searcher.h"
#include "index/store/impact_bounds.h"
#include "index/store/reader_state.h"

namespace wax::index {
namespace {

// The score of a document of the shard; none when it does not match.
std::optional<float> score_of_document(Matcher& matcher, uint32_t document) {
  uint32_t base = document / kWindow * kWindow;
  uint32_t n = document - base;
  WindowMask mask = {};
  matcher.fill(base, nullptr, mask);
  if ((mask[n / 64] >> n % 64 & 1) == 0) return {};
  return matcher.score(n);
}

std::string in_digits(float number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", static_cast<double>(number));
  return text;
}

// Before what the query asks for so often.
std::string often(float times) {
  if (times == 1) return {};
  return std::to_string(std::lround(times)) + " times ";
}

std::string words_of(const Query& query) {
  std::string text;
  for (const Query::Word& word : query.words) {
    if (!text.empty()) text += ' ';
    text += word.exact.empty() ? word.text : word.exact;
    if (word.prefix) text += '*';
  }
  return '"' + text + '"';
}

// Explains the score of one document.
class Explainer {
 public:
  Explainer(const Shard& shard, uint32_t document, const QueryTerms& terms,
            uint64_t documents, MatcherMaker& maker)
      : shard_(&shard),
        document_(document),
        terms_(&terms),
        documents_(documents),
        maker_(&maker) {}

  // What the query counts so many times.
  void add(const Query& query, float times, Explanation& sum) {
    switch (query.kind) {
      case Query::Kind::kWords:
        return add_words(query, times, sum);
      case Query::Kind::kAnd:
      case Query::Kind::kOr:
        for (const auto& [part, here] : repeated_parts(query.parts)) {
          add(*part, times * static_cast<float>(here), sum);
        }
        return;
      default:
        return;  // counts nothing
    }
  }

 private:
  void add_words(const Query& query, float times, Explanation& sum) {
    MatcherPtr whole = maker_->matcher(query);
    std::optional<float> score;
    if (whole) score = score_of_document(*whole, document_);
    if (!score) return;
    Explanation part;
    part.score = times * *score;
    float rarity = terms_->rarity(query, documents_);
    float occurrences = 0;
    maker_->each_weighted_field(
        query, [&](std::string_view field, float weight) {
          MatcherPtr matcher = maker_->in_field(field, weight, query);
          std::optional<float> found;
          if (matcher) found = score_of_document(*matcher, document_);
          if (!found) return;
          occurrences += *found;
          part.parts.push_back({*found, in_field(field, weight, *found), {}});
        });
    float counted = saturated(occurrences, rarity);
    part.text = often(times) + words_of(query) + ": rarity " +
                in_digits(rarity) + in(query) + " * " + in_digits(occurrences) +
                " / (" + in_digits(static_cast<float>(kSaturation)) + " + " +
                in_digits(occurrences) + ")";
    if (*score > counted) {
      part.text += " + " + in_digits(*score - counted) + " as it is written";
    }
    sum.score += part.score;
    sum.parts.push_back(std::move(part));
  }

  [[nodiscard]] std::string in(const Query& query) const {
    if (query.words.size() != 1 || query.words[0].prefix) return {};
    return " (in " +
           std::to_string(terms_->documents(query.field, query.words[0])) +
           " of " + std::to_string(documents_) + " documents)";
  }

  // "main: 3 times in 210 words * weight 1".
  [[nodiscard]] std::string in_field(std::string_view field, float weight,
                                     float score) const {
    const IndexDirectory::Part& part = shard_->owner(field)->part_of(document_);
    uint32_t number = part.segment->field_number(field);
    std::string text(field);
    NormReader norms = part.segment->norms(number);
    if (norms.empty() || weight == 0) return text;
    uint8_t norm = norms.at(document_ - part.base);
    float value = values_of_norms()[norm];
    float factor = factors_of(field)[norm];
    text += ": " + std::to_string(std::lround(score / (weight * factor))) +
            " times * " + in_digits(factor) + " for some " +
            std::to_string(std::lround(1 / (value * value))) + " words";
    return text + " * weight " + in_digits(weight);
  }

  const Shard* shard_;
  uint32_t document_;
  const QueryTerms* terms_;
  uint64_t documents_;
  MatcherMaker* maker_;
};

}  // namespace

Explanation Searcher::explain(const Query& query, uint64_t document,
                              const SearchOptions& options) const {
  const IndexReader::State& state = *reader_->state_;
  Deadline deadline;
  QueryTerms terms(query);
  QueryTerms::InShard here;
  const Shard& shard = state.shard_of(document);
  for (const Shard& one : state.shards) {
    QueryTerms::InShard found = terms.look_up(one, deadline);
    terms.count(found);
    if (&one == &shard) here = std::move(found);
  }
  auto in_shard = static_cast<uint32_t>(document - shard.base);
  MatcherMaker maker(shard, terms, here, state.documents, deadline, options);
  Explanation sum;
  sum.text = "sum of";
  Explainer(shard, in_shard, terms, state.documents, maker).add(query, 1, sum);
  for (const WordPair& pair : pairs_of(query)) {
    float closeness = PairReader(pair, shard, terms, here).closeness(in_shard);
    if (closeness == 0) continue;
    uint64_t with = std::max(terms.documents(pair.field, pair.first),
                             terms.documents(pair.field, pair.second));
    float rarity = rarity_of(state.documents, with);
    Explanation part;
    const auto times = static_cast<float>(pair.times);
    part.score = times * options.proximity_boost * rarity * closeness;
    part.text = often(times) + '"' + pair.first.text + "\" and \"" +
                pair.second.text +
                "\" together: " + in_digits(options.proximity_boost) +
                " * rarity " + in_digits(rarity) + " * closeness " +
                in_digits(closeness) + ", if it is one of the first " +
                std::to_string(kHitsWithProximityBoost) + " hits";
    sum.score += part.score;
    sum.parts.push_back(std::move(part));
  }
  if (sum.parts.empty()) sum.text = "no score: the query looks for no words";
  return sum;
}

}  // namespace wax::index
