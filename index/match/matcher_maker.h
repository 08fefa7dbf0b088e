// Makes the matchers of a query.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "index/match/bits_maker.h"
#include "index/match/combined_matcher.h"
#include "index/match/hits.h"
#include "index/match/matcher.h"
#include "index/match/query_terms.h"
#include "index/match/term_conjunction.h"
#include "index/query/query.h"
#include "index/schema/fields.h"
#include "index/store/reader_state.h"

namespace wax::index {

using MatcherPtr = std::unique_ptr<Matcher>;

// For one shard. What it is made of must outlive it, and the matchers. Methods
// throw FormatError, IoError, TooMuchMemory and Deadline::Passed.
class MatcherMaker {
 public:
  // `here`: the terms in the shard. `documents`: of all shards.
  MatcherMaker(const Shard& shard, const QueryTerms& terms,
               const QueryTerms::InShard& here, uint64_t documents,
               const Deadline& deadline, const SearchOptions& options)
      : shard_(&shard),
        terms_(&terms),
        here_(&here),
        documents_(documents),
        deadline_(&deadline),
        options_(&options),
        bits_(shard, terms, here, deadline, options) {}

  // How much greater a rounded sum of scores may be than the exact one.
  [[nodiscard]] double rounding() const {
    constexpr double kRounding = 0x1p-23;
    return 1 + static_cast<double>(made_ + 8) * kRounding;
  }

  // Calls use(field, weight) for the fields in which words are looked for.
  template <typename Use>
  void each_weighted_field(const Query& query, Use&& use) const {
    auto use_weighted = [&](std::string_view field, float weight) {
      auto other = options_->weights.find(field);
      use(field, other == options_->weights.end() ? weight : other->second);
    };
    each_searched_field(query.field, use_weighted);
    if (may_cross_border(query)) use(kBorderField, kBorderWeight);
    if (!query.words[0].stems.empty()) use_weighted(kStemsField, kStemWeight);
  }

  // What the words score in one field. Null: nothing matches.
  [[nodiscard]] MatcherPtr in_field(std::string_view field, float weight,
                                    const Query& query);
  // Null: nothing matches.
  [[nodiscard]] MatcherPtr matcher(const Query& query) {
    return matcher(query, 1);
  }

 private:
  // Makes the matcher of a part of the query. If the query has the part more
  // than once, it is made once, and scores `times` as much.
  MatcherPtr matcher(const Query& query, float times);
  MatcherPtr any_of(std::vector<MatcherPtr> parts);
  MatcherPtr words(const Query& query, float times);
  // Documents that have all of the words, beginnings or patterns with their
  // accents. Null: there are none.
  MatcherPtr as_written(const std::vector<Query::Word>& words, float weight);
  MatcherPtr as_written(const Query::Word& word, float weight);
  // Terms that are like a word, of which each scores the boost; the word itself
  // scores what it does alone.
  MatcherPtr expanded(const std::string& field, float boost,
                      const Query& query);
  MatcherPtr phrase(const std::string& field, const Query& query, float weight);
  // The rarest part first: the others are then looked up only where it is.
  MatcherPtr all_of(const Query& query, float times);
  // The list of a word that several of the fields have which are searched by
  // default.
  [[nodiscard]] std::optional<CombinedWord> combined(const Query& query) const;
  // The term of a word that only one field has, or its list.
  [[nodiscard]] std::optional<TermConjunction::Term> only_term(
      const Query& query, float times) const;
  // How many documents a part matches at most, as far as that is cheap to say.
  [[nodiscard]] uint64_t estimate(const Query& query) const;
  // Calls use(sources) for its term in the field, or for each of its stems in
  // the field of stems, of which a document has one at most; not for those
  // without sources.
  template <typename Use>
  void each_term_in(std::string_view field, const Query::Word& word,
                    Use&& use) const {
    auto use_some = [&](size_t number) {
      if (const auto& sources = sources_of(number); !sources.empty()) {
        use(sources);
      }
    };
    if (field != kStemsField) return use_some(terms_->number(field, word));
    for (const std::string& stem : word.stems) {
      use_some(terms_->number(field, stem));
    }
  }
  [[nodiscard]] const std::vector<TermSource>& sources_of(size_t number) const {
    return here_->sources[number];
  }

  const Shard* shard_;
  const QueryTerms* terms_;
  const QueryTerms::InShard* here_;
  uint64_t documents_;
  const Deadline* deadline_;
  const SearchOptions* options_;
  BitsMaker bits_;
  size_t made_ = 0;  // parts, or more
};

}  // namespace wax::index
