// Documents in which words stand in a row.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "index/store/index_column.h"
#include "index/store/matcher.h"

namespace wax::index {

// Several terms that are looked for as one, such as the words with one
// beginning. The positions in some thousand documents are gathered at once, so
// that the number of terms costs little.
class MergedTerms {
 public:
  MergedTerms(const std::vector<TermSource>& sources, const Deadline& deadline);

  [[nodiscard]] uint32_t document() const { return document_; }
  void advance(uint32_t target);
  // Sorted, each once.
  void append_positions(std::vector<uint32_t>& out);

 private:
  static constexpr uint32_t kChunk = 1 << 15;
  struct Found {
    uint32_t document;  // in the chunk
    uint32_t position;
  };
  void gather(uint32_t begin);

  std::vector<TermCursor> cursors_;
  const Deadline* deadline_;
  uint32_t document_ = 0;
  uint32_t begin_ = 0;  // of the chunk
  uint32_t end_ = 0;
  uint32_t least_ = 0;  // the first document behind the chunk
  std::vector<Found> found_;
  std::vector<uint32_t> starts_;     // by document, in positions_
  std::vector<uint32_t> positions_;  // of all documents of the chunk
};

// One place of a phrase.
struct PhraseWord {
  std::vector<TermSource> sources;
  uint32_t position = 0;
  bool prefix = false;  // any of the terms
};

// A document scores weight * sqrt(number of phrases in it) * norm.
class PhraseMatcher final : public Matcher {
 public:
  PhraseMatcher(WindowPool& pool, std::vector<PhraseWord> words, float weight,
                const Deadline& deadline);

  uint32_t at_or_after(uint32_t target) override;
  void fill(uint32_t base, const WindowMask* within, WindowHits& hits) override;

 private:
  // Where a phrase begins, judged by one word alone, is where the word stands
  // less its place in the phrase.
  struct Slot {
    uint64_t documents = 0;
    uint32_t position = 0;
    TermCursor term;
    std::unique_ptr<MergedTerms> merged;  // null: `term`

    [[nodiscard]] uint32_t document() const {
      return merged ? merged->document() : term.document();
    }
    void advance(uint32_t target) {
      if (merged) {
        merged->advance(target);
      } else {
        term.advance(target);
      }
    }
    void read_starts(std::vector<uint32_t>& starts);
  };

  // The first document from `target` on that has all words.
  uint32_t next_with_all(uint32_t target);
  // Phrases in the document that all slots are at.
  size_t count();
  [[nodiscard]] float score(uint32_t document, size_t phrases);

  std::vector<Slot> slots_;  // the rarest word first
  float weight_;
  std::vector<TermSource> norm_sources_;  // of any one of the words
  const TermSource* source_ = nullptr;
  NormReader norms_;  // of that segment
  std::vector<uint32_t> starts_;
  std::vector<uint32_t> more_;
};

}  // namespace wax::index
