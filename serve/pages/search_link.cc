#include <utility>

#include "answers/requests/escape.h"
#include "answers/requests/parameter_table.h"
#include "serve/pages/search_hit.h"

namespace wax::serve {

std::string SearchLink::parameters() const {
  std::string out(answers::kQuery.name);
  out += '=' + answers::url_part(search.text);
  auto add = [&out](std::string_view name, const std::string& value) {
    if (value.empty()) return;
    out.append("&").append(name).append("=").append(answers::url_part(value));
  };
  for (const auto& [field, value] : search.filters) add(field, value);
  add(answers::kFrom.name, search.from);
  add(answers::kTo.name, search.to);
  add(answers::kSort.name, search.sort_text());
  add(answers::kCollapse.name, search.collapse_text());
  if (search.other_records) add(answers::kOtherRecords.name, "true");
  if (scope->is_one_of_many()) add(answers::kIn.name, scope->name());
  return out;
}

std::string SearchLink::href(uint64_t start) const {
  std::string out = "/search?" + parameters();
  if (start > 0) out += "&start=" + std::to_string(start);
  if (search.count != answers::SearchRequest().count) {
    out += "&count=" + std::to_string(search.count);
  }
  return out;
}

SearchLink SearchLink::with(const std::string& field,
                            const std::string& value) const {
  SearchLink other = *this;
  other.search.filters.emplace_back(field, value);
  return other;
}

SearchLink SearchLink::without_filter(size_t i) const {
  SearchLink other = *this;
  other.search.filters.erase(other.search.filters.begin() +
                             static_cast<ptrdiff_t>(i));
  return other;
}

SearchLink SearchLink::with_other_records(bool wanted) const {
  SearchLink other = *this;
  other.search.other_records = wanted;
  return other;
}

SearchLink SearchLink::without_dates() const {
  SearchLink other = *this;
  other.search.from.clear();
  other.search.to.clear();
  return other;
}

SearchLink SearchLink::with_year(const std::string& year) const {
  SearchLink other = *this;
  other.search.from = year;
  other.search.to = year;
  return other;
}

SearchLink SearchLink::with_sort(std::string_view sort) const {
  SearchLink other = *this;
  other.search.set_sort(sort);
  return other;
}

SearchLink SearchLink::with_collapse(std::string_view collapse) const {
  SearchLink other = *this;
  other.search.set_collapse(collapse);
  return other;
}

SearchLink SearchLink::in(const answers::Scope& other) const {
  return {&other, search};
}

SearchLink SearchLink::with_text(std::string text) const {
  SearchLink other = *this;
  other.search.text = std::move(text);
  return other;
}

}  // namespace wax::serve
