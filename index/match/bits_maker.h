// Matchers of documents as bits: of exact values, dates and ranges, and of all
// words that are like one.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "index/match/hits.h"
#include "index/match/matcher.h"
#include "index/match/query_terms.h"
#include "index/query/query.h"
#include "index/store/block_cursor.h"
#include "index/store/reader_state.h"

namespace wax::index {

// Documents of a shard as bits that terms set.
class DocumentBits {
 public:
  explicit DocumentBits(uint32_t documents)
      : words_((uint64_t{documents} + kWindow - 1) / kWindow * (kWindow / 64)) {
  }
  void add(const TermSource& source) {
    each_document(*source.segment, source.field, source.place,
                  [&](const uint32_t* documents, uint32_t count) {
                    set_bits(words_.data(), documents, count, -source.base);
                  });
  }
  void add(uint32_t document) {
    words_[document / 64] |= uint64_t{1} << document % 64;
  }
  // In whole windows.
  [[nodiscard]] std::vector<uint64_t> take() { return std::move(words_); }

 private:
  std::vector<uint64_t> words_;
};

// For one shard. What it is made of must outlive it, and the matchers. Methods
// throw FormatError, IoError, TooMuchMemory and Deadline::Passed; matchers that
// are null match nothing and those of values score nothing.
class BitsMaker {
 public:
  // `here`: the terms in the shard.
  BitsMaker(const Shard& shard, const QueryTerms& terms,
            const QueryTerms::InShard& here, const Deadline& deadline,
            const SearchOptions& options)
      : shard_(&shard),
        terms_(&terms),
        here_(&here),
        deadline_(&deadline),
        options_(&options),
        memory_(options.memory) {}

  // For all documents of the shard.
  [[nodiscard]] DocumentBits new_bits();
  // Calls use(source) for the terms with the beginning until it is false. The
  // shard has the field.
  template <typename Use>
  void each_with_prefix(const std::string& field, const std::string& text,
                        Use&& use) {
    shard_->owner(field)->each_term(
        field, text, [&](const std::string& term, const TermSource& source) {
          deadline_->check();
          return term.starts_with(text) && use(source);
        });
  }
  // Reports that `what` has too many matches (`of`: words or values), and that
  // only the first `count` of them were looked for.
  void tell_cut(const std::string& what, uint64_t count,
                std::string_view of = "words");
  // For so many bytes more.
  void take_memory(uint64_t bytes) { memory_.add(bytes); }

  [[nodiscard]] std::unique_ptr<Matcher> exact(const Query& query);
  [[nodiscard]] std::unique_ptr<Matcher> range(const Query& query);
  [[nodiscard]] std::unique_ptr<Matcher> dates(const Query& query);

 private:
  // By URL keys, where the index has them in its key file alone: those of other
  // programs.
  std::unique_ptr<Matcher> by_key_file(const Query& query);
  // Values that are like one of the query.
  std::unique_ptr<Matcher> exact_like(const Query& query);
  // False when there are too many values.
  bool add_value(const TermSource& one, DocumentBits& bits,
                 uint64_t& values) const;
  void tell_values_cut(const Query& query, uint64_t values);
  void add_range(DocumentBits& bits, const IndexDirectory& index,
                 std::string_view field, const std::string& first,
                 const std::string& last);

  const Shard* shard_;
  const QueryTerms* terms_;
  const QueryTerms::InShard* here_;
  const Deadline* deadline_;
  const SearchOptions* options_;
  TakenMemory memory_;
};

}  // namespace wax::index
