// Links from one search to others. Any number of threads may call what is
// declared here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "serve/answers/scope.h"
#include "serve/answers/search_answer.h"

namespace wax::serve {

// A search as parameters of a URL, with some of them changed.
struct SearchLink {
  const Scope* scope;
  SearchRequest search;

  // "query=heron&site=example.org"
  [[nodiscard]] std::string parameters() const;
  // "/search?...", from the `start`-th hit on.
  [[nodiscard]] std::string href(uint64_t start = 0) const;

  [[nodiscard]] SearchLink with(const std::string& field,
                                const std::string& value) const;
  [[nodiscard]] SearchLink without_filter(size_t i) const;
  [[nodiscard]] SearchLink without_dates() const;
  [[nodiscard]] SearchLink with_year(const std::string& year) const;
  [[nodiscard]] SearchLink with_sort(std::string_view sort) const;
  [[nodiscard]] SearchLink with_collapse(std::string_view collapse) const;
  [[nodiscard]] SearchLink with_text(std::string text) const;
};

}  // namespace wax::serve
