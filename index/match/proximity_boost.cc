#include "index/match/proximity_boost.h"

#include <algorithm>
#include <map>
#include <utility>

#include "index/query/repeated_parts.h"
#include "index/schema/fields.h"
#include "index/schema/ranking.h"

namespace wax::index {
namespace {

bool is_one_word(const Query& query) {
  return query.kind == Query::Kind::kWords && query.words.size() == 1 &&
         !query.words.front().prefix && !query.words.front().pattern &&
         query.words.front().edits == 0;
}

// What is required, in the order of the query.
void add_required(const Query& query, std::vector<const Query*>& required) {
  if (query.kind != Query::Kind::kAnd) {
    required.push_back(&query);
    return;
  }
  for (const Query& part : query.parts) add_required(part, required);
}

uint64_t documents_of(const std::vector<TermSource>& sources) {
  uint64_t documents = 0;
  for (const TermSource& source : sources) documents += source.place.documents;
  return documents;
}

}  // namespace

std::vector<WordPair> pairs_of(const Query& query) {
  std::vector<WordPair> pairs;
  std::vector<const Query*> required;
  add_required(query, required);
  if (required.size() < 2) return pairs;
  const std::vector<size_t> first_of = first_equals(required);
  std::map<std::pair<size_t, size_t>, size_t> places;  // in `pairs`
  for (size_t i = 1; i < required.size(); ++i) {
    const Query& first = *required[i - 1];
    const Query& second = *required[i];
    if (!is_one_word(first) || !is_one_word(second) ||
        first.field != second.field) {
      continue;
    }
    auto [place, is_new] =
        places.try_emplace({first_of[i - 1], first_of[i]}, pairs.size());
    if (is_new) {
      pairs.push_back({first.field, first.words.front(), second.words.front()});
    } else {
      ++pairs[place->second].times;
    }
  }
  return pairs;
}

PairReader::PairReader(const WordPair& pair, const Shard& shard,
                       const QueryTerms& terms,
                       const QueryTerms::InShard& here) {
  each_searched_field(pair.field, [&](std::string_view field, float) {
    if (shard.owner(field) == nullptr || field == "url") return;
    const auto& first = here.sources[terms.number(field, pair.first)];
    const auto& second = here.sources[terms.number(field, pair.second)];
    if (first.empty() || second.empty()) return;
    fields_.push_back({TermCursor(first), TermCursor(second),
                       documents_of(first) <= documents_of(second)});
  });
}

float PairReader::closeness(uint32_t document) {
  uint32_t nearest = kFarthest + 1;
  for (InField& field : fields_) {
    if (nearest == 1) break;
    // Most documents without both lack the rarer one.
    TermCursor& rarer = field.first_is_rarer ? field.first : field.second;
    TermCursor& other = field.first_is_rarer ? field.second : field.first;
    rarer.advance(document);
    if (rarer.document() != document) continue;
    other.advance(document);
    if (other.document() != document) continue;
    std::span<const uint32_t> firsts = field.first.read_positions(firsts_);
    std::span<const uint32_t> seconds = field.second.read_positions(seconds_);
    size_t k = 0;
    for (uint32_t first : firsts) {
      while (k < seconds.size() && seconds[k] <= first) ++k;
      if (k < seconds.size()) nearest = std::min(nearest, seconds[k] - first);
      if (k > 0 && seconds[k - 1] < first) {
        nearest = std::min(nearest, first - seconds[k - 1] + 1);
      }
    }
  }
  return nearest > kFarthest ? 0 : 1 / static_cast<float>(nearest);
}

}  // namespace wax::index
