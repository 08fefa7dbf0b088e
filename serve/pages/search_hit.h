// Hits as the search page shows them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/search/result_lines.h"
#include "serve/api/markup.h"
#include "serve/pages/search_link.h"

namespace wax::serve {

// An item of the list of hits: those of one group, the best first, of which the
// others are short. `link` is the search, `folded` what its groups are ("url",
// "site", "similar").
void append_group(const SearchLink& link, std::string_view folded,
                  std::span<const index::ShownHit> group, Markup& out);

// Whether all hits are images that can be shown; then they make a grid.
[[nodiscard]] bool are_pictures(const Scope& scope,
                                std::span<const index::ShownHit> hits);

// The years of captures, each with a link to its first capture.
void append_years(const Scope& scope,
                  const std::vector<std::string_view>& dates,
                  std::string_view url, Markup& out);

}  // namespace wax::serve
