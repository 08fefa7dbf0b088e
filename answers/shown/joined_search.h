// Searches of a collection of which other servers have the shards: the one in
// front joins what they find. Any number of threads may call what is declared
// here.
#pragma once

#include <cstdint>
#include <vector>

#include "answers/requests/search_request.h"
#include "answers/shards/shard_facts.h"
#include "answers/shards/shard_messages.h"
#include "answers/shown/holdings.h"
#include "answers/shown/search_answer.h"
#include "index/search/results.h"
#include "index/store/limits.h"

namespace wax::answers {

// What all shards that are there have together; `state`, `cdx_heads` and
// `lost` are empty. Throws NoShards when none is there.
[[nodiscard]] ShardFacts joined_facts(const Scope& scope);

// A question about all that the request finds, without counts and hits. Asks
// which query it is, in two rounds. Throws as joined_search().
[[nodiscard]] SearchQuestion joined_question(const Scope& scope,
                                             const SearchRequest& request);

// All hits of a request that collapses them: the best per_group of each group,
// in the order of the shards and of their documents, which are numbered as in
// index::join_results(); and the question that was asked. Memory: some hundred
// bytes for each while it is made, then 8. Throws as joined_search(), and
// OutOfTime.
struct JoinedHits {
  explicit JoinedHits(index::MemoryBudget* budget) : memory(budget) {}

  SearchQuestion question;
  index::TakenMemory memory;
  std::vector<uint64_t> documents;
  index::Missing missing;  // without shards that are gone
};
[[nodiscard]] JoinedHits joined_hits(const Scope& scope,
                                     const SearchRequest& request);

// What answer_search() gives for a collection that has the documents of all
// shards, in the order of the servers: the same hits, scores and counts.
// SearchAnswer::missing names the shards that are gone. Three rounds: the
// counts of the terms, the places of the hits, and the texts of those that are
// shown.
// There is no better_text, which only the words of a whole index tell.
// Throws as answer_search(), and NoShards.
[[nodiscard]] SearchAnswer joined_search(const Scope& scope,
                                         const SearchRequest& request);

}  // namespace wax::answers
