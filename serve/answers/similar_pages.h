// Pages with much the same words. Any number of threads may call what is
// declared here.
#pragma once

#include <chrono>
#include <string_view>
#include <vector>

#include "serve/answers/found_page.h"
#include "serve/answers/scope.h"

namespace wax::serve {

struct SimilarPage {
  FoundPage page;
  bool has_almost_the_same_text = false;
};

// The pages most like the last version of `url`, as index::similar_pages().
// Throws as that, and as reader_of().
[[nodiscard]] std::vector<SimilarPage> similar_pages(
    const Scope& scope, std::string_view url,
    std::chrono::steady_clock::time_point deadline);

}  // namespace wax::serve
