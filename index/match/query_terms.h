// The terms of a query in the shards of an index, and words like them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "index/match/hits.h"
#include "index/match/matcher.h"
#include "index/query/query.h"
#include "index/query/term_pattern.h"
#include "index/schema/fields.h"
#include "index/store/index_directory.h"
#include "index/store/reader_state.h"

namespace wax::index {

// Each term is looked up once in each shard. Methods throw FormatError, IoError
// and Deadline::Passed.
class QueryTerms {
 public:
  struct InShard {
    std::vector<std::vector<TermSource>> sources;  // by term
    std::vector<uint64_t> documents;
  };

  explicit QueryTerms(const Query& query) { collect(query); }

  // The term must be one of the query.
  [[nodiscard]] size_t number(std::string_view field, const std::string& text,
                              const std::string& exact = {}) const {
    return find(field, text, exact);
  }
  [[nodiscard]] size_t number(std::string_view field,
                              const Query::Word& word) const {
    return number(field, word.text, word.exact);
  }

  [[nodiscard]] InShard look_up(const Shard& shard,
                                const Deadline& deadline) const;

  // Adds up over all shards.
  void count(const InShard& shard);
  // How many documents have each term, by number.
  [[nodiscard]] std::vector<uint64_t> counts() const {
    std::vector<uint64_t> all = documents_;
    all.resize(terms_.size());
    return all;
  }
  // 0 for one that is no term of the query.
  [[nodiscard]] uint64_t count_of(std::string_view field,
                                  const std::string& text) const {
    const size_t place = find(field, text, {});
    return place < documents_.size() ? documents_[place] : 0;
  }
  // Returns the counts of the terms of another query, which are among those of
  // this one.
  [[nodiscard]] std::vector<uint64_t> counts_of(const QueryTerms& fewer) const;
  // Takes the counts of an index that has more shards than were counted, if
  // there is one. Returns the number of its documents, or `counted`. Terms
  // without a count have none.
  uint64_t set_counts(const TermCounts* of_index, uint64_t counted) {
    if (of_index == nullptr) return counted;
    documents_ = of_index->terms;
    documents_.resize(terms_.size());
    return of_index->documents;
  }
  // How many documents have the word in the field in which most have it.
  [[nodiscard]] uint64_t documents(const std::string& field,
                                   const Query::Word& word) const;
  // Returns the rarity of the words of the query together; beginnings of words
  // are not rare.
  [[nodiscard]] float rarity(const Query& query, uint64_t of_all) const;

 private:
  struct Term {
    std::string field;
    std::string text;
    std::string exact;  // in shards whose words are not folded; empty: the same
  };

  static std::string key(std::string_view field, const std::string& text,
                         const std::string& exact) {
    std::string key(field);
    return (key += '\0' + text) += '\0' + exact;
  }

  // terms_.size() when there is no such term.
  [[nodiscard]] size_t find(std::string_view field, const std::string& text,
                            const std::string& exact) const;
  void collect(const Query& query);
  void add(std::string_view field, const std::string& text,
           const std::string& exact);

  // Fewer are found one by one.
  static constexpr size_t kMany = 16;
  std::unordered_map<std::string, size_t> numbers_;  // by key, when many
  std::vector<Term> terms_;
  std::vector<uint64_t> documents_;
};

// Calls use(term, source) for the terms that are like the pattern, segment by
// segment and in order, until it returns false. `each` is called for every term
// that is looked at. Those without the fixed beginning are not.
template <typename Each, typename Use>
void each_like(const IndexDirectory& index, std::string_view field,
               std::string_view pattern, Each&& each, Use&& use) {
  std::string beginning(fixed_beginning(pattern));
  bool go_on = true;
  index.each_term(field, beginning,
                  [&](const std::string& term, const TermSource& source) {
                    each();
                    if (!go_on || !term.starts_with(beginning)) return false;
                    if (is_like(pattern, term)) go_on = use(term, source);
                    return go_on;
                  });
}

// The same for the terms from which `word` differs by `edits` at most, and
// use(term, source, edits). Terms with a beginning that none of these has are
// passed over when they are many.
template <typename Each, typename Use>
void each_near(const IndexDirectory& index, std::string_view field,
               std::string_view word, uint32_t edits, Each&& each, Use&& use) {
  constexpr size_t kMany = 64;
  for (const IndexDirectory::Part& part : index.parts()) {
    uint32_t number = part.segment->field_number(field);
    if (number == UINT32_MAX) continue;
    NearWords near(word, edits);
    std::string hopeless;
    size_t passed = 0;
    TermWalk walk = part.segment->terms().from(number, "");
    while (!walk.ended() && walk.field() == number) {
      each();
      const std::string& term = walk.term();
      if (hopeless.empty() || !term.starts_with(hopeless)) {
        NearWords::Answer answer = near.compare(term);
        hopeless = term.substr(0, answer.hopeless);
        passed = 0;
        if (answer.is_near && !use(term,
                                   TermSource{part.segment.get(), part.base,
                                              number, walk.place()},
                                   answer.edits)) {
          return;
        }
      } else if (++passed == kMany) {
        ++hopeless.back();  // no byte of UTF-8 is the last one
        walk = part.segment->terms().from(number, hopeless);
        hopeless.clear();
        continue;
      }
      walk.next();
    }
  }
}

}  // namespace wax::index
