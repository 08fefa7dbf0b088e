// Hits as the search page shows them. Any number of threads may call what is
// declared here.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "serve/answers/search_answer.h"
#include "serve/pages/search_link.h"
#include "serve/pages/template.h"

namespace wax::serve {

// Values of hit.html: the hits of one group, the best first, of which the
// others are short. `link` is the search, `collapse` what its groups are
// ("url", "site", "similar").
[[nodiscard]] Values group_values(const SearchLink& link,
                                  std::string_view collapse,
                                  std::span<const SearchHit> group);

// Whether all hits are images that can be shown; then they make a grid.
[[nodiscard]] bool are_pictures(const Scope& scope,
                                std::span<const SearchHit> hits);

// Values of years.html: the years of captures, each with a link to its first
// capture.
[[nodiscard]] std::vector<Values> years_values(
    const Scope& scope, const std::vector<std::string>& dates,
    std::string_view url);

}  // namespace wax::serve
