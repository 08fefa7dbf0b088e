#include "index/search/suggest.h"

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "index/match/query_terms.h"
#include "index/schema/tokens.h"
#include "index/search/searcher.h"
#include "index/store/posting_cursor.h"
#include "index/store/reader_state.h"
#include "io/error.h"
#include "text/utf8.h"

namespace wax::index {
namespace {

// The fields whose words are suggested, as far as an index has them.
constexpr std::string_view kSuggestedFields[] = {"title", "main", "content"};

struct NearWord {
  bool same_beginning = false;
  uint32_t edits = 0;
  uint64_t documents = 0;
};

// Documents with the term that can be found.
uint64_t seen_documents(const Shard& shard, const TermSource& source) {
  const std::vector<uint64_t>& others = shard.other_records->of(shard);
  if (shard.deleted.empty() && others.empty()) return source.place.documents;
  uint64_t count = 0;
  PostingCursor cursor(*source.segment, source.field, source.place);
  cursor.take_until(kNoDocument, [&](uint32_t document, uint32_t) {
    uint64_t n = source.base + document;
    count += shard.is_deleted(n) || has_bit(others, n) ? 0 : 1;
  });
  return count;
}

// A word that is near `word` and more frequent by far: one with the same first
// byte, then that with the fewest edits, then the most frequent one. Empty when
// there is none.
std::string nearer_word(const IndexReader& reader, const std::string& word,
                        const Deadline& deadline) {
  size_t characters = 0;
  for (char c : word) characters += text::continues_sequence(c) ? 0 : 1;
  constexpr size_t kShortest = 3;
  constexpr size_t kLong = 6;
  if (characters < kShortest) return {};
  uint32_t edits = characters < kLong ? 1 : 2;
  std::map<std::string, NearWord> found;
  uint64_t own = 0;
  for (const Shard& shard : Searcher::shards_of(reader)) {
    for (std::string_view field : kSuggestedFields) {
      const IndexDirectory* index = shard.owner(field);
      if (index == nullptr) continue;
      each_near(
          *index, field, word, edits, [&] { deadline.check(); },
          [&](const std::string& term, const TermSource& source,
              uint32_t distance) {
            const uint64_t documents = seen_documents(shard, source);
            if (documents == 0) return true;
            NearWord& one = found[term];
            one.same_beginning = term.front() == word.front();
            one.edits = distance;
            one.documents += documents;
            return true;
          });
    }
  }
  if (auto same = found.find(word); same != found.end()) {
    own = same->second.documents;
    found.erase(same);
  }
  constexpr uint64_t kManyMore = 10;
  std::string best;
  NearWord how;
  for (const auto& [term, near] : found) {
    if (near.documents <= own * kManyMore) continue;
    auto rank = [](const NearWord& one) {
      return std::tuple(!one.same_beginning, one.edits, ~one.documents);
    };
    if (best.empty() || rank(near) < rank(how)) {
      best = term;
      how = near;
    }
  }
  return best;
}

// What is typed, and the term that is suggested for it.
struct Replaced {
  size_t begin = 0;  // bytes in the query
  size_t end = 0;
  std::string word;
};

std::string with_replaced(std::string_view query,
                          const std::vector<Replaced>& words) {
  std::string better;
  size_t copied = 0;
  for (const Replaced& one : words) {
    better.append(query, copied, one.begin - copied);
    better += one.word;
    copied = one.end;
  }
  better.append(query, copied);
  return better;
}

// Terms have no accents: puts the words for them as most of these hits write
// them.
void take_spellings(const IndexReader& reader, const std::vector<Hit>& hits,
                    const Deadline& deadline, std::vector<Replaced>& words) {
  std::map<std::string, std::map<std::string, uint64_t>> spellings;
  for (const Replaced& one : words) spellings[one.word];
  Tokenizer tokenizer;
  for (const Hit& hit : hits) {
    StoredDocument document;
    try {
      reader.document(hit.document, {"title", "content"}, document);
    } catch (const Error&) {
      continue;  // whoever shows the hit says what is damaged
    }
    for (const auto& [field, text] : document) {
      deadline.check();
      tokenizer.set(text);
      std::string_view word;
      std::string_view exact;
      while (tokenizer.next_utf8(word, exact)) {
        auto found = spellings.find(std::string(word));
        if (found == spellings.end()) continue;
        ++found->second[std::string(exact.empty() ? word : exact)];
      }
    }
  }
  for (Replaced& one : words) {
    uint64_t most = 0;
    for (const auto& [spelling, count] : spellings[std::string(one.word)]) {
      if (count <= most) continue;
      most = count;
      one.word = spelling;
    }
  }
}

}  // namespace

std::string did_you_mean(const IndexReader& reader, std::string_view query,
                         uint64_t total, const SearchOptions& options) {
  ColumnNames columns = reader.columns();
  std::vector<Query::Word> words = words_to_mark(parse_query(query, columns));
  Deadline deadline(options.deadline);
  std::vector<Replaced> replaced;
  try {
    Tokenizer tokenizer;
    tokenizer.set(query);
    for (Token token; tokenizer.next(token);) {
      Query::Word word{utf8_of(token.text)};
      bool is_wanted = false;
      for (const Query::Word& one : words) {
        is_wanted |= one.text == word.text && !one.prefix && !one.pattern &&
                     one.edits == 0;
      }
      if (!is_wanted) continue;
      std::string near = nearer_word(reader, word.text, deadline);
      if (near.empty()) continue;
      replaced.push_back({token.begin, token.end, std::move(near)});
    }
    if (replaced.empty()) return {};
    constexpr uint64_t kHitsForSpelling = 3;
    Hits hits = Searcher(reader).search(
        parse_query(with_replaced(query, replaced), columns), 0,
        kHitsForSpelling, options);
    if (hits.total <= total) return {};
    take_spellings(reader, hits.best, deadline, replaced);
    return with_replaced(query, replaced);
  } catch (const Deadline::Passed&) {
    return {};
  } catch (const UsageError&) {  // the words together are no query
    return {};
  }
}

}  // namespace wax::index
