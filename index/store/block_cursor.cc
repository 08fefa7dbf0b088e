#include "index/store/block_cursor.h"

#include <algorithm>

namespace wax::index {

BlockCursor::BlockCursor(const LuceneSegment& segment, uint32_t field,
                         const TermPlace& place) {
  TermBlocks blocks;
  if (segment.blocks() != nullptr) blocks = segment.blocks()->blocks_of(place);
  if (!blocks.has_documents()) {
    postings_ = PostingCursor(segment, field, place);
    document_ = postings_.document();
    return;
  }
  block_ = std::make_unique<Block>();
  block_->blocks = blocks;
  if (segment.fields()[field].has_positions) {
    block_->has_positions = true;
    block_->positions = BlockPositions(segment, place, blocks);
  }
  read_block(0);
}

BlockCursor::BlockCursor(const TermBlocks& blocks)
    : block_(std::make_unique<Block>()) {
  block_->blocks = blocks;
  read_block(0);
}

void BlockCursor::read_block(uint32_t number) {
  Block& block = *block_;
  block.number = number;
  block.at = 0;
  if (number == block.blocks.count()) {
    block.size = 0;
    document_ = kNoDocument;
    return;
  }
  block.size = block.blocks.documents_of(number);
  block.has_frequencies = false;
  block.blocks.read_documents(number, block.documents.data());
  // place_in_block() looks at all.
  std::fill(block.documents.begin() + block.size, block.documents.end(),
            kNoDocument);
  document_ = block.documents[0];
}

const uint32_t* BlockCursor::frequencies() {
  Block& block = *block_;
  if (!block.has_frequencies) {
    block.blocks.read_frequencies(block.number, block.frequencies.data());
    block.has_frequencies = true;
  }
  return block.frequencies.data();
}

void BlockCursor::go_to(uint32_t at) {
  Block& block = *block_;
  if (at == block.size) return read_block(block.number + 1);
  block.at = at;
  document_ = block.documents[at];
}

uint32_t BlockCursor::place_in_block(uint32_t document) const {
  // Without branches, which would be hard to foretell.
  const uint32_t* documents = block_->documents.data();
  uint32_t place = 0;
  for (uint32_t step = kAtOnce / 2; step > 0; step /= 2) {
    place += documents[place + step - 1] < document ? step : 0;
  }
  return place;
}

void BlockCursor::next() {
  if (block_) {
    go_to(block_->at + 1);
  } else {
    postings_.next();
    document_ = postings_.document();
  }
}

void BlockCursor::advance(uint32_t target) {
  if (document_ >= target) return;
  if (!block_) {
    postings_.advance(target);
    document_ = postings_.document();
    return;
  }
  Block& block = *block_;
  if (block.documents[block.size - 1] < target) {
    read_block(block.blocks.find(block.number + 1, target));
    if (document_ >= target) return;
  }
  go_to(place_in_block(target));
}

std::span<uint32_t> BlockCursor::read_positions(std::vector<uint32_t>& room) {
  if (!block_) {
    room.clear();
    postings_.append_positions(room);
    return room;
  }
  if (!block_->has_positions) return {};
  return block_->positions.read(rank(), room);
}

BlockPositions::BlockPositions(const LuceneSegment& segment,
                               const TermPlace& place, const TermBlocks& blocks)
    : blocks_(blocks),
      reader_(io::ByteCursor(segment.positions(), place.positions), false),
      first_(place.positions) {}

void BlockPositions::go_to_block(uint32_t n) {
  uint32_t block = n / TermBlocks::kDocuments;
  blocks_.read_occurrences(block, ends_.data());
  reader_.seek(first_ + blocks_.positions(block), 0);
  block_ = block;
  passed_ = 0;
}

}  // namespace wax::index
