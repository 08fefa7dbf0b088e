// The versions of a page, what changed between them, and pages like it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "index/search/searcher.h"
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

// In the order of their first dates: those with the URL key of `url`. Throws as
// IndexReader, UsageError when the index has no URL keys.
[[nodiscard]] std::vector<PageVersion> versions_of(const IndexReader& reader,
                                                   std::string_view url);

struct WordChange {
  enum class Kind { kSame, kRemoved, kAdded };
  Kind kind = Kind::kSame;
  std::string text;  // words with their spaces
};

// The least number of words that are removed from `before` and added to make
// `after`, in order; neighbours of one kind are one. Words are what white space
// separates. Texts that differ by more than `most` words are given as removed
// and added as a whole, but for what they begin and end with. Time and memory:
// most squared.
[[nodiscard]] std::vector<WordChange> word_changes(std::string_view before,
                                                   std::string_view after,
                                                   size_t most = 1500);

// "[-old-]{+new+}" with `context` words around each change, and "..." between.
[[nodiscard]] std::string shown_changes(const std::vector<WordChange>& changes,
                                        size_t context = 8);

struct SimilarPage {
  Hit hit;
  int distance = -1;  // bits between the simhashes; -1: one has none
};

// The pages most like the last version of `url`: those with the most of its
// telling words (rare in the index, frequent in the page), without its own
// versions. Empty when the index does not have it. `simhash` makes the hash of
// a document's content where the index does not store it. Throws as
// versions_of() and Searcher::search().
using SimHash = std::function<std::optional<uint64_t>(std::string_view text)>;
[[nodiscard]] std::vector<SimilarPage> similar_pages(
    const IndexReader& reader, std::string_view url, uint64_t count,
    const SearchOptions& options, const SimHash& simhash);

}  // namespace wax::index
