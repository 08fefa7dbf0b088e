#include "index/search/value_counts.h"

#include <algorithm>
#include <utility>

#include "index/store/reader_state.h"

namespace wax::index {

ValueCounts::ValueCounts(const IndexReader& reader, std::string field)
    : field_(std::move(field)), kind_(wanted_kind(reader, field_, "facet")) {}

void ValueCounts::begin_shard(const Shard& shard) {
  values_ = values_in(shard, field_);
  bool of_dates = field_ == "year" || field_ == "month" || field_ == "day";
  shard_ = of_dates && shard.seen_dates != nullptr ? &shard : nullptr;
  counts_.assign(values_ == nullptr ? 0 : values_->size(), 0);
}

void ValueCounts::take(const MatchWindow& window) {
  if (values_ == nullptr) return;
  each_bit(window.mask, [&](uint32_t n) {
    uint32_t document = window.base + n;
    for (uint32_t number : values_->of(document)) {
      if (shard_ == nullptr || is_seen(document, number)) ++counts_[number];
    }
  });
}

bool ValueCounts::is_seen(uint32_t document, uint32_t number) const {
  const std::vector<std::string>* dates = shard_->seen_dates_of(document);
  if (dates == nullptr) return true;
  return std::any_of(dates->begin(), dates->end(),
                     [&](const std::string& date) {
                       return date.starts_with(values_->value(number));
                     });
}

void ValueCounts::end_shard(bool keep) {
  for (size_t i = 0; keep && i < counts_.size(); ++i) {
    if (counts_[i] > 0) found_.emplace_back(values_->value(i), counts_[i]);
  }
}

Facet ValueCounts::finish(uint64_t count, bool by_value) {
  std::sort(found_.begin(), found_.end());
  size_t kept = 0;
  for (const auto& found : found_) {
    if (kept > 0 && found_[kept - 1].first == found.first) {
      found_[kept - 1].second += found.second;
    } else {
      found_[kept++] = found;
    }
  }
  found_.resize(kept);
  if (!by_value) {
    std::stable_sort(
        found_.begin(), found_.end(),
        [](const auto& a, const auto& b) { return a.second > b.second; });
  }
  Facet facet{field_, {}, found_.size()};
  for (const auto& [value, hits] : found_) {
    if (facet.values.size() == count) break;
    facet.values.push_back({shown_value(kind_, value), hits});
  }
  return facet;
}

}  // namespace wax::index
