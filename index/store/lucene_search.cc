#include "index/store/lucene_search.h"

#include <lucene++/LuceneHeaders.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "index/query/fields.h"
#include "index/store/lucene_shard.h"
#include "index/store/matches.h"
#include "index/store/postings.h"

namespace wax::index {
namespace {

using Kind = Query::Kind;

// Evaluates a query over one shard, bottom up.
class Evaluation {
 public:
  Evaluation(std::vector<Postings>& shards, size_t shard, uint64_t documents)
      : shards_(&shards),
        here_(&shards[shard]),
        documents_(static_cast<float>(documents)) {}

  Matches of(const Query& query, int32_t in_shard, Within within) {
    switch (query.kind) {
      case Kind::kAll:
        return {{}, {}, true};
      case Kind::kWords:
        return words(query, within);
      case Kind::kExact:
        return here_->any_of(query.field, query.values, query.prefix);
      case Kind::kDates:
        return dates(query);
      case Kind::kAnd:
        return all_of(query, in_shard, within);
      case Kind::kOr: {
        Matches out;
        for (const Query& part : query.parts) {
          out = either(out, listed(of(part, in_shard, within), in_shard));
        }
        return out;
      }
      case Kind::kNot: {
        Matches out = of(query.parts.front(), in_shard, nullptr);
        out.scores.clear();
        out.all_but = !out.all_but;
        return out;
      }
    }
    return {};
  }

 private:
  [[nodiscard]] float idf(const std::string& field, const std::string& term) {
    uint64_t frequency = 0;
    for (const Postings& shard : *shards_) {
      frequency += shard.frequency(field, term);
    }
    return 1 + std::log(documents_ / (static_cast<float>(frequency) + 1));
  }

  Matches words(const Query& query, Within within) {
    if (!query.field.empty()) {
      const Field* field = find_field(query.field);
      float boost = field != nullptr && field->boost > 0 ? field->boost : 1;
      return words_in(query.field, boost, query.words, within);
    }
    Matches out;
    for (const Field& field : fields()) {
      if (field.boost == 0) continue;
      out = either(out, words_in(std::string(field.name), field.boost,
                                 query.words, within));
    }
    return out;
  }

  Matches words_in(const std::string& field, float boost,
                   const std::vector<Query::Word>& words, Within within) {
    if (words.size() == 1 && words.front().prefix) {
      return here_->prefix(field, words.front().text, boost);
    }
    float sum = 0;
    for (const Query::Word& word : words) sum += idf(field, word.text);
    float weight = boost * sum * sum;
    if (words.size() == 1) {
      return here_->term(field, words.front().text, weight, within);
    }
    return here_->phrase(field, words, weight, within);
  }

  // How many documents a part matches at most, as far as that is cheap to say.
  [[nodiscard]] uint64_t estimate(const Query& query) {
    switch (query.kind) {
      case Kind::kWords: {
        uint64_t least = UINT64_MAX;
        for (const Query::Word& word : query.words) {
          if (word.prefix) continue;
          uint64_t sum = 0;
          for (const Field& field : fields()) {
            if (query.field.empty() ? field.boost > 0
                                    : field.name == query.field) {
              sum += here_->frequency(std::string(field.name), word.text);
            }
          }
          least = std::min(least, sum);
        }
        return least;
      }
      case Kind::kExact: {
        if (query.prefix) return UINT64_MAX;
        uint64_t sum = 0;
        for (const std::string& value : query.values) {
          sum += here_->frequency(query.field, value);
        }
        return sum;
      }
      default:
        return UINT64_MAX;
    }
  }

  // The rarest part first: the others are then looked up only where it is.
  Matches all_of(const Query& query, int32_t in_shard, Within within) {
    std::vector<std::pair<uint64_t, const Query*>> parts;
    for (const Query& part : query.parts) {
      parts.emplace_back(estimate(part), &part);
    }
    std::stable_sort(
        parts.begin(), parts.end(),
        [](const auto& a, const auto& b) { return a.first < b.first; });
    std::optional<Matches> out;
    for (const auto& [estimated, part] : parts) {
      bool known = out && !out->all_but;
      Matches next = of(*part, in_shard, known ? &out->documents : within);
      out = out ? both(*out, next) : std::move(next);
      if (!out->all_but && out->documents.empty()) break;
    }
    return *std::move(out);
  }

  // Whole days by their own terms, of which there are far fewer, and the rest
  // of a first or last day by the dates themselves.
  Matches dates(const Query& query) {
    std::string first_day = query.first.substr(0, 8);
    std::string last_day = query.last.substr(0, 8);
    bool from_midnight = query.first.substr(8) == "000000";
    bool to_midnight = query.last.substr(8) >= "235959";
    if (!here_->in_same_index("date", "day") ||
        (first_day == last_day && !(from_midnight && to_midnight))) {
      return matches_of(here_->range("date", query.first, query.last), 0);
    }
    // "20071001/" stands after the first of October, and before the second.
    std::vector<bool> found =
        here_->range("day", from_midnight ? first_day : first_day + '/',
                     to_midnight ? last_day : before(last_day));
    auto add = [&](const std::string& first, const std::string& last) {
      std::vector<bool> more = here_->range("date", first, last);
      for (size_t i = 0; i < found.size(); ++i) {
        if (more[i]) found[i] = true;
      }
    };
    if (!from_midnight) add(query.first, first_day + "999999");
    if (!to_midnight) add(last_day + "000000", query.last);
    return matches_of(found, 0);
  }

  // The eight digits before these; no text is before the first.
  static std::string before(std::string day) {
    for (size_t i = day.size(); i-- > 0;) {
      if (day[i] > '0') {
        --day[i];
        return day;
      }
      day[i] = '9';
    }
    return {};
  }

  std::vector<Postings>* shards_;
  Postings* here_;
  float documents_;
};

}  // namespace

Hits lucene_search(const std::vector<const LuceneShard*>& shards,
                   uint64_t documents, const Query& query, uint64_t start,
                   uint64_t count) {
  std::vector<Postings> postings;
  for (const LuceneShard* shard : shards) postings.emplace_back(*shard);
  Hits hits;
  for (size_t i = 0; i < shards.size(); ++i) {
    const LuceneShard& shard = *shards[i];
    shard.guard([&] {
      Evaluation evaluation(postings, i, documents);
      Matches found = listed(evaluation.of(query, shard.documents, nullptr),
                             shard.documents);
      hits.total += found.documents.size();
      for (size_t k = 0; k < found.documents.size(); ++k) {
        hits.best.push_back(
            {shard.base + static_cast<uint64_t>(found.documents[k]),
             found.score(k)});
      }
    });
  }
  hits.searched = documents;
  uint64_t end = std::min(
      hits.total, count > UINT64_MAX - start ? UINT64_MAX : start + count);
  auto middle = hits.best.begin() + static_cast<ptrdiff_t>(end);
  std::partial_sort(hits.best.begin(), middle, hits.best.end(), is_better);
  hits.best.erase(middle, hits.best.end());
  hits.best.erase(
      hits.best.begin(),
      hits.best.begin() + static_cast<ptrdiff_t>(std::min(start, end)));
  return hits;
}

}  // namespace wax::index
