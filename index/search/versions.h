// The versions of a page, and pages like it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "index/match/hits.h"
#include "index/store/index_reader.h"

namespace wax::index {

struct PageVersion {
  uint64_t document = 0;
  std::string url;
  std::string digest;
  std::string title;
  std::vector<std::string> dates;  // of its captures, in order
  std::string places;              // of these (date_places.h)
};

// In the order of their first dates: those with the URL key of `url`. Of
// `options`, the time and the memory count. Throws as IndexReader, UsageError
// when the index has no URL keys, TooMuchMemory.
struct [[nodiscard]] PageVersions {
  std::vector<PageVersion> all;
  Missing missing;
};
PageVersions versions_of(const IndexReader& reader, std::string_view url,
                         const SearchOptions& options = {});

struct SimilarPage {
  Hit hit;
  // Its score for the telling words of the other page, as a part of the score
  // that this one has itself: 0 to 1.
  double likeness = 0;
  int distance = -1;  // bits between the simhashes; -1: one has none
};

// Pages below that are mostly of other subjects, which have common words in
// common: docs/decisions/index/similar-pages.md.
inline constexpr double kLeastLikeness = 0.45;

// The pages most like the last version of `url`: those with the most of its
// telling words (rare in the index, frequent in the page), and a likeness of
// kLeastLikeness at least, without its own versions. Empty when the index does
// not have it. `simhash` makes the hash of a document's content where the index
// does not store it. Throws as versions_of() and Searcher::search().
using SimHash = std::function<std::optional<uint64_t>(std::string_view text)>;
struct [[nodiscard]] SimilarPages {
  std::vector<SimilarPage> all;
  Missing missing;
};
SimilarPages similar_pages(const IndexReader& reader, std::string_view url,
                           uint64_t count, const SearchOptions& options,
                           const SimHash& simhash);

}  // namespace wax::index
