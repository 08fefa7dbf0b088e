#include "index/search/result_options.h"

#include <charconv>
#include <cmath>
#include <utility>

#include "io/error.h"

namespace wax::index {

Sort parse_sort(std::string_view text) {
  if (text == "relevance") return {};
  if (text == "newest") return {Sort::By::kNewest, {}, false};
  if (text == "oldest") return {Sort::By::kOldest, {}, false};
  Sort sort{Sort::By::kField, std::string(text), false};
  if (size_t colon = text.find(':'); colon != text.npos) {
    std::string_view way = text.substr(colon + 1);
    if (way != "asc" && way != "desc") {
      throw UsageError("sort \"" + std::string(text) +
                       "\": behind the colon is asc or desc");
    }
    sort.field = text.substr(0, colon);
    sort.ascending = way == "asc";
  }
  return sort;
}

Boost parse_boost(std::string_view text) {
  Boost boost;
  std::string_view rest = text;
  auto fail = [&] {
    throw UsageError("boost \"" + std::string(text) +
                     "\": write NAME, log(NAME) or sqrt(NAME), and perhaps a "
                     "weight behind it, as in log(NAME)*0.5");
  };
  if (size_t star = rest.find('*'); star != rest.npos) {
    std::string_view weight = rest.substr(star + 1);
    auto [stop, error] = std::from_chars(
        weight.data(), weight.data() + weight.size(), boost.weight);
    if (error != std::errc() || stop != weight.data() + weight.size() ||
        !std::isfinite(boost.weight) || boost.weight < 0) {
      fail();
    }
    rest = rest.substr(0, star);
  }
  for (auto [name, by] :
       {std::pair<std::string_view, Boost::By>{"log(", Boost::By::kLog},
        {"sqrt(", Boost::By::kRoot}}) {
    if (!rest.starts_with(name) || !rest.ends_with(')')) continue;
    boost.by = by;
    rest = rest.substr(name.size(), rest.size() - name.size() - 1);
    break;
  }
  if (rest.empty() || rest.find_first_of("()") != rest.npos) fail();
  boost.field = rest;
  return boost;
}

Collapse parse_collapse(std::string_view text) {
  if (text == "none") return {};
  if (text == "url") return {Collapse::By::kUrl, {}};
  if (text == "similar") return {Collapse::By::kSimilar, {}};
  return {Collapse::By::kField, std::string(text)};
}

}  // namespace wax::index
