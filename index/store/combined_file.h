// One list for a word that several fields have: the documents with it in any of
// the fields of a segment that are searched by default, and about what each
// scores. A file beside those of a segment, "wax-combined_0" for "_0". Searches
// read it instead of a list for each field, and ask these only for the
// documents that can be among the best.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "index/store/block_file.h"
#include "io/mapped_file.h"

namespace wax::index {

// The sum over the fields (ranking.h), which is positive, as one of 256
// numbers: 16 for each doubling from 2^-8 on.
class SumCode {
 public:
  static constexpr uint32_t kCodes = 256;
  using Sums = std::array<float, kCodes>;

  [[nodiscard]] static constexpr uint32_t of(float sum) {
    uint32_t bits = std::bit_cast<uint32_t>(sum) >> kDropped;
    if (sum <= 0 || bits < kFirst) return 0;
    return bits - kFirst < kCodes ? bits - kFirst : kCodes - 1;
  }
  // Between which two the sums with a code are; with room for what sums that
  // are computed in another way differ by.
  [[nodiscard]] static constexpr float least(uint32_t code) {
    return code == 0 ? 0 : begin(code) * (1 - kRoom);
  }
  [[nodiscard]] static constexpr float most(uint32_t code) {
    if (code == kCodes - 1) return std::numeric_limits<float>::infinity();
    return begin(code + 1) * (1 + kRoom);
  }

 private:
  static constexpr uint32_t kDropped = 19;  // leaves four bits of the mantissa
  static constexpr uint32_t kFirst = (127 - 8) << 4;
  static constexpr float kRoom = 0x1p-18F;

  [[nodiscard]] static constexpr float begin(uint32_t code) {
    return std::bit_cast<float>((code + kFirst) << kDropped);
  }
};

// The documents are in blocks whose frequencies are codes, and one more.
struct CombinedTerm {
  uint32_t documents = 0;  // 0: there is no such list
  TermBlocks blocks;
};

// The file, little-endian:
//   "wax-comb", documents of a block (4 bytes), documents of the segment (4),
//   number of terms (8), where their list begins (8), combined_rules() (8);
//   for each term: how many documents it has (4), then three numbers of four
//   bytes for each block, first all of the first kind: the last document, the
//   greatest code as an impact (block_file.h), where the block begins; then the
//   blocks, as in block_file.h; the list of terms: where the postings of each
//   are in .frq (8), in the first of its fields by name, where it begins (8).
// Terms are in the order of these places.
class CombinedFile {
 public:
  // Words in fewer documents are not in it, nor those in fewer than one of
  // kRare documents, nor those of a single field.
  static constexpr uint32_t kFewest = TermBlocks::kDocuments;
  static constexpr uint32_t kRare = 256;
  static constexpr std::string_view kMark = "wax-comb";
  static constexpr uint64_t kHeaderSize = 40;
  static constexpr uint64_t kTermSize = 16;   // in the list
  static constexpr uint64_t kBlockSize = 12;  // in the table
  [[nodiscard]] static constexpr bool has_words_of(uint64_t documents,
                                                   uint32_t all) {
    return documents >= kFewest && documents * kRare >= all;
  }

  // Throws FormatError, IoError.
  CombinedFile(std::shared_ptr<const io::MappedFile> file, uint32_t documents);

  // Whether its codes are of the weights and usual lengths that searches use.
  [[nodiscard]] bool is_of_these_rules() const { return is_of_these_rules_; }
  // Finds the list of the word that has these postings in the first of its
  // fields by name. Throws FormatError, IoError.
  [[nodiscard]] CombinedTerm find(uint64_t postings) const;
  // Whether its list is in the file as these bytes.
  [[nodiscard]] bool has(uint64_t postings, std::string_view list) const;
  [[nodiscard]] uint64_t terms() const { return terms_; }
  [[nodiscard]] const std::string& path() const { return file_->path(); }

 private:
  [[nodiscard]] std::pair<uint64_t, uint64_t> term(uint64_t i) const;
  // The number of the word in the list of terms; terms_: there is no such one.
  [[nodiscard]] uint64_t number_of(uint64_t postings) const;

  std::shared_ptr<const io::MappedFile> file_;
  io::FileSlice slice_;
  uint32_t documents_;
  uint64_t terms_ = 0;
  uint64_t list_ = 0;  // where it begins
  bool is_of_these_rules_ = false;
};

// The fields of an index in which words are looked for by default: without
// those of columns, in the order in which scores are added.
struct CombinedField {
  std::string_view name;
  float weight = 1;
};
[[nodiscard]] std::span<const CombinedField> combined_fields();

// Returns a checksum of the weights and the usual lengths of combined_fields().
[[nodiscard]] uint64_t combined_rules();

[[nodiscard]] std::string combined_file_name(const std::string& segment);

}  // namespace wax::index
