#include "index/search/collapse.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

namespace wax::index {
namespace {

// Finds a number that differs from another in few bits. Of seven groups of
// nine bits, one is the same.
class NearNumbers {
 public:
  static constexpr size_t kBytesOfEach =
      7 * 2 * sizeof(std::pair<uint64_t, size_t>);

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

void OpenCollapse::add(const Place& place, uint64_t most) {
  if (total++ == 0) {
    best = place;
    return;
  }
  Place other = place;
  if (is_before(place, best)) std::swap(best, other);
  if (others.size() + 1 >= most &&
      (others.empty() || !is_before(other, others.back()))) {
    return;
  }
  others.insert(
      std::upper_bound(others.begin(), others.end(), other, is_before), other);
  if (others.size() >= most) others.pop_back();
}

std::vector<OpenCollapse> similar_collapses(
    std::vector<std::pair<Place, uint64_t>> places, uint64_t collapsed_hits) {
  std::sort(places.begin(), places.end(), [](const auto& a, const auto& b) {
    return is_before(a.first, b.first);
  });
  std::vector<OpenCollapse> open;
  NearNumbers near;
  for (const auto& [place, simhash] : places) {
    size_t collapse = open.size();
    if (simhash != 0) collapse = near.find(simhash).value_or(collapse);
    if (collapse == open.size()) {
      if (simhash != 0) near.add(simhash, collapse);
      open.emplace_back();
    }
    open[collapse].add(place, collapsed_hits);
  }
  return open;
}

Collapser::Collapser(const FieldNames& names, const Collapse& collapse,
                     uint64_t collapsed_hits, MemoryBudget* memory)
    : collapse_(&collapse),
      collapsed_hits_(std::max<uint64_t>(collapsed_hits, 1)),
      shard_memory_(memory),
      memory_(memory),
      numbers_(collapse.by == Collapse::By::kUrl ? url_hashes() : simhashes()) {
  if (collapse_->by == Collapse::By::kField) {
    (void)wanted_kind(names, collapse_->field, "collapse");
  }
}

// For the pairs, and for those of twice their number while they move.
void Collapser::grow() {
  size_t wanted = std::max<size_t>(kWindow, 2 * in_shard_.capacity());
  shard_memory_.set(wanted * sizeof(Numbered));
  in_shard_.reserve(wanted);
}

void Collapser::begin_shard(const Shard& shard, double expected,
                            const Deadline& deadline) {
  in_shard_.clear();
  if (collapse_->by == Collapse::By::kField) {
    values_ = values_in(shard, collapse_->field, deadline, memory_.budget());
    if (values_ != nullptr) memory_.add(values_->size() * sizeof by_value_[0]);
    by_value_.assign(values_ == nullptr ? 0 : values_->size(), kNoCollapse);
  } else if (is_wanted()) {
    numbers_.begin_shard(shard, expected, deadline);
  }
}

size_t Collapser::collapse_of(uint64_t number) {
  size_t place = open_.size();
  if (number != 0 && collapse_->by == Collapse::By::kField) {
    size_t& known = by_value_[number - 1];
    if (known == kNoCollapse) {
      known = by_text_.emplace(values_->value(number - 1), place).first->second;
    }
    place = known;
  } else if (number != 0) {
    place = by_number_.emplace(number, place).first->second;
  }
  if (place == open_.size()) {
    // With its entry in a table.
    memory_.add(2 * sizeof(OpenCollapse));
    open_.emplace_back();
  }
  return place;
}

void Collapser::end_shard(bool keep) {
  if (!keep) return;
  if (collapse_->by == Collapse::By::kSimilar) {
    // The place of each, and one in each group of near numbers.
    memory_.add(in_shard_.size() * (sizeof(Numbered) + sizeof(OpenCollapse) +
                                    NearNumbers::kBytesOfEach));
    all_.insert(all_.end(), in_shard_.begin(), in_shard_.end());
    return;
  }
  for (const auto& [place, number] : in_shard_) {
    open_[collapse_of(number)].add(place, collapsed_hits_);
  }
}

std::vector<OpenCollapse> Collapser::finish(uint64_t count,
                                            const std::vector<Shard>& shards,
                                            const std::vector<Place>& moved) {
  if (!moved.empty()) move(shards, moved);
  if (collapse_->by == Collapse::By::kSimilar) {
    return similar_collapses(std::move(all_), collapsed_hits_);
  }
  auto middle = open_.begin() +
                static_cast<ptrdiff_t>(std::min<uint64_t>(count, open_.size()));
  std::partial_sort(open_.begin(), middle, open_.end(),
                    [](const OpenCollapse& a, const OpenCollapse& b) {
                      return is_before(a.best, b.best);
                    });
  return std::move(open_);
}

void Collapser::move(const std::vector<Shard>& shards,
                     const std::vector<Place>& moved) {
  std::unordered_map<uint64_t, const Place*> by_document;
  for (const Place& place : moved) by_document[place.document] = &place;
  if (collapse_->by == Collapse::By::kSimilar) {
    for (auto& [place, number] : all_) {
      auto found = by_document.find(place.document);
      if (found != by_document.end()) place = *found->second;
    }
    return;
  }
  std::unordered_map<size_t, std::vector<Place>> by_collapse;
  bool any_alone = false;
  for (const Shard& shard : shards) {
    auto is_in_shard = [&shard](const Place& place) {
      return place.document >= shard.base &&
             place.document - shard.base < shard.documents;
    };
    if (std::none_of(moved.begin(), moved.end(), is_in_shard)) continue;
    begin_shard(shard, 0, Deadline());
    for (const Place& place : moved) {
      if (!is_in_shard(place)) continue;
      uint64_t number =
          number_of(static_cast<uint32_t>(place.document - shard.base));
      any_alone |= number == 0;
      if (number != 0) by_collapse[collapse_of(number)].push_back(place);
    }
  }
  for (auto& [collapse, places] : by_collapse) {
    OpenCollapse& open = open_[collapse];
    std::sort(places.begin(), places.end(), is_before);
    auto keep = [&, &kept = places](const Place& place) {
      if (!by_document.contains(place.document)) kept.push_back(place);
    };
    keep(open.best);
    for (const Place& place : open.others) keep(place);
    if (places.size() > collapsed_hits_) places.resize(collapsed_hits_);
    open.best = places.front();
    open.others.assign(places.begin() + 1, places.end());
  }
  for (OpenCollapse& open : open_) {
    if (!any_alone) break;
    if (open.total > 1) continue;
    auto found = by_document.find(open.best.document);
    if (found != by_document.end()) open.best = *found->second;
  }
}

std::vector<std::pair<CollapseKey, OpenCollapse>> Collapser::parts() {
  std::vector<std::pair<CollapseKey, OpenCollapse>> parts;
  for (const auto& [place, number] : all_) {
    parts.push_back({{number}, {place, {}, 1}});
  }
  for (OpenCollapse& open : open_) {
    parts.emplace_back(CollapseKey(), std::move(open));
  }
  for (const auto& [text, place] : by_text_) {
    parts[place].first = {1, std::string(text)};
  }
  for (const auto& [number, place] : by_number_) {
    parts[place].first = {number};
  }
  return parts;
}

std::vector<CollapseKey> Collapser::keys_of(const std::vector<Shard>& shards,
                                            const std::vector<Place>& places) {
  std::vector<CollapseKey> keys(places.size());
  for (const Shard& shard : shards) {
    bool begun = false;
    for (size_t i = 0; i < places.size(); ++i) {
      if (places[i].document < shard.base ||
          places[i].document - shard.base >= shard.documents) {
        continue;
      }
      if (!std::exchange(begun, true)) begin_shard(shard, 0, Deadline());
      keys[i].number =
          number_of(static_cast<uint32_t>(places[i].document - shard.base));
      if (keys[i].number == 0) continue;
      if (collapse_->by != Collapse::By::kField) continue;
      keys[i].text = values_->value(keys[i].number - 1);
      keys[i].number = 1;
    }
  }
  return keys;
}

}  // namespace wax::index
