// Hits as the search page shows them. Any number of threads may call what is
// declared here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answers/shown/holdings.h"
#include "answers/shown/search_answer.h"
#include "serve/pages/template.h"

namespace wax::serve {

// A search as parameters of a URL, with some of them changed.
struct SearchLink {
  const answers::Scope* scope;
  answers::SearchRequest search;

  // "query=heron&site=example.org"
  [[nodiscard]] std::string parameters() const;
  // "/search?...", from the `start`-th hit on.
  [[nodiscard]] std::string href(uint64_t start = 0) const;

  [[nodiscard]] SearchLink with(const std::string& field,
                                const std::string& value) const;
  [[nodiscard]] SearchLink without_filter(size_t i) const;
  [[nodiscard]] SearchLink with_other_records(bool wanted) const;
  [[nodiscard]] SearchLink without_dates() const;
  [[nodiscard]] SearchLink with_year(const std::string& year) const;
  [[nodiscard]] SearchLink with_sort(std::string_view sort) const;
  [[nodiscard]] SearchLink with_collapse(std::string_view collapse) const;
  [[nodiscard]] SearchLink with_text(std::string text) const;
  // In another collection.
  [[nodiscard]] SearchLink in(const answers::Scope& other) const;
};

// Values of hit.html: the hits of one group, the best first, of which the
// others are short. `link` is the search, `collapse` what its groups are
// ("url", "site", "similar").
[[nodiscard]] Values group_values(const SearchLink& link,
                                  std::string_view collapse,
                                  std::span<const answers::SearchHit> group);

// Whether all hits are images that can be shown; then they make a grid.
[[nodiscard]] bool are_pictures(const answers::Scope& scope,
                                std::span<const answers::SearchHit> hits);

// Values of years.html: the years of captures, each with a link to its first
// capture.
[[nodiscard]] std::vector<Values> years_values(
    const answers::Scope& scope, const std::vector<std::string>& dates,
    std::string_view url);

}  // namespace wax::serve
