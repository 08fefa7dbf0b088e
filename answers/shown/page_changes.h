// What changed between two versions of a page. Any number of threads may call
// what is declared here.
#pragma once

#include <string_view>
#include <vector>

#include "answers/shown/found_page.h"
#include "answers/shown/holdings.h"
#include "index/match/hits.h"
#include "index/search/versions.h"
#include "text/word_changes.h"

namespace wax::answers {

struct PageChanges {
  FoundPage from;
  FoundPage to;
  std::vector<text::WordChange>
      changes;  // in order; empty: the texts are the same
};

// The versions with the digests, with or without "sha1:". Throws NotFound when
// the full text has not both, and as reader_of() and version_text().
[[nodiscard]] PageChanges page_changes(const Scope& scope, std::string_view url,
                                       std::string_view from,
                                       std::string_view to);

struct ShownSimilarPage {
  FoundPage page;
  bool has_almost_the_same_text = false;
};

// The pages most like the last version of `url`, as index::similar_pages().
// Throws as that, and as reader_of().
struct [[nodiscard]] SimilarPages {
  std::vector<ShownSimilarPage> all;
  index::Missing missing;
};
SimilarPages similar_pages(const Scope& scope, std::string_view url);

}  // namespace wax::answers
