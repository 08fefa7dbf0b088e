// The documents of a term for searches: from its blocks if it has some, else
// as they are in .frq.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "index/store/block_file.h"
#include "index/store/lucene_segment.h"
#include "index/store/posting_cursor.h"
#include "index/store/term_reader.h"

namespace wax::index {

// Reads the positions of a term whose documents are in blocks. Methods throw
// FormatError and IoError.
class BlockPositions {
 public:
  BlockPositions() = default;
  // Needs a field with positions. The segment must outlive it.
  BlockPositions(const LuceneSegment& segment, const TermPlace& place,
                 const TermBlocks& blocks);

  // Returns the positions in the n-th document of the term; the numbers are in
  // `room`, which may have more. The n must rise.
  std::span<uint32_t> read(uint32_t n, std::vector<uint32_t>& room) {
    uint32_t at = n % TermBlocks::kDocuments;
    if (n / TermBlocks::kDocuments != block_) go_to_block(n);
    uint32_t begin = at == 0 ? 0 : ends_[at - 1];
    uint32_t count = ends_[at] - begin;
    uint32_t passed = begin - passed_;
    passed_ = ends_[at];
    if (room.size() < count) {
      reader_.check(count);
      room.resize(count);
    }
    reader_.read_behind(passed, count, room.data());
    return {room.data(), count};
  }

 private:
  void go_to_block(uint32_t n);

  TermBlocks blocks_;
  PositionReader reader_;
  uint64_t first_ = 0;           // where those of the term begin
  uint32_t block_ = UINT32_MAX;  // where the reader is
  uint32_t passed_ = 0;          // positions in the block
  std::array<uint32_t, TermBlocks::kDocuments> ends_;  // as read_occurrences()
};

// Numbers of documents are those of the segment. Methods throw FormatError and
// IoError.
class BlockCursor {
 public:
  BlockCursor() = default;
  // At the first document. The segment must outlive it.
  BlockCursor(const LuceneSegment& segment, uint32_t field,
              const TermPlace& place);
  // Reads blocks with documents, without positions.
  explicit BlockCursor(const TermBlocks& blocks);

  // kNoDocument past the last.
  [[nodiscard]] uint32_t document() const { return document_; }
  // 1 in a field without frequencies.
  [[nodiscard]] uint32_t frequency() const {
    if (!block_) return postings_.frequency();
    if (block_->has_frequencies) return block_->frequencies[block_->at];
    return block_->blocks.frequency(block_->number, block_->at);
  }

  // How many documents of the term are before this one; of a term with blocks.
  [[nodiscard]] uint32_t rank() const {
    return block_->number * kAtOnce + block_->at;
  }

  // After the last document of the block, of a term with blocks.
  [[nodiscard]] uint32_t end_of_block() const {
    return block_->size == 0 ? kNoDocument
                             : block_->documents[block_->size - 1] + 1;
  }

  void next();
  // To the first document that is not less than the target.
  void advance(uint32_t target);
  // Calls use(documents, count) for the documents from here on that are less
  // than `limit`, some at once, and goes to the one after them.
  template <typename Use>
  void take_documents(uint32_t limit, Use&& use) {
    if (block_) {
      while (document_ < limit) {
        uint32_t end = end_in_block(limit);
        use(block_->documents.data() + block_->at, end - block_->at);
        go_to(end);
      }
      return;
    }
    std::array<uint32_t, kAtOnce> documents;
    uint32_t count = 0;
    postings_.take_until(limit, [&](uint32_t document, uint32_t) {
      documents[count] = document;
      if (++count == kAtOnce) {
        use(documents.data(), count);
        count = 0;
      }
    });
    if (count > 0) use(documents.data(), count);
    document_ = postings_.document();
  }
  // The same with use(documents, frequencies, count).
  template <typename Use>
  void take_postings(uint32_t limit, Use&& use) {
    if (block_) {
      while (document_ < limit) {
        uint32_t end = end_in_block(limit);
        use(block_->documents.data() + block_->at, frequencies() + block_->at,
            end - block_->at);
        go_to(end);
      }
      return;
    }
    std::array<uint32_t, kAtOnce> documents;
    std::array<uint32_t, kAtOnce> frequencies;
    uint32_t count = 0;
    postings_.take_until(limit, [&](uint32_t document, uint32_t frequency) {
      documents[count] = document;
      frequencies[count] = frequency;
      if (++count == kAtOnce) {
        use(documents.data(), frequencies.data(), count);
        count = 0;
      }
    });
    if (count > 0) use(documents.data(), frequencies.data(), count);
    document_ = postings_.document();
  }
  // Where the term is in this document; the numbers are in `room`, which may
  // have more. Once for each document.
  std::span<uint32_t> read_positions(std::vector<uint32_t>& room);

 private:
  static constexpr uint32_t kAtOnce = TermBlocks::kDocuments;

  // The block at which the cursor is.
  struct Block {
    TermBlocks blocks;
    uint32_t number = 0;
    uint32_t at = 0;
    uint32_t size = 0;
    bool has_frequencies = false;  // whether they were read
    bool has_positions = false;
    BlockPositions positions;
    alignas(16) std::array<uint32_t, kAtOnce> documents;
    alignas(16) std::array<uint32_t, kAtOnce> frequencies;
  };

  // Where postings end that are less than `limit`; at least one is.
  [[nodiscard]] uint32_t end_in_block(uint32_t limit) const {
    const Block& block = *block_;
    uint32_t end = block.size;
    if (block.documents[end - 1] < limit) return end;
    return place_in_block(limit);
  }
  [[nodiscard]] uint32_t place_in_block(uint32_t document) const;
  [[nodiscard]] const uint32_t* frequencies();
  // Moves to a posting of this block, or past its end.
  void go_to(uint32_t at);
  void read_block(uint32_t number);

  PostingCursor postings_;        // unless there are blocks
  std::unique_ptr<Block> block_;  // null: none
  uint32_t document_ = kNoDocument;
};

// Calls use(documents, count) for all documents of a term.
template <typename Use>
void each_document(const LuceneSegment& segment, uint32_t field,
                   const TermPlace& place, Use&& use) {
  if (const BlockFile* file = segment.blocks()) {
    if (TermBlocks blocks = file->blocks_of(place); blocks.has_documents()) {
      alignas(16) std::array<uint32_t, TermBlocks::kDocuments> documents;
      for (uint32_t i = 0; i < blocks.count(); ++i) {
        blocks.read_documents(i, documents.data());
        use(documents.data(), blocks.documents_of(i));
      }
      return;
    }
  }
  std::array<uint32_t, TermBlocks::kDocuments> documents;
  uint32_t count = 0;
  PostingCursor cursor(segment, field, place);
  cursor.take_until(kNoDocument, [&](uint32_t document, uint32_t) {
    documents[count] = document;
    if (++count == documents.size()) {
      use(documents.data(), count);
      count = 0;
    }
  });
  if (count > 0) use(documents.data(), count);
}

}  // namespace wax::index
