#include "answers/opened/shown_fields.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "collection/steps/link_steps.h"

namespace wax::answers {
namespace {

constexpr std::array<std::string_view, 6> kShownFacets = {
    "site", "type", "lang", "status", "resource_type", "protocol"};

bool has_value(const std::vector<std::string>& values, std::string_view value) {
  return std::ranges::find(values, value) != values.end();
}

}  // namespace

bool has_page_rank(const index::FieldNames& names) {
  return std::ranges::any_of(names.columns, [](const auto& column) {
    return column.name == collection::kPageRank &&
           column.kind == index::ColumnKind::kReal;
  });
}

std::vector<std::string> facet_fields(const index::FieldNames& names) {
  std::vector<std::string> known = index::fields_of_values(names);
  std::vector<std::string> fields;
  for (std::string_view field : kShownFacets) {
    if (has_value(known, field)) fields.emplace_back(field);
  }
  return fields;
}

std::string period_field(const index::FieldNames& names) {
  constexpr std::string_view kShownPeriod = "year";
  return std::string(has_value(index::fields_of_values(names), kShownPeriod)
                         ? kShownPeriod
                         : std::string_view());
}

std::vector<std::string> fields_of_search_page(const index::FieldNames& names) {
  std::vector<std::string> fields = facet_fields(names);
  if (std::string period = period_field(names); !period.empty()) {
    fields.push_back(std::move(period));
  }
  if (has_page_rank(names)) fields.emplace_back(collection::kPageRank);
  return fields;
}

}  // namespace wax::answers
