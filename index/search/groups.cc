#include "index/search/groups.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <span>
#include <string_view>

namespace wax::index {
namespace {

// Finds a number that differs from another in few bits. Of seven groups of
// nine bits, one is the same.
class NearNumbers {
 public:
  NearNumbers() : buckets_(kGroups * kBuckets) {}

  // What was added with the first such number; nothing when there is none.
  [[nodiscard]] std::optional<size_t> find(uint64_t number) const {
    std::optional<size_t> found;
    for (size_t group = 0; group < kGroups; ++group) {
      for (const auto& [other, what] : buckets_[bucket(number, group)]) {
        if (found && what >= *found) break;
        if (std::popcount(number ^ other) <= kMostSimilarBits) {
          found = what;
          break;
        }
      }
    }
    return found;
  }
  // `what` must rise.
  void add(uint64_t number, size_t what) {
    for (size_t group = 0; group < kGroups; ++group) {
      buckets_[bucket(number, group)].emplace_back(number, what);
    }
  }

 private:
  static constexpr size_t kGroups = 7;
  static constexpr size_t kBits = 9;
  static constexpr size_t kBuckets = size_t{1} << kBits;
  static_assert(kMostSimilarBits < static_cast<int>(kGroups));

  static size_t bucket(uint64_t number, size_t group) {
    return group * kBuckets + (number >> (kBits * group) & (kBuckets - 1));
  }
  std::vector<std::vector<std::pair<uint64_t, size_t>>> buckets_;
};

}  // namespace

void OpenGroup::add(const Place& place, uint64_t most) {
  ++total;
  if (first.size() == most && !is_before(place, first.back())) return;
  first.insert(std::upper_bound(first.begin(), first.end(), place, is_before),
               place);
  if (first.size() > most) first.pop_back();
}

Groups::Groups(const IndexReader& reader, const Collapse& collapse,
               uint64_t per_group)
    : collapse_(&collapse),
      per_group_(std::max<uint64_t>(per_group, 1)),
      numbers_(collapse.by == Collapse::By::kUrl ? url_hashes() : simhashes()) {
  if (collapse_->by == Collapse::By::kField) {
    (void)wanted_kind(reader, collapse_->field, "--group-by");
  }
}

void Groups::begin_shard(const Shard& shard, double expected) {
  in_shard_.clear();
  if (collapse_->by == Collapse::By::kField) {
    values_ = values_in(shard, collapse_->field);
    hashes_.clear();
    for (size_t i = 0; values_ != nullptr && i < values_->size(); ++i) {
      hashes_.push_back(std::hash<std::string_view>()(values_->value(i)) | 1);
    }
  } else if (is_wanted()) {
    numbers_.begin_shard(shard, expected);
  }
}

void Groups::add(uint32_t document, const Place& place) {
  uint64_t number = 0;
  if (collapse_->by != Collapse::By::kField) {
    number = numbers_.of(document);
  } else if (values_ != nullptr) {
    std::span<const uint32_t> values = values_->of(document);
    if (!values.empty()) number = hashes_[values.front()];
  }
  in_shard_.emplace_back(place, number);
}

void Groups::end_shard(bool keep) {
  if (!keep) return;
  if (collapse_->by == Collapse::By::kSimilar) {
    all_.insert(all_.end(), in_shard_.begin(), in_shard_.end());
    return;
  }
  for (const auto& [place, number] : in_shard_) {
    size_t group = open_.size();
    if (number != 0) {
      group = by_number_.emplace(number, open_.size()).first->second;
    }
    if (group == open_.size()) open_.emplace_back();
    open_[group].add(place, per_group_);
  }
}

std::vector<OpenGroup> Groups::finish() {
  if (collapse_->by == Collapse::By::kSimilar) fold_similar();
  std::sort(open_.begin(), open_.end(),
            [](const OpenGroup& a, const OpenGroup& b) {
              return is_before(a.first.front(), b.first.front());
            });
  return std::move(open_);
}

void Groups::fold_similar() {
  std::sort(all_.begin(), all_.end(), [](const auto& a, const auto& b) {
    return is_before(a.first, b.first);
  });
  NearNumbers near;
  for (const auto& [place, simhash] : all_) {
    std::optional<size_t> group;
    if (simhash != 0) group = near.find(simhash);
    if (!group) {
      group = open_.size();
      if (simhash != 0) near.add(simhash, *group);
      open_.emplace_back();
    }
    open_[*group].add(place, per_group_);
  }
}

}  // namespace wax::index
