#include "index/search/results.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include "index/query/fields.h"
#include "index/search/match_windows.h"
#include "index/store/column_values.h"
#include "io/error.h"
#include "text/ascii.h"
#include "text/number.h"

namespace wax::index {
namespace {

// A shard of which more than one document in so many matches is worth reading
// a value of all its documents once.
constexpr double kWorthKeeping = 16;

constexpr uint64_t kSignBit = uint64_t{1} << 63;

// The kind of the values of a field that can be counted, by which can be sorted
// and folded; nothing for other fields.
struct ValueKind {
  bool is_number = false;
  std::optional<ColumnKind> column;
};

std::optional<ValueKind> value_kind(const ColumnNames& columns,
                                    std::string_view name) {
  for (const ColumnName& column : columns) {
    if (column.name != name) continue;
    if (column.kind == ColumnKind::kText) return {};
    return ValueKind{is_number(column.kind), column.kind};
  }
  const Field* field = find_field(name);
  if (field == nullptr || field->indexed == Indexed::kNo ||
      field->indexed == Indexed::kWords || name == kDateField) {
    return {};
  }
  return ValueKind{field->indexed == Indexed::kNumber, {}};
}

double number_of(const ValueKind& kind, std::string_view term) {
  if (kind.column) return number_value(*kind.column, term);
  double value = 0;
  std::from_chars(term.data(), term.data() + term.size(), value);
  return value;
}

std::string shown_value(const ValueKind& kind, std::string_view term) {
  if (!kind.is_number) return std::string(term);
  if (kind.column) return number_text(*kind.column, term);
  size_t digit = std::min(term.find_first_not_of('0'), term.size() - 1);
  return std::string(term.substr(digit));
}

ValueKind wanted_kind(const IndexReader& reader, const std::string& name,
                      const char* what) {
  if (auto kind = value_kind(reader.columns(), name)) return *kind;
  std::string list;
  for (const std::string& field : fields_of_values(reader)) {
    list += (list.empty() ? "" : ", ") + field;
  }
  throw UsageError(std::string(what) + " \"" + name +
                   "\": there is no such field with values; there are " + list);
}

const ColumnValues* values_in(const Shard& shard, const std::string& field) {
  const IndexColumn* index = shard.owner(field);
  return index == nullptr ? nullptr : &index->values(field);
}

// The first stored value of a field.
std::string stored_value(const IndexColumn& index, uint32_t document,
                         std::string_view name) {
  const IndexColumn::Part& part = index.part_of(document);
  uint32_t wanted = part.segment->field_number(name);
  std::string found;
  bool has = false;
  part.segment->stored(
      document - part.base,
      [&](uint32_t field) { return field == wanted && !has; },
      [&](uint32_t, std::string value) {
        if (!has) found = std::move(value);
        has = true;
      });
  return found;
}

// A number for each document that is made of its stored values.
class DocumentNumbers {
 public:
  using Make = uint64_t (*)(const IndexColumn& index, uint32_t document);

  // Numbers that are made are kept by the index under `name`.
  DocumentNumbers(std::string name, std::string field, Make make)
      : name_(std::move(name)), field_(std::move(field)), make_(make) {}

  void begin_shard(const Shard& shard, double expected) {
    index_ = shard.owner(field_);
    all_ = nullptr;
    if (index_ == nullptr) return;
    if (expected * kWorthKeeping < shard.documents) return;
    all_ = &index_->kept_numbers(name_, [this] {
      std::vector<uint64_t> numbers(index_->documents());
      for (uint32_t i = 0; i < numbers.size(); ++i) {
        numbers[i] = make_(*index_, i);
      }
      return numbers;
    });
  }
  // 0 when there is none.
  [[nodiscard]] uint64_t of(uint32_t document) const {
    if (all_ != nullptr) return (*all_)[document];
    return index_ == nullptr ? 0 : make_(*index_, document);
  }

 private:
  std::string name_;
  std::string field_;
  Make make_;
  const IndexColumn* index_ = nullptr;
  const std::vector<uint64_t>* all_ = nullptr;
};

template <bool kLast>
uint64_t date_of(const IndexColumn& index, uint32_t document) {
  const IndexColumn::Part& part = index.part_of(document);
  uint32_t dates = part.segment->field_number(kDateField);
  uint64_t found = 0;
  part.segment->stored(
      document - part.base, [&](uint32_t field) { return field == dates; },
      [&](uint32_t, const std::string& date) {
        uint64_t number = text::whole_number(date).value_or(0);
        if (kLast ? number > found : found == 0 || number < found) {
          found = number;
        }
      });
  return found;
}

uint64_t url_hash(const IndexColumn& index, uint32_t document) {
  std::string key = stored_value(index, document, "urlkey");
  return key.empty() ? 0 : std::hash<std::string>()(key) | 1;
}

uint64_t simhash_of(const IndexColumn& index, uint32_t document) {
  return text::whole_number(stored_value(index, document, "simhash"), 16)
      .value_or(0);
}

// The place of a hit in the order.
struct Place {
  bool has = true;  // those without a value come last
  uint64_t key = 0;
  uint64_t document = 0;
  float score = 0;
};

bool is_before(const Place& a, const Place& b) {
  if (a.has != b.has) return a.has;
  return a.key != b.key ? a.key > b.key : a.document < b.document;
}

// What the score of a hit is multiplied by.
class Factors {
 public:
  Factors(const IndexReader& reader, const std::vector<Boost>& boosts) {
    for (const Boost& boost : boosts) {
      ValueKind kind = wanted_kind(reader, boost.field, "--boost");
      if (!kind.is_number) {
        throw UsageError("--boost \"" + boost.field +
                         "\": this is no column of numbers");
      }
      boosts_.push_back({boost, kind, nullptr, {}});
    }
  }
  [[nodiscard]] bool empty() const { return boosts_.empty(); }

  void begin_shard(const Shard& shard) {
    for (InShard& one : boosts_) {
      one.values = values_in(shard, one.boost.field);
      one.factors.clear();
      if (one.values == nullptr) continue;
      for (size_t i = 0; i < one.values->size(); ++i) {
        one.factors.push_back(
            factor(one.boost, number_of(one.kind, one.values->value(i))));
      }
    }
  }
  [[nodiscard]] float of(uint32_t document) const {
    float factor = 1;
    for (const InShard& one : boosts_) {
      if (one.values == nullptr) continue;
      std::span<const uint32_t> numbers = one.values->of(document);
      if (!numbers.empty()) factor *= one.factors[numbers.back()];
    }
    return factor;
  }

 private:
  struct InShard {
    Boost boost;
    ValueKind kind;
    const ColumnValues* values;
    std::vector<float> factors;  // by number of the value
  };

  static float factor(const Boost& boost, double value) {
    if (!(value > 0)) return 1;
    if (boost.by == Boost::By::kLog) value = std::log1p(value);
    if (boost.by == Boost::By::kRoot) value = std::sqrt(value);
    return static_cast<float>(1 + boost.weight * value);
  }

  std::vector<InShard> boosts_;
};

// Makes places of hits.
class Places {
 public:
  Places(const IndexReader& reader, const std::vector<Shard>& shards,
         const Sort& sort, const std::vector<Boost>& boosts)
      : sort_(&sort),
        factors_(reader, boosts),
        dates_(sort.by == Sort::By::kOldest
                   ? DocumentNumbers("first date", "date", date_of<false>)
                   : DocumentNumbers("last date", "date", date_of<true>)) {
    if (sort.by != Sort::By::kField) return;
    kind_ = wanted_kind(reader, sort.field, "--order");
    if (!kind_.is_number) rank_values(shards);
  }

  void begin_shard(const Shard& shard, double expected) {
    base_ = shard.base;
    factors_.begin_shard(shard);
    if (sort_->by == Sort::By::kNewest || sort_->by == Sort::By::kOldest) {
      dates_.begin_shard(shard, expected);
    }
    if (sort_->by != Sort::By::kField) return;
    values_ = values_in(shard, sort_->field);
    keys_.clear();
    for (size_t i = 0; values_ != nullptr && i < values_->size(); ++i) {
      keys_.push_back(key_of(values_->value(i)));
    }
  }

  [[nodiscard]] Place of(uint32_t document, float score) const {
    Place place;
    place.document = base_ + document;
    place.score = factors_.empty() ? score : score * factors_.of(document);
    switch (sort_->by) {
      case Sort::By::kRelevance: {
        auto bits = std::bit_cast<uint32_t>(place.score);
        constexpr uint32_t kSign = uint32_t{1} << 31;
        place.key = (bits & kSign) != 0 ? ~bits : bits | kSign;
        break;
      }
      case Sort::By::kNewest:
      case Sort::By::kOldest: {
        uint64_t date = dates_.of(document);
        place.has = date != 0;
        place.key = sort_->by == Sort::By::kNewest ? date : ~date;
        break;
      }
      case Sort::By::kField: {
        std::span<const uint32_t> numbers;
        if (values_ != nullptr) numbers = values_->of(document);
        place.has = !numbers.empty();
        if (!place.has) break;
        place.key =
            sort_->ascending ? ~keys_[numbers.front()] : keys_[numbers.back()];
        break;
      }
    }
    return place;
  }

 private:
  [[nodiscard]] uint64_t key_of(std::string_view value) const {
    if (kind_.column && kind_.is_number) {
      return text::whole_number(value, 16).value_or(0);
    }
    if (kind_.is_number) return text::whole_number(value).value_or(0);
    return static_cast<uint64_t>(
        std::lower_bound(ranked_.begin(), ranked_.end(), value) -
        ranked_.begin());
  }

  // The values of all shards in order.
  void rank_values(const std::vector<Shard>& shards) {
    for (const Shard& shard : shards) {
      const ColumnValues* values = values_in(shard, sort_->field);
      for (size_t i = 0; values != nullptr && i < values->size(); ++i) {
        ranked_.push_back(values->value(i));
      }
    }
    std::sort(ranked_.begin(), ranked_.end());
    ranked_.erase(std::unique(ranked_.begin(), ranked_.end()), ranked_.end());
  }

  const Sort* sort_;
  Factors factors_;
  DocumentNumbers dates_;
  ValueKind kind_;
  std::vector<std::string_view> ranked_;
  uint64_t base_ = 0;
  const ColumnValues* values_ = nullptr;
  std::vector<uint64_t> keys_;  // by number of the value
};

// Counts values over all hits.
class FacetUser {
 public:
  FacetUser(const IndexReader& reader, std::string field)
      : field_(std::move(field)),
        kind_(wanted_kind(reader, field_, "--facet")) {}

  void begin_shard(const Shard& shard) {
    values_ = values_in(shard, field_);
    counts_.assign(values_ == nullptr ? 0 : values_->size(), 0);
  }
  void take(const MatchWindow& window) {
    if (values_ == nullptr) return;
    each_bit(window.mask, [&](uint32_t n) {
      for (uint32_t number : values_->of(window.base + n)) ++counts_[number];
    });
  }
  void end_shard(bool keep) {
    for (size_t i = 0; keep && i < counts_.size(); ++i) {
      if (counts_[i] > 0) found_.emplace_back(values_->value(i), counts_[i]);
    }
  }
  // The first `count` in order of frequency, or all in order of values.
  [[nodiscard]] Facet finish(uint64_t count, bool by_value) {
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

 private:
  std::string field_;
  ValueKind kind_;
  const ColumnValues* values_ = nullptr;
  std::vector<uint64_t> counts_;
  std::vector<std::pair<std::string_view, uint64_t>> found_;
};

// The first places of all.
class FirstPlaces {
 public:
  explicit FirstPlaces(uint64_t wanted) : wanted_(wanted) {}

  void add(const Place& place) {
    if (places_.size() < wanted_) {
      places_.push_back(place);
      std::push_heap(places_.begin(), places_.end(), is_before);
    } else if (wanted_ > 0 && is_before(place, places_.front())) {
      std::pop_heap(places_.begin(), places_.end(), is_before);
      places_.back() = place;
      std::push_heap(places_.begin(), places_.end(), is_before);
    }
  }
  [[nodiscard]] std::vector<Place> sorted() && {
    std::sort_heap(places_.begin(), places_.end(), is_before);
    return std::move(places_);
  }

 private:
  uint64_t wanted_;
  std::vector<Place> places_;  // a heap, the last in the order first
};

// A group while hits come, in any order.
struct OpenGroup {
  std::vector<Place> first;  // sorted
  uint64_t total = 0;

  void add(const Place& place, uint64_t most) {
    ++total;
    if (first.size() == most && !is_before(place, first.back())) return;
    first.insert(std::upper_bound(first.begin(), first.end(), place, is_before),
                 place);
    if (first.size() > most) first.pop_back();
  }
};

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

// Folds hits into groups.
class Groups {
 public:
  Groups(const IndexReader& reader, const ResultOptions& options)
      : collapse_(&options.collapse),
        per_group_(std::max<uint64_t>(options.per_group, 1)),
        numbers_(options.collapse.by == Collapse::By::kUrl
                     ? DocumentNumbers("URL hash", "urlkey", url_hash)
                     : DocumentNumbers("simhash", "simhash", simhash_of)) {
    if (collapse_->by == Collapse::By::kField) {
      (void)wanted_kind(reader, collapse_->field, "--group-by");
    }
  }
  [[nodiscard]] bool is_wanted() const {
    return collapse_->by != Collapse::By::kNothing;
  }

  void begin_shard(const Shard& shard, double expected) {
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
  void add(uint32_t document, const Place& place) {
    uint64_t number = 0;
    if (collapse_->by != Collapse::By::kField) {
      number = numbers_.of(document);
    } else if (values_ != nullptr) {
      std::span<const uint32_t> values = values_->of(document);
      if (!values.empty()) number = hashes_[values.front()];
    }
    in_shard_.emplace_back(place, number);
  }
  void end_shard(bool keep) {
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

  // Sorted by their best hits.
  [[nodiscard]] std::vector<OpenGroup> finish() {
    if (collapse_->by == Collapse::By::kSimilar) fold_similar();
    std::sort(open_.begin(), open_.end(),
              [](const OpenGroup& a, const OpenGroup& b) {
                return is_before(a.first.front(), b.first.front());
              });
    return std::move(open_);
  }

 private:
  void fold_similar() {
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

  using Numbered = std::pair<Place, uint64_t>;  // 0: alone

  const Collapse* collapse_;
  uint64_t per_group_;
  DocumentNumbers numbers_;
  const ColumnValues* values_ = nullptr;
  std::vector<uint64_t> hashes_;  // by number of the value
  std::vector<Numbered> in_shard_;
  std::vector<Numbered> all_;
  std::unordered_map<uint64_t, size_t> by_number_;
  std::vector<OpenGroup> open_;
};

// Looks at all hits.
class AllHits final : public WindowUser {
 public:
  // `with_hits` is false when only facets are wanted.
  AllHits(const IndexReader& reader, const std::vector<Shard>& shards,
          const ResultOptions& options, bool with_hits)
      : options_(&options),
        with_hits_(with_hits),
        places_(reader, shards, options.sort, options.boosts),
        groups_(reader, options),
        first_(end_of(options)) {
    for (const std::string& field : options.facets) {
      facets_.emplace_back(reader, field);
    }
  }

  void begin_shard(const Shard& shard, double expected) override {
    for (FacetUser& facet : facets_) facet.begin_shard(shard);
    in_shard_ = 0;
    if (!with_hits_) return;
    places_.begin_shard(shard, expected);
    groups_.begin_shard(shard, expected);
    best_in_shard_.emplace(end_of(*options_));
  }

  bool take(const MatchWindow& window) override {
    for (FacetUser& facet : facets_) facet.take(window);
    in_shard_ += count_of(window.mask);
    if (!with_hits_) return true;
    bool scored = options_->sort.by == Sort::By::kRelevance;
    each_bit(window.mask, [&](uint32_t n) {
      uint32_t document = window.base + n;
      Place place =
          places_.of(document, scored ? window.matcher.score(n) : 0.0F);
      if (groups_.is_wanted()) {
        groups_.add(document, place);
      } else {
        best_in_shard_->add(place);
      }
    });
    return true;
  }

  void end_shard(bool keep) override {
    for (FacetUser& facet : facets_) facet.end_shard(keep);
    if (keep) total_ += in_shard_;
    if (!with_hits_) return;
    groups_.end_shard(keep);
    if (!keep) return;
    for (const Place& place : std::move(*best_in_shard_).sorted()) {
      first_.add(place);
    }
  }

  void finish(Results& results) {
    for (FacetUser& facet : facets_) {
      results.facets.push_back(facet.finish(options_->facet_values, false));
    }
    if (!with_hits_) return;
    results.total = results.groups_total = total_;
    if (!groups_.is_wanted()) {
      std::vector<Place> sorted = std::move(first_).sorted();
      for (size_t i = options_->start; i < sorted.size(); ++i) {
        results.groups.push_back({{hit_of(sorted[i])}, 1});
      }
      return;
    }
    std::vector<OpenGroup> groups = groups_.finish();
    results.groups_total = groups.size();
    for (size_t i = options_->start;
         i < std::min<uint64_t>(end_of(*options_), groups.size()); ++i) {
      ResultGroup& group = results.groups.emplace_back();
      group.total = groups[i].total;
      for (const Place& place : groups[i].first) {
        group.hits.push_back(hit_of(place));
      }
    }
  }

 private:
  static uint64_t end_of(const ResultOptions& options) {
    return options.count > UINT64_MAX - options.start
               ? UINT64_MAX
               : options.start + options.count;
  }
  static Hit hit_of(const Place& place) {
    return {place.document, place.score};
  }

  const ResultOptions* options_;
  bool with_hits_;
  std::vector<FacetUser> facets_;
  Places places_;
  Groups groups_;
  FirstPlaces first_;
  std::optional<FirstPlaces> best_in_shard_;
  uint64_t in_shard_ = 0;
  uint64_t total_ = 0;
};

// Hands all hits on.
class HitUser final : public WindowUser {
 public:
  explicit HitUser(const std::function<bool(const Hit&)>& use) : use_(&use) {}
  void begin_shard(const Shard&, double) override {}
  bool take(const MatchWindow& window) override {
    bool more = true;
    each_bit(window.mask, [&](uint32_t n) {
      more = more && (*use_)({window.shard.base + window.base + n,
                              window.matcher.score(n)});
    });
    return more;
  }
  void end_shard(bool) override {}

 private:
  const std::function<bool(const Hit&)>* use_;
};

// Counts a field of which all values are wanted.
class ValueCounter final : public WindowUser {
 public:
  ValueCounter(const IndexReader& reader, std::string field)
      : facet_(reader, std::move(field)) {}
  void begin_shard(const Shard& shard, double) override {
    facet_.begin_shard(shard);
  }
  bool take(const MatchWindow& window) override {
    facet_.take(window);
    return true;
  }
  void end_shard(bool keep) override { facet_.end_shard(keep); }
  [[nodiscard]] std::vector<FacetValue> finish() {
    return facet_.finish(UINT64_MAX, true).values;
  }

 private:
  FacetUser facet_;
};

// The year or month after a period.
std::string next_period(const std::string& period) {
  auto number = text::whole_number(period).value_or(0) + 1;
  if (period.size() == 6 && number % 100 > 12) number += 100 - 12;
  std::string next = std::to_string(number);
  return std::string(period.size() - std::min(period.size(), next.size()),
                     '0') +
         next;
}

}  // namespace

Sort parse_sort(std::string_view text) {
  if (text == "relevance") return {};
  if (text == "newest") return {Sort::By::kNewest, {}, false};
  if (text == "oldest") return {Sort::By::kOldest, {}, false};
  Sort sort{Sort::By::kField, std::string(text), false};
  if (size_t colon = text.find(':'); colon != text.npos) {
    std::string_view way = text.substr(colon + 1);
    if (way != "asc" && way != "desc") {
      throw UsageError("--order \"" + std::string(text) +
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
    throw UsageError("--boost \"" + std::string(text) +
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

std::vector<std::string> fields_of_values(const IndexReader& reader) {
  ColumnNames columns = reader.columns();
  std::vector<std::string> names = reader.all_fields();
  std::erase_if(names, [&](const std::string& name) {
    return !value_kind(columns, name);
  });
  return names;
}

Results find_results(const IndexReader& reader, const Query& query,
                     const ResultOptions& options) {
  Results results;
  SearchOptions search = options.search;
  search.facet.clear();
  Searcher searcher(reader);
  bool by_score = options.sort.by == Sort::By::kRelevance &&
                  options.boosts.empty() &&
                  options.collapse.by == Collapse::By::kNothing;
  if (by_score) {
    Hits hits = searcher.search(query, options.start, options.count, search);
    results.total = results.groups_total = hits.total;
    results.total_is_exact = hits.total_is_exact;
    results.searched = hits.searched;
    results.out_of_time = hits.out_of_time;
    for (const Hit& hit : hits.best) results.groups.push_back({{hit}, 1});
    if (options.facets.empty() || hits.out_of_time) return results;
  }
  AllHits all(reader, Searcher::shards_of(reader), options, !by_score);
  Hits searched = searcher.each_window(query, search, all);
  all.finish(results);
  results.searched = searched.searched;
  results.out_of_time |= searched.out_of_time;
  return results;
}

void each_hit(const IndexReader& reader, const Query& query,
              const SearchOptions& options,
              const std::function<bool(const Hit&)>& use) {
  HitUser user(use);
  (void)Searcher(reader).each_window(query, options, user);
}

std::vector<FacetValue> trend(const IndexReader& reader, const Query& query,
                              const std::string& period,
                              const SearchOptions& options) {
  if (period != "year" && period != "month") {
    throw UsageError("--trend \"" + period + "\": write year or month");
  }
  ValueCounter counter(reader, period);
  (void)Searcher(reader).each_window(query, options, counter);
  std::vector<FacetValue> filled;
  for (FacetValue& value : counter.finish()) {
    // Odd dates may be far apart: then nothing is put between.
    constexpr size_t kMostBetween = 12 * 100;
    size_t before = filled.size();
    while (before > 0 && !filled.empty() &&
           filled.size() - before < kMostBetween) {
      std::string next = next_period(filled.back().value);
      if (next >= value.value) break;
      filled.push_back({next, 0});
    }
    if (filled.size() - before >= kMostBetween) filled.resize(before);
    filled.push_back(std::move(value));
  }
  return filled;
}

}  // namespace wax::index
