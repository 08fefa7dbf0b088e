#include "cdx/lookup/lookup_plan.h"

#include <algorithm>

#include "cdx/format/line_fields.h"
#include "io/error.h"
#include "text/number.h"

namespace wax::cdx {

LookupPlan::LookupPlan(const LookupOptions& options) {
  for (const std::string& text : options.filters) {
    Condition condition = Condition::parse_filter(text, options.filter_rules);
    size_t at = condition.field().empty() ? kNoField : field(condition.field());
    filters.emplace_back(std::move(condition), at);
  }
  if (!options.from.empty() || !options.to.empty() ||
      options.collapse_time > 0 || !options.closest.empty()) {
    date = field("timestamp");
  }
  if (options.collapse_time > 0 || options.omit_self_redirects) {
    status = field("status");
  }
  if (options.omit_self_redirects) {
    key = field("urlkey");
    redirect = field("redirect");
  }
  if (options.count_duplicates) {
    key = field("urlkey");
    digest = field("digest");
  }
  if (!options.collapse.empty()) first_of = part(options.collapse);
  if (!options.collapse_last.empty()) last_of = part(options.collapse_last);
  for (const std::string& name : options.fields) {
    shown.push_back(options.allow_missing ? optional_field(name) : field(name));
  }
  if (!options.asked_url.empty()) {
    asked_url = optional_field("url");
    asked_status = optional_field("status");
  }
}

LookupPlan::Part LookupPlan::part(std::string_view text) {
  size_t colon = text.rfind(':');
  std::string_view name = text.substr(0, colon);
  Part part;
  if (colon != text.npos) {
    auto number = text::whole_number<size_t>(text.substr(colon + 1));
    if (!number) {
      throw UsageError("'" + std::string(text) + "' is not FIELD or FIELD:N");
    }
    part.size = *number;
  }
  part.field = field(name);
  part.is_digest = field_name(name).letter == 'k';
  return part;
}

size_t LookupPlan::optional_field(std::string_view name) {
  size_t before = names.size();
  size_t place = field(name);
  if (place == before) optional.push_back(place);
  return place;
}

size_t LookupPlan::field(std::string_view name) {
  auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) found = names.emplace(found, name);
  return static_cast<size_t>(found - names.begin());
}

}  // namespace wax::cdx
