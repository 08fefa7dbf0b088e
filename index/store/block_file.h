// How much the documents of frequent terms can score, block by block, and those
// of the most frequent terms once more, in blocks that are read fast: a file
// beside those of a segment, "wax-blocks_0" for "_0". Searches leave out blocks
// without a document that can be among the best, and go to any block at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "index/store/term_reader.h"
#include "io/mapped_file.h"

namespace wax::index {

inline constexpr uint32_t kPackedNumbers = 128;

// Bytes of 128 numbers of so many bits.
[[nodiscard]] constexpr size_t packed_size(unsigned bits) {
  return kPackedNumbers / 8 * size_t{bits};
}

// How many bits the greatest of 128 numbers needs, 32 at most.
[[nodiscard]] unsigned bits_of_greatest(const uint32_t* numbers);

// Four numbers that follow each other are in the same bits of four words of 32
// bits, little-endian, so that they are read at once. `bits` is 32 at most.
void pack(const uint32_t* numbers, unsigned bits, uint8_t* out);
void unpack(const uint8_t* in, unsigned bits, uint32_t* numbers);
// The n-th of them alone.
[[nodiscard]] uint32_t packed_number(const uint8_t* in, unsigned bits,
                                     uint32_t n);

// Turns 128 distances less one into what is reached from `start` on.
void add_up(uint32_t start, uint32_t* numbers);

// What a document scores for a weight of a term: frequency *
// factors_of(field)[norm].
struct Impact {
  uint32_t frequency = 0;  // 0: more than can be told
  uint8_t norm = 0;
  bool has_rival = false;  // another one is equal but for rounding

  friend bool operator==(const Impact&, const Impact&) = default;
};

// The blocks of one term. All but the last one have kDocuments documents. The
// file must outlive it. Methods throw FormatError and IoError.
class TermBlocks {
 public:
  static constexpr uint32_t kDocuments = kPackedNumbers;
  // Whether a term is so rare that the file has only the bounds of its blocks.
  static constexpr bool are_bounds_alone(uint32_t documents, uint32_t all) {
    return uint64_t{documents} * kRare < all;
  }
  // In the table of a term in so many of all documents.
  static constexpr uint64_t entry_size(uint32_t documents, uint32_t all) {
    return are_bounds_alone(documents, all) ? 8 : 16;
  }

  // No blocks.
  TermBlocks() = default;
  // `entries`: the table of a term in so many of all documents. `data`: its
  // blocks, if it has documents.
  TermBlocks(const uint8_t* entries, uint32_t documents, uint32_t all,
             const io::FileSlice& data, bool has_documents);

  [[nodiscard]] uint32_t count() const { return count_; }
  // Whether documents can be read, and positions() are known.
  [[nodiscard]] bool has_documents() const { return has_documents_; }
  [[nodiscard]] uint32_t documents_of(uint32_t i) const {
    return i + 1 < count_ ? kDocuments : documents_ - i * kDocuments;
  }
  [[nodiscard]] uint32_t last(uint32_t i) const { return number(i); }
  // What no document of the block exceeds.
  [[nodiscard]] Impact greatest(uint32_t i) const {
    return impact(packed_impact(i));
  }
  // The same as one number.
  [[nodiscard]] uint32_t packed_impact(uint32_t i) const {
    return number(count_ + i);
  }
  [[nodiscard]] static Impact impact(uint32_t packed) {
    return {packed >> 9, static_cast<uint8_t>(packed), (packed >> 8 & 1) != 0};
  }
  // greatest() as one number, of an exact impact; too great a frequency is 0.
  [[nodiscard]] static uint32_t packed(const Impact& impact) {
    constexpr uint32_t kMostFrequency = (1U << 23) - 1;
    uint32_t frequency =
        impact.frequency > kMostFrequency ? 0 : impact.frequency;
    return frequency << 9 | (impact.has_rival ? 1U << 8 : 0) | impact.norm;
  }
  // Where the positions of its first document are, from those of the term on.
  [[nodiscard]] uint32_t positions(uint32_t i) const {
    return number(3 * count_ + i);
  }
  // Finds the first block from the i-th on that does not end before `document`;
  // count() if all of them do.
  [[nodiscard]] uint32_t find(uint32_t i, uint32_t document) const;

  // Documents and frequencies of a block. There is room for kDocuments, which
  // may all be written.
  void read_documents(uint32_t i, uint32_t* documents) const;
  void read_frequencies(uint32_t i, uint32_t* frequencies) const;
  // Returns the frequency of the n-th document of a block.
  [[nodiscard]] uint32_t frequency(uint32_t i, uint32_t n) const;
  // How often the term is in the first documents of a block: in one, in two...
  void read_occurrences(uint32_t i, uint32_t* occurrences) const;

 private:
  // One of so many documents.
  static constexpr uint32_t kRare = 64;

  [[nodiscard]] uint32_t number(uint32_t i) const {
    uint32_t number;
    std::memcpy(&number, entries_ + size_t{i} * sizeof number, sizeof number);
    return number;
  }
  // Two bytes say how many bits the numbers have.
  [[nodiscard]] const uint8_t* block(uint32_t i) const;

  const uint8_t* entries_ = nullptr;
  uint32_t count_ = 0;
  uint32_t documents_ = 0;
  uint32_t all_ = 0;  // of the segment
  bool has_documents_ = false;
  io::FileSlice data_;
};

// The file, little-endian:
//   "wax-blk2", documents of a block (4 bytes), documents of the segment (4),
//   number of terms (8), where their list begins (8);
//   for each term: a table of its blocks, then the blocks; the list of terms:
//   where the postings of each are in .frq (8), where its table begins (8).
// Terms are in the order of their postings. A table has numbers of four bytes
// for each block, first all of the first kind: the last document; of its
// document with the greatest impact the norm (8 bits), whether another is
// nearly equal (1), and the frequency (23), or 0 if that is too little. A term
// that one of 64 documents has, or more, also has where the block begins, and
// where its positions begin in .prx, counted from the first of the term. A
// block has the number of bits of distances and of frequencies (1 byte each),
// then 128 distances between documents less one, and 128 frequencies less one,
// as pack() does it; after the last document these are 0. The impact of
// a document is frequency * the factor of its norm (impact_bounds.h).
class BlockFile {
 public:
  // Terms in fewer documents have no blocks.
  static constexpr uint32_t kFewest = TermBlocks::kDocuments;
  static constexpr std::string_view kMark = "wax-blk2";
  static constexpr uint64_t kHeaderSize = 32;
  static constexpr uint64_t kTermSize = 16;  // in the list

  // Throws FormatError, IoError.
  BlockFile(std::shared_ptr<const io::MappedFile> file, uint32_t documents);

  // Throws FormatError, IoError.
  [[nodiscard]] TermBlocks blocks_of(const TermPlace& place) const;
  // How many terms have blocks.
  [[nodiscard]] uint64_t terms() const { return terms_; }
  [[nodiscard]] const std::string& path() const { return file_->path(); }

 private:
  [[nodiscard]] std::pair<uint64_t, uint64_t> term(uint64_t i) const;

  std::shared_ptr<const io::MappedFile> file_;
  io::FileSlice slice_;
  uint32_t documents_;
  uint64_t terms_ = 0;
  uint64_t list_ = 0;  // where it begins
};

[[nodiscard]] std::string block_file_name(const std::string& segment);

}  // namespace wax::index
