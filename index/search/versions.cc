#include "index/search/versions.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "cdx/url/url_key.h"
#include "index/match/match_windows.h"
#include "index/schema/tokens.h"
#include "index/search/results.h"
#include "index/store/date_places.h"
#include "io/error.h"
#include "text/ascii.h"
#include "text/number.h"
#include "text/simhash_distance.h"

namespace wax::index {
namespace {

using ChangeKind = WordChange::Kind;

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

// Each with the white space before it.
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  size_t at = 0;
  while (at < text.size()) {
    size_t begin = at;
    while (at < text.size() && text::is_space(text[at])) ++at;
    if (at == text.size()) break;
    while (at < text.size() && !text::is_space(text[at])) ++at;
    words.push_back(text.substr(begin, at - begin));
  }
  return words;
}

bool is_same_word(std::string_view a, std::string_view b) {
  return text::trim(a, text::kAllSpace) == text::trim(b, text::kAllSpace);
}

using Words = std::span<const std::string_view>;

void append_words(WordChange::Kind kind, Words words,
                  std::vector<WordChange>& changes) {
  if (words.empty()) return;
  if (changes.empty() || changes.back().kind != kind) {
    changes.push_back({kind, {}});
  }
  for (std::string_view word : words) changes.back().text += word;
}

// E. Myers, "An O(ND) difference algorithm and its variations", 1986.
void append_changes(Words a, Words b, size_t most,
                    std::vector<WordChange>& changes) {
  auto n = static_cast<ptrdiff_t>(a.size());
  auto m = static_cast<ptrdiff_t>(b.size());
  auto limit = static_cast<ptrdiff_t>(std::min(most, a.size() + b.size()));
  std::vector<ptrdiff_t> furthest(static_cast<size_t>(2 * limit) + 3);
  auto at = [&](ptrdiff_t k) -> ptrdiff_t& {
    return furthest[static_cast<size_t>(k + limit + 1)];
  };
  std::vector<std::vector<ptrdiff_t>> trace;  // of each step, from -d to d
  for (ptrdiff_t d = 0; d <= limit; ++d) {
    for (ptrdiff_t k = -d; k <= d; k += 2) {
      bool down = k == -d || (k != d && at(k - 1) < at(k + 1));
      ptrdiff_t x = down ? at(k + 1) : at(k - 1) + 1;
      while (x < n && x - k < m &&
             is_same_word(a[static_cast<size_t>(x)],
                          b[static_cast<size_t>(x - k)])) {
        ++x;
      }
      at(k) = x;
      if (x < n || x - k < m) continue;
      // Back along the steps.
      struct Step {
        ChangeKind kind;
        ptrdiff_t x, y, count;
      };
      std::vector<Step> steps;
      ptrdiff_t here = n;
      ptrdiff_t line = k;
      for (ptrdiff_t step = d; step > 0; --step) {
        const std::vector<ptrdiff_t>& before =
            trace[static_cast<size_t>(step - 1)];
        auto old = [&](ptrdiff_t i) {
          return before[static_cast<size_t>(i + step - 1)];
        };
        bool from_above =
            line == -step || (line != step && old(line - 1) < old(line + 1));
        ptrdiff_t from = from_above ? line + 1 : line - 1;
        ptrdiff_t x0 = old(from);
        ptrdiff_t y0 = x0 - from;
        ptrdiff_t begin = from_above ? x0 : x0 + 1;
        steps.push_back({ChangeKind::kSame, begin, begin - line, here - begin});
        steps.push_back(from_above ? Step{ChangeKind::kAdded, x0, y0, 1}
                                   : Step{ChangeKind::kRemoved, x0, y0, 1});
        here = x0;
        line = from;
      }
      steps.push_back({ChangeKind::kSame, 0, 0, here});
      for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        Words side = step->kind == ChangeKind::kRemoved ? a : b;
        ptrdiff_t begin =
            step->kind == ChangeKind::kRemoved ? step->x : step->y;
        append_words(step->kind,
                     side.subspan(static_cast<size_t>(begin),
                                  static_cast<size_t>(step->count)),
                     changes);
      }
      return;
    }
    trace.emplace_back(furthest.begin() + (limit + 1 - d),
                       furthest.begin() + (limit + 2 + d));
  }
  append_words(ChangeKind::kRemoved, a, changes);
  append_words(ChangeKind::kAdded, b, changes);
}

// The first or the last `count` words of a text.
std::string first_words(std::string_view text, size_t count, bool last) {
  std::vector<std::string_view> words = words_of(text);
  if (words.size() > count) {
    if (last) {
      words.erase(words.begin(), words.end() - static_cast<ptrdiff_t>(count));
    } else {
      words.resize(count);
    }
  }
  std::string out;
  for (std::string_view word : words) {
    if (!out.empty()) out += ' ';
    out += text::trim(word, text::kAllSpace);
  }
  return out;
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

}  // namespace

std::vector<PageVersion> versions_of(const IndexReader& reader,
                                     std::string_view url) {
  std::vector<PageVersion> versions;
  StoredDocument document;
  // Damage is thrown; shards that could not be opened were reported then.
  (void)each_hit(reader, urlkey_query(reader, url), {}, [&](const Hit& hit) {
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
    return true;
  });
  std::stable_sort(versions.begin(), versions.end(),
                   [](const PageVersion& a, const PageVersion& b) {
                     return a.dates < b.dates;
                   });
  return versions;
}

std::vector<WordChange> word_changes(std::string_view before,
                                     std::string_view after, size_t most) {
  std::vector<std::string_view> old_words = words_of(before);
  std::vector<std::string_view> new_words = words_of(after);
  Words a(old_words);
  Words b(new_words);
  size_t same = 0;
  while (same < a.size() && same < b.size() && is_same_word(a[same], b[same])) {
    ++same;
  }
  std::vector<WordChange> changes;
  append_words(WordChange::Kind::kSame, b.first(same), changes);
  a = a.subspan(same);
  b = b.subspan(same);
  same = 0;
  while (same < a.size() && same < b.size() &&
         is_same_word(a[a.size() - same - 1], b[b.size() - same - 1])) {
    ++same;
  }
  Words end = b.last(same);
  append_changes(a.first(a.size() - same), b.first(b.size() - same), most,
                 changes);
  append_words(WordChange::Kind::kSame, end, changes);
  return changes;
}

std::string shown_changes(const std::vector<WordChange>& changes,
                          size_t context) {
  std::string out;
  auto put = [&](const std::string& text) {
    if (!out.empty() && !text.empty()) out += ' ';
    out += text;
  };
  for (size_t i = 0; i < changes.size(); ++i) {
    const WordChange& change = changes[i];
    if (change.kind != ChangeKind::kSame) {
      const char* begin = change.kind == ChangeKind::kRemoved ? "[-" : "{+";
      const char* end = change.kind == ChangeKind::kRemoved ? "-]" : "+}";
      put(begin + first_words(change.text, SIZE_MAX, false) + end);
      continue;
    }
    size_t words = words_of(change.text).size();
    size_t behind = i == 0 ? 0 : context;
    size_t before = i + 1 == changes.size() ? 0 : context;
    if (words <= behind + before) {
      put(first_words(change.text, SIZE_MAX, false));
      continue;
    }
    put(first_words(change.text, behind, false));
    if (changes.size() > 1) put("...");
    put(first_words(change.text, before, true));
  }
  return out;
}

std::vector<SimilarPage> similar_pages(const IndexReader& reader,
                                       std::string_view url, uint64_t count,
                                       const SearchOptions& options,
                                       const SimHash& simhash) {
  std::vector<PageVersion> versions = versions_of(reader, url);
  if (versions.empty()) return {};
  StoredDocument document;
  reader.document(versions.back().document, {"content", "simhash"}, document);
  std::optional<uint64_t> own =
      text::whole_number(value_of(document, "simhash"), 16);
  if (!own) own = simhash(value_of(document, "content"));

  Query any;
  any.kind = Query::Kind::kOr;
  for (Query::Word& word :
       telling_words(reader, value_of(document, "content"))) {
    Query& part = any.parts.emplace_back();
    part.kind = Query::Kind::kWords;
    part.field = "content";
    part.words.push_back(std::move(word));
  }
  if (any.parts.empty()) return {};
  Query others;
  others.kind = Query::Kind::kNot;
  others.parts.push_back(urlkey_query(reader, url));
  Query query;
  query.kind = Query::Kind::kAnd;
  query.parts.push_back(std::move(any));
  query.parts.push_back(std::move(others));
  std::vector<SimilarPage> pages;
  for (const Hit& hit :
       Searcher(reader).search(query, 0, count, options).best) {
    SimilarPage& page = pages.emplace_back();
    page.hit = hit;
    reader.document(hit.document, {"content", "simhash"}, document);
    std::optional<uint64_t> other =
        text::whole_number(value_of(document, "simhash"), 16);
    if (!other) other = simhash(value_of(document, "content"));
    if (own && other) page.distance = text::simhash_distance(*own, *other);
  }
  return pages;
}

}  // namespace wax::index
