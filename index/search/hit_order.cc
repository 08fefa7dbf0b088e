#include "index/search/hit_order.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <utility>

#include "io/error.h"
#include "text/number.h"

namespace wax::index {
namespace {

float factor(const Boost& boost, double value) {
  if (!(value > 0)) return 1;
  if (boost.by == Boost::By::kLog) value = std::log1p(value);
  if (boost.by == Boost::By::kRoot) value = std::sqrt(value);
  return static_cast<float>(1 + boost.weight * value);
}

// In order of the scores.
uint64_t key_of_score(float score) {
  auto bits = std::bit_cast<uint32_t>(score);
  constexpr uint32_t kSign = uint32_t{1} << 31;
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

DocumentNumbers numbers_for(const Sort& sort) {
  if (sort.by == Sort::By::kFullest) return fullness();
  return sort.by == Sort::By::kOldest ? first_dates() : last_dates();
}

bool has_score(const Query& query) {
  if (query.kind == Query::Kind::kNot) return false;
  return query.kind == Query::Kind::kWords ||
         std::any_of(query.parts.begin(), query.parts.end(), has_score);
}

// Whether the query is one that query_of_url() makes, alone or with other
// conditions. Others that are joined by OR are for several URLs.
bool is_for_one_url(const Query& query) {
  using Kind = Query::Kind;
  if (query.kind == Kind::kExact) {
    return !query.prefix && !query.pattern &&
           (query.field == "urlkey" ||
            (query.field == "exacturl" && query.values.size() == 1));
  }
  if (query.kind == Kind::kAnd) {
    return std::any_of(query.parts.begin(), query.parts.end(), is_for_one_url);
  }
  return query.kind == Kind::kOr && query.parts.size() == 2 &&
         query.parts[0].field == "urlkey" &&
         query.parts[1].field == "exacturl" &&
         std::all_of(query.parts.begin(), query.parts.end(), is_for_one_url);
}

}  // namespace

Sort order_of(const Query& query, const Sort& asked) {
  Sort sort = asked;
  if (sort.by == Sort::By::kRelevance && is_for_one_url(query) &&
      !has_score(query)) {
    sort.by = Sort::By::kFullest;
  }
  return sort;
}

Place place_by_score(uint64_t document, float score) {
  Place place;
  place.key = key_of_score(score);
  place.document = document;
  place.score = score;
  return place;
}

Factors::Factors(const FieldNames& names, const std::vector<Boost>& boosts) {
  for (const Boost& boost : boosts) {
    ValueKind kind = wanted_kind(names, boost.field, "boost");
    if (!kind.is_number) {
      throw UsageError("boost \"" + boost.field +
                       "\": this is no column of numbers");
    }
    boosts_.push_back({boost, kind, nullptr, {}});
  }
}

void Factors::begin_shard(const Shard& shard, const Deadline& deadline) {
  for (InShard& one : boosts_) {
    one.values = values_in(shard, one.boost.field, deadline, nullptr);
    one.factors.clear();
    if (one.values == nullptr) continue;
    for (size_t i = 0; i < one.values->size(); ++i) {
      one.factors.push_back(
          factor(one.boost, number_of(one.kind, one.values->value(i))));
    }
  }
}

Places::Places(const FieldNames& names, const std::vector<Shard>& shards,
               const Sort& sort, const std::vector<Boost>& boosts,
               MemoryBudget* memory)
    : sort_(&sort),
      shards_(&shards),
      memory_(memory),
      factors_(names, boosts),
      numbers_(numbers_for(sort)) {
  if (sort.by != Sort::By::kField) return;
  kind_ = wanted_kind(names, sort.field, "sort");
}

void Places::begin_shard(const Shard& shard, double expected,
                         const Deadline& deadline) {
  base_ = shard.base;
  shard_ = &shard;
  factors_.begin_shard(shard, deadline);
  if (is_by_date() || sort_->by == Sort::By::kFullest) {
    numbers_.begin_shard(shard, expected, deadline);
  }
  if (sort_->by != Sort::By::kField) return;
  if (!kind_.is_number && !is_ranked_) rank_values(deadline);
  values_ = values_in(shard, sort_->field, deadline, memory_.budget());
  keys_.clear();
  memory_.set(ranked_.capacity() * sizeof(decltype(ranked_)::value_type) +
              (values_ == nullptr
                   ? 0
                   : values_->size() * sizeof(decltype(keys_)::value_type)));
  for (size_t i = 0; values_ != nullptr && i < values_->size(); ++i) {
    keys_.push_back(key_of(values_->value(i)));
  }
}

Place Places::of(uint32_t document, float score) const {
  Place place;
  place.document = base_ + document;
  place.score = factors_.empty() ? score : score * factors_.of(document);
  switch (sort_->by) {
    case Sort::By::kRelevance: {
      place.key = key_of_score(place.score);
      break;
    }
    case Sort::By::kNewest:
    case Sort::By::kOldest: {
      uint64_t date = date_of(document);
      place.has = date != 0;
      place.key = sort_->by == Sort::By::kNewest ? date : ~date;
      break;
    }
    case Sort::By::kFullest: {
      place.key = numbers_.of(document);
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

Place Places::with_more(Place place, float more) const {
  auto document = static_cast<uint32_t>(place.document - base_);
  place.score += factors_.empty() ? more : more * factors_.of(document);
  place.key = key_of_score(place.score);
  return place;
}

uint64_t Places::date_of(uint32_t document) const {
  const std::vector<std::string>* seen = shard_->seen_dates_of(document);
  if (seen == nullptr) return numbers_.of(document);
  auto [first, last] = std::minmax_element(seen->begin(), seen->end());
  bool oldest = sort_->by == Sort::By::kOldest;
  return text::whole_number(oldest ? *first : *last).value_or(0);
}

uint64_t Places::key_of(std::string_view value) const {
  if (kind_.column && kind_.is_number) {
    return text::whole_number(value, 16).value_or(0);
  }
  if (kind_.is_number) return text::whole_number(value).value_or(0);
  return static_cast<uint64_t>(
      std::lower_bound(ranked_.begin(), ranked_.end(), value) -
      ranked_.begin());
}

void Places::rank_values(const Deadline& deadline) {
  is_ranked_ = true;
  for (const Shard& shard : *shards_) {
    const ColumnValues* values = nullptr;
    try {
      values = values_in(shard, sort_->field, deadline, memory_.budget());
    } catch (const TooMuchMemory&) {
      throw;
    } catch (const Error&) {
      continue;  // begin_shard() throws it again, when the shard is searched
    }
    if (values == nullptr) continue;
    memory_.add(values->size() * sizeof(decltype(ranked_)::value_type));
    for (size_t i = 0; i < values->size(); ++i) {
      ranked_.push_back(values->value(i));
    }
  }
  std::sort(ranked_.begin(), ranked_.end());
  ranked_.erase(std::unique(ranked_.begin(), ranked_.end()), ranked_.end());
}

void FirstPlaces::add(const Place& place) {
  if (places_.size() < wanted_) {
    places_.push_back(place);
    std::push_heap(places_.begin(), places_.end(), is_before);
  } else if (wanted_ > 0 && is_before(place, places_.front())) {
    std::pop_heap(places_.begin(), places_.end(), is_before);
    places_.back() = place;
    std::push_heap(places_.begin(), places_.end(), is_before);
  }
}

std::vector<Place> FirstPlaces::sorted() && {
  std::sort_heap(places_.begin(), places_.end(), is_before);
  return std::move(places_);
}

Sort parse_sort(std::string_view text) {
  if (text == "relevance") return {};
  if (text == "newest") return {Sort::By::kNewest, {}, false};
  if (text == "oldest") return {Sort::By::kOldest, {}, false};
  Sort sort{Sort::By::kField, std::string(text), false};
  if (size_t colon = text.find(':'); colon != text.npos) {
    std::string_view way = text.substr(colon + 1);
    if (way != "asc" && way != "desc") {
      throw UsageError("sort \"" + std::string(text) +
                       "\": after the colon, write asc or desc");
    }
    sort.field = text.substr(0, colon);
    sort.ascending = way == "asc";
    sort.states_way = true;
  }
  return sort;
}

std::string text_of(const Sort& sort) {
  using By = Sort::By;
  if (sort.by == By::kRelevance) return "relevance";
  if (sort.by == By::kNewest) return "newest";
  if (sort.by == By::kOldest) return "oldest";
  if (!sort.states_way) return sort.field;
  return sort.field + (sort.ascending ? ":asc" : ":desc");
}

Boost parse_boost(std::string_view text) {
  Boost boost;
  std::string_view rest = text;
  auto fail = [&] {
    throw UsageError("boost \"" + std::string(text) +
                     "\": write NAME, log(NAME) or sqrt(NAME), and perhaps a "
                     "weight after it, as in log(NAME)*0.5");
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

std::string text_of(const Boost& boost) {
  std::string text = boost.field;
  if (boost.by == Boost::By::kLog) text = "log(" + text + ')';
  if (boost.by == Boost::By::kRoot) text = "sqrt(" + text + ')';
  if (boost.weight == 1) return text;
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.begin(), digits.end(), boost.weight);
  return text.append("*").append(digits.data(), end.ptr);
}

Collapse parse_collapse(std::string_view text) {
  if (text == "none") return {};
  if (text == "url") return {Collapse::By::kUrl, {}};
  if (text == "similar") return {Collapse::By::kSimilar, {}};
  return {Collapse::By::kField, std::string(text)};
}

std::string text_of(const Collapse& collapse) {
  using By = Collapse::By;
  if (collapse.by == By::kNothing) return "none";
  if (collapse.by == By::kUrl) return "url";
  return collapse.by == By::kSimilar ? "similar" : collapse.field;
}

}  // namespace wax::index
