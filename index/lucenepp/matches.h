// Sets of documents with scores, which parts of a query match.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace wax::index {

// Documents in ascending order. Without scores, each score is 0. With
// `all_but`, these documents are those that do not match, and there are no
// scores.
struct Matches {
  std::vector<int32_t> documents;
  std::vector<float> scores;
  bool all_but = false;

  [[nodiscard]] float score(size_t i) const {
    return scores.empty() ? 0 : scores[i];
  }
};

// Scores are added up.
[[nodiscard]] Matches both(const Matches& a, const Matches& b);
[[nodiscard]] Matches either(const Matches& a, const Matches& b);
[[nodiscard]] Matches without(Matches a, const std::vector<int32_t>& excluded);

// The same without all_but, when there are `documents` in all.
[[nodiscard]] Matches listed(Matches matches, int32_t documents);

}  // namespace wax::index
