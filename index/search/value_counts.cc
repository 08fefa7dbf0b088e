#include "index/search/value_counts.h"

#include <algorithm>

#include "index/match/matcher.h"

namespace wax::index {

Facet facet_of(std::string field, const ValueKind& kind, TermNumbers terms,
               uint64_t count, bool by_value) {
  std::sort(terms.begin(), terms.end());
  size_t kept = 0;
  for (const auto& found : terms) {
    if (kept > 0 && terms[kept - 1].first == found.first) {
      terms[kept - 1].second += found.second;
    } else {
      terms[kept++] = found;
    }
  }
  terms.resize(kept);
  if (!by_value) {
    std::stable_sort(
        terms.begin(), terms.end(),
        [](const auto& a, const auto& b) { return a.second > b.second; });
  }
  Facet facet{std::move(field), {}, terms.size()};
  for (const auto& [value, hits] : terms) {
    if (facet.values.size() == count) break;
    facet.values.push_back({shown_value(kind, value), hits});
  }
  return facet;
}

ValueCounts::ValueCounts(const FieldNames& names, std::string field,
                         MemoryBudget* memory)
    : field_(std::move(field)),
      kind_(wanted_kind(names, field_, "facet")),
      memory_(memory) {}

void ValueCounts::begin_shard(const Shard& shard, const Deadline& deadline) {
  values_ = values_in(shard, field_, deadline, memory_.budget());
  bool of_dates = field_ == "year" || field_ == "month" || field_ == "day";
  shard_ = of_dates && shard.seen_dates != nullptr ? &shard : nullptr;
  size_t size = values_ == nullptr ? 0 : values_->size();
  // When the shard ends, all may have been found.
  memory_.set(size * sizeof counts_[0] +
              2 * (found_.size() + size) * sizeof found_[0]);
  counts_.assign(size, 0);
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

}  // namespace wax::index
