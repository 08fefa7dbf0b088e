// How much the documents of frequent terms can score: a file beside those of a
// segment, "wax-maxima_0" for "_0", so that searches leave out documents that
// cannot be among the best.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "index/store/mapped_file.h"
#include "index/store/term_reader.h"

namespace wax::index {

// What a document scores for a weight of a term: sqrt(frequency) * norm.
struct Impact {
  uint32_t frequency = 0;  // 0: more than can be told
  uint8_t norm = 0;
  bool has_rival = false;  // another one is equal but for rounding

  friend bool operator==(const Impact&, const Impact&) = default;
};

// The file, little-endian:
//   "wax-max1", documents of a block (4 bytes), documents of the segment (4),
//   number of blocks (8), number of terms (8);
//   for each block: its last document (4), and of its document with the
//   greatest impact the norm (1), bit 0 set if another is nearly equal, and the
//   frequency in the 23 bits above, or 0 if that is too little (3); for each
//   term: where its postings are in .frq (8), its first block (8).
// Terms are in the order of their postings; each has the blocks up to those of
// the next one. The impact of a document is sqrt(frequency) * norm.
class MaximaFile {
 public:
  // Terms in fewer documents have no blocks.
  static constexpr uint32_t kBlock = 128;
  static constexpr std::string_view kMark = "wax-max1";
  static constexpr uint64_t kHeaderSize = 32;
  static constexpr uint64_t kTermSize = 16;  // of its entry

  struct Block {
    uint32_t last = 0;  // document
    // What no document of the block exceeds.
    Impact greatest;
  };

  // Throws FormatError, IoError.
  MaximaFile(std::shared_ptr<const MappedFile> file, uint32_t documents);

  // The blocks of the term, which stay where they are; empty for a rare term.
  [[nodiscard]] std::string_view blocks_of(const TermPlace& place) const;
  static constexpr size_t kBlockSize = 8;
  [[nodiscard]] static Block block(std::string_view blocks, size_t i);

 private:
  [[nodiscard]] std::pair<uint64_t, uint64_t> term(uint64_t i) const;

  std::shared_ptr<const MappedFile> file_;
  FileSlice slice_;
  uint64_t blocks_ = 0;
  uint64_t terms_ = 0;
};

[[nodiscard]] std::string maxima_name(const std::string& segment);

}  // namespace wax::index
