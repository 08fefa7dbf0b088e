#include "index/search/versions.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <utility>

#include "cdx/url/url_key.h"
#include "index/schema/tokens.h"
#include "index/search/results.h"
#include "index/store/date_places.h"
#include "io/error.h"
#include "text/ascii.h"
#include "text/number.h"

namespace wax::index {
namespace {

Query urlkey_query(const IndexReader& reader, std::string_view url) {
  std::optional<cdx::UrlKeyKind> kind =
      cdx::url_key_kind(reader.about("urlkey"));
  if (!kind)
    throw UsageError("the index does not say how its URL keys are made");
  Query query;
  query.kind = Query::Kind::kExact;
  query.field = "urlkey";
  query.values.push_back(cdx::url_key(*kind, url));
  return query;
}

// The words that tell a page from others, the most telling first.
std::vector<Query::Word> telling_words(const IndexReader& reader,
                                       std::string_view content) {
  constexpr size_t kLongestText = size_t{1} << 18;
  constexpr size_t kMostLookedUp = 2000;
  std::map<std::string, uint32_t> times;
  Tokenizer tokenizer;
  tokenizer.set(content.substr(0, kLongestText));
  for (Token token; tokenizer.next(token);) {
    if (token.single || token.text.size() < 2) continue;
    ++times[utf8_of(token.text)];
    if (times.size() == kMostLookedUp) break;
  }
  std::vector<std::pair<double, std::string>> weights;
  auto all = static_cast<double>(reader.documents());
  std::vector<TermSource> sources;
  for (const auto& [word, count] : times) {
    uint64_t documents = 0;
    for (const Shard& shard : Searcher::shards_of(reader)) {
      for (std::string_view field : {"main", "content"}) {
        const IndexDirectory* index = shard.owner(field);
        if (index == nullptr) continue;
        sources.clear();
        documents += index->find(field, word, sources);
      }
    }
    if (documents < 2) continue;  // no other page has it
    double idf = std::log(1 + all / static_cast<double>(documents));
    weights.emplace_back(-idf * std::sqrt(static_cast<double>(count)), word);
  }
  constexpr size_t kMostTelling = 25;
  std::sort(weights.begin(), weights.end());
  if (weights.size() > kMostTelling) weights.resize(kMostTelling);
  std::vector<Query::Word> words;
  for (auto& [weight, word] : weights) words.push_back({std::move(word)});
  return words;
}

// The documents that have any of these words in their content.
Query any_of(std::vector<Query::Word> words) {
  Query any;
  any.kind = Query::Kind::kOr;
  for (Query::Word& word : words) {
    Query& part = any.parts.emplace_back();
    part.kind = Query::Kind::kWords;
    part.field = "content";
    part.words.push_back(std::move(word));
  }
  return any;
}

Query both(Query one, Query other) {
  Query query;
  query.kind = Query::Kind::kAnd;
  query.parts.push_back(std::move(one));
  query.parts.push_back(std::move(other));
  return query;
}

double score_of(const Hits& hits, uint64_t document) {
  for (const Hit& hit : hits.best) {
    if (hit.document == document) return hit.score;
  }
  return 0;
}

}  // namespace

PageVersions versions_of(const IndexReader& reader, std::string_view url,
                         const SearchOptions& options) {
  PageVersions found;
  std::vector<PageVersion>& versions = found.all;
  StoredDocument document;
  TakenMemory memory(options.memory);
  SearchOptions limits;  // damage is thrown
  limits.deadline = options.deadline;
  limits.memory = options.memory;
  auto use = [&](const Hit& hit) {
    reader.document(hit.document, {"url", "digest", "title", "date", "places"},
                    document);
    PageVersion& version = versions.emplace_back();
    version.document = hit.document;
    for (auto& [name, value] : document) {
      if (name == "url") {
        version.url = std::move(value);
      } else if (name == "digest") {
        version.digest = std::move(value);
      } else if (name == "title") {
        version.title = std::move(value);
      } else if (name == "date") {
        version.dates.push_back(std::move(value));
      } else if (name == kPlacesField) {
        version.places = std::move(value);
      }
    }
    uint64_t bytes = sizeof version + version.url.size() +
                     version.title.size() + version.places.size();
    memory.add(bytes + version.dates.size() * sizeof(std::string));
    return true;
  };
  found.missing = each_hit(reader, urlkey_query(reader, url), limits, use);
  std::stable_sort(versions.begin(), versions.end(),
                   [](const PageVersion& a, const PageVersion& b) {
                     return a.dates < b.dates;
                   });
  return found;
}

SimilarPages similar_pages(const IndexReader& reader, std::string_view url,
                           uint64_t count, const SearchOptions& options,
                           const SimHash& simhash) {
  auto [versions, missing] = versions_of(reader, url, options);
  SimilarPages found{{}, missing};
  if (versions.empty()) return found;
  StoredDocument document;
  reader.document(versions.back().document, {"content", "simhash"}, document);
  std::optional<uint64_t> own =
      text::whole_number(value_of(document, "simhash"), 16);
  if (!own) own = simhash(value_of(document, "content"));

  const Query any =
      any_of(telling_words(reader, value_of(document, "content")));
  if (any.parts.empty()) return found;
  const Query page = urlkey_query(reader, url);
  const Searcher searcher(reader);
  const double own_score =
      score_of(searcher.search(both(any, page), 0, versions.size(), options),
               versions.back().document);
  Query others;
  others.kind = Query::Kind::kNot;
  others.parts.push_back(page);
  Hits hits = searcher.search(both(any, others), 0, count, options);
  found.missing = hits.missing;
  found.missing.out_of_time |= missing.out_of_time;
  for (const Hit& hit : hits.best) {
    const double likeness =
        own_score > 0 ? std::min(1.0, hit.score / own_score) : 0;
    if (likeness < kLeastLikeness) break;
    SimilarPage& similar = found.all.emplace_back();
    similar.hit = hit;
    similar.likeness = likeness;
    reader.document(hit.document, {"content", "simhash"}, document);
    std::optional<uint64_t> other =
        text::whole_number(value_of(document, "simhash"), 16);
    if (!other) other = simhash(value_of(document, "content"));
    if (own && other) similar.distance = std::popcount(*own ^ *other);
  }
  return found;
}

}  // namespace wax::index
