// What one of several readers finds, before it is joined with what the others
// find (joined_results.h).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "index/match/hits.h"
#include "index/search/collapse.h"
#include "index/search/hit_order.h"

namespace wax::index {

// Documents are numbered within the reader.
struct ResultsPart {
  struct Collapsed {
    CollapseKey key;
    uint64_t total = 1;
    // The best first; empty: they are not among the first of the reader.
    std::vector<Place> places;
  };
  // How many hits have each value of a field or period.
  using Counts = std::vector<std::pair<std::string, uint64_t>>;

  uint64_t total = 0;
  uint64_t searched = 0;
  Missing missing;
  bool is_by_score = true;  // as in Results
  // The first places, in order, without what words that stand together count,
  // and what they collapse by, if they do.
  std::vector<Place> first;
  std::vector<CollapseKey> keys;
  // The first kHitsWithProximityBoost of them with that, in the order of
  // `first`; empty: it counts nothing.
  std::vector<Place> boosted;
  std::vector<Collapsed> collapsed;  // all, the best first
  // When hits are sorted by texts, the key of a place is the number of one of
  // these, which are sorted.
  std::vector<std::string> texts;
  std::vector<Counts> facets;  // in the order of the options; by term
  Counts periods;
};

}  // namespace wax::index
