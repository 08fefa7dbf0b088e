// The dictionary of a segment: its terms in order of field names, then of their
// UTF-8 bytes, and where their postings are (.tis, .tii).
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "io/mapped_file.h"

namespace wax::index {

// Where the postings of a term are.
struct TermPlace {
  uint32_t documents = 0;  // that have the term; 0: there is no such term
  uint64_t postings = 0;   // in .frq
  uint64_t positions = 0;  // in .prx
  uint32_t skip = 0;       // from `postings` to the skip data
};

class TermReader;

// Goes from one term to the next. The reader must outlive it.
class TermWalk {
 public:
  // After the last term; there is no term() then.
  [[nodiscard]] bool ended() const { return ended_; }
  [[nodiscard]] const std::string& term() const { return term_; }
  [[nodiscard]] uint32_t field() const { return field_; }  // number
  [[nodiscard]] const TermPlace& place() const { return place_; }
  // Throws FormatError, IoError.
  void next();

 private:
  friend class TermReader;
  TermWalk(const TermReader& reader, const io::FileSlice& slice, uint64_t at)
      : reader_(&reader), in_(slice, at) {}
  // Returns how many bytes are those of the term before.
  uint32_t decode();
  uint32_t go_on();
  // Passes over terms of the same field that are less than `term`, as far as
  // their entries are short and ready. This one is less, and has its first
  // `common` bytes; returns how many of them the last one has.
  size_t pass_less(std::string_view term, size_t common);

  const TermReader* reader_;
  io::ByteCursor in_;
  std::string term_;
  uint32_t field_ = UINT32_MAX;
  TermPlace place_;
  uint64_t left_ = 0;  // terms after this one
  bool ended_ = false;
};

// A term is found by the samples of .tii in memory, then in .tii and .tis where
// they are. The samples are taken when the first term is looked up. For any
// number of threads.
class TermReader {
 public:
  // `fields`: names by number. The slices must outlive this. Throws
  // FormatError, IoError.
  TermReader(const io::FileSlice& terms, const io::FileSlice& index,
             const std::vector<std::string>& fields);

  [[nodiscard]] TermPlace find(uint32_t field, std::string_view term) const;
  // At the first term that is not less.
  [[nodiscard]] TermWalk from(uint32_t field, std::string_view term) const;
  // At the first of all terms.
  [[nodiscard]] TermWalk all() const;

  [[nodiscard]] uint64_t terms() const { return count_; }
  [[nodiscard]] uint32_t skip_interval() const { return skip_interval_; }
  [[nodiscard]] uint32_t skip_levels() const { return skip_levels_; }

 private:
  friend class TermWalk;
  struct Sample {
    uint64_t at = 0;  // after the entry in .tii
    uint64_t number = 0;
    uint64_t tis = 0;
    TermPlace place;
    uint32_t field = UINT32_MAX;
    uint32_t text = 0;  // in texts_
    uint32_t text_size = 0;
  };

  [[nodiscard]] uint32_t rank(uint32_t field) const {
    return field == UINT32_MAX ? 0 : ranks_[field];
  }
  // Less than 0, 0 or more, as the first of two terms is.
  [[nodiscard]] int compare(uint32_t field_a, std::string_view a,
                            uint32_t field_b, std::string_view b) const;
  [[nodiscard]] TermWalk start() const;
  void take_samples() const;
  // The last term of .tii that is not greater. Its next() goes on in .tis.
  [[nodiscard]] TermWalk near(uint32_t field, std::string_view term) const;

  io::FileSlice tis_;
  io::FileSlice tii_;
  std::vector<uint32_t> ranks_;  // by field number, from 1
  uint64_t count_ = 0;
  uint64_t index_count_ = 0;
  uint32_t interval_ = 0;
  uint32_t skip_interval_ = 0;
  uint32_t skip_levels_ = 0;
  mutable std::once_flag sampled_;  // guards the two below while they are made
  mutable std::vector<Sample> samples_;
  mutable std::string texts_;
};

}  // namespace wax::index
