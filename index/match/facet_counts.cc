#include "index/match/facet_counts.h"

#include <algorithm>

#include "index/schema/fields.h"
#include "io/error.h"

namespace wax::index {

void check_facet(const std::string& name) {
  if (name.empty()) return;
  const Field* field = find_field(name);
  // A document has at most one value of these, but any number of dates and
  // collections.
  if (field != nullptr && field->group && field->indexed == Indexed::kExact &&
      name != "date" && name != "collection") {
    return;
  }
  throw UsageError("the values of \"" + name +
                   "\" are not counted; those of site, type, status and "
                   "charset are");
}

const FacetColumn* facet_of(const Shard& shard, const std::string& name) {
  if (name.empty()) return nullptr;
  const IndexDirectory* index = shard.owner(name);
  return index == nullptr ? nullptr : &index->facet(name);
}

void FacetCounts::end() {
  if (column_ == nullptr) return;
  ++columns_;
  for (size_t i = 1; i < counts_.size(); ++i) {
    if (counts_[i] > 0) found_.emplace_back(column_->value(i), counts_[i]);
  }
}

std::vector<FacetValue> FacetCounts::most_frequent(uint64_t count) {
  if (columns_ > 1) add_up();
  auto end = found_.begin() +
             static_cast<ptrdiff_t>(std::min<uint64_t>(count, found_.size()));
  std::partial_sort(
      found_.begin(), end, found_.end(), [](const Found& a, const Found& b) {
        return a.second != b.second ? a.second > b.second : a.first < b.first;
      });
  std::vector<FacetValue> values;
  for (auto it = found_.begin(); it != end; ++it) {
    values.push_back({std::string(it->first), it->second});
  }
  return values;
}

void FacetCounts::add_up() {
  std::sort(found_.begin(), found_.end());
  size_t kept = 0;
  for (const Found& found : found_) {
    if (kept > 0 && found_[kept - 1].first == found.first) {
      found_[kept - 1].second += found.second;
    } else {
      found_[kept++] = found;
    }
  }
  found_.resize(kept);
}

}  // namespace wax::index
