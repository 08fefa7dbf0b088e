#include <array>
#include <memory>
#include <vector>

#include "index/store/block_file.h"
#include "index/store/commit.h"
#include "index/store/impact_bounds.h"
#include "index/store/lucene_segment.h"
#include "index/store/posting_cursor.h"
#include "index/writer/block_encoder.h"
#include "index/writer/combined_writer.h"
#include "index/writer/lucene_files.h"
#include "index/writer/postings_files.h"
#include "io/byte_buffer.h"

namespace wax::index {
namespace {

// Makes the blocks of one term after the other.
class BlockMaker {
 public:
  explicit BlockMaker(const LuceneSegment& segment)
      : segment_(&segment), greatest_(factors_of("")) {}

  // Empty when a place in them would be too great for its number.
  const io::ByteBuffer& blocks_of(const TermWalk& walk) {
    for (auto& column : table_) column.clear();
    encoder_.clear();
    made_.clear();
    uint64_t first_position = walk.place().positions;
    bool has_positions = segment_->fields()[walk.field()].has_positions;
    PositionReader positions;
    if (has_positions) {
      positions = PositionReader(
          io::ByteCursor(segment_->positions(), first_position), false);
    }
    NormReader norms = segment_->norms(walk.field());
    greatest_ = GreatestImpact(factors_of(segment_->fields()[walk.field()]));
    uint64_t occurrences = 0;
    uint64_t place = 0;  // of the positions of the block
    bool fits = true;
    auto end_block = [&] {
      fits &= place <= UINT32_MAX && encoder_.size() <= UINT32_MAX;
      table_[0].push_back(encoder_.last());
      table_[1].push_back(TermBlocks::packed(greatest_.impact()));
      table_[2].push_back(static_cast<uint32_t>(encoder_.size()));
      table_[3].push_back(static_cast<uint32_t>(place));
      encoder_.end_block();
      greatest_.clear();
      if (has_positions) {
        positions.pass(occurrences);
        place = positions.at() - first_position;
      }
      occurrences = 0;
    };
    PostingCursor cursor(*segment_, walk.field(), walk.place());
    cursor.take_until(kNoDocument, [&](uint32_t document, uint32_t frequency) {
      occurrences += frequency;
      greatest_.add(frequency, norms.empty() ? kNormOfOne : norms.at(document));
      if (encoder_.add(document, frequency)) end_block();
    });
    if (encoder_.is_in_block()) end_block();
    bool bounds_alone = TermBlocks::are_bounds_alone(walk.place().documents,
                                                     segment_->documents());
    if (bounds_alone) {
      table_[2].clear();
      table_[3].clear();
      encoder_.drop();
    } else if (!fits) {
      return made_;
    }
    for (const auto& column : table_) {
      for (uint32_t number : column) append_little(number, made_);
    }
    made_.append(encoder_.bytes());
    return made_;
  }

 private:
  const LuceneSegment* segment_;
  std::array<std::vector<uint32_t>, 4> table_;  // by kind of number
  BlockEncoder encoder_;
  io::ByteBuffer made_;
  GreatestImpact greatest_;
};

// So many bytes of postings are in memory at once.
constexpr uint64_t kPostingsInMemory = 64 << 20;

void write_blocks_of_segment(const LuceneSegment& segment,
                             const std::string& path) {
  std::unique_ptr<IndexFile> file;
  uint64_t size = BlockFile::kHeaderSize;
  io::ByteBuffer list;
  BlockMaker maker(segment);
  uint64_t released = 0;
  for (TermWalk walk = segment.terms().all(); !walk.ended(); walk.next()) {
    if (walk.place().documents < BlockFile::kFewest ||
        segment.fields()[walk.field()].has_payloads) {
      continue;
    }
    const io::ByteBuffer& blocks = maker.blocks_of(walk);
    uint64_t read = walk.place().postings + walk.place().positions;
    if (read - released > kPostingsInMemory) {
      segment.release();
      released = read;
    }
    if (blocks.empty()) continue;
    if (!file) {
      file = std::make_unique<IndexFile>(path);
      io::ByteBuffer header;
      header.append('\0', BlockFile::kHeaderSize);
      file->write(header.view());
    }
    append_little(walk.place().postings, list);
    append_little(size, list);
    file->write(blocks.view());
    size += blocks.size();
  }
  if (!file) return;
  file->write(list.view());
  io::ByteBuffer header;
  header.append(BlockFile::kMark);
  append_little(TermBlocks::kDocuments, header);
  append_little(segment.documents(), header);
  append_little(uint64_t{list.size() / BlockFile::kTermSize}, header);
  append_little(size, header);
  file->patch(header.view(), 0);
  file->finish();
}

}  // namespace

void write_blocks(const std::string& directory) {
  IndexFiles files(directory, nullptr);
  for (const CommittedSegment& committed : read_commit(files)) {
    const LuceneSegment segment(files, committed);
    write_blocks_of_segment(segment,
                            directory + '/' + block_file_name(committed.name));
    write_combined(segment,
                   directory + '/' + combined_file_name(committed.name));
  }
}

}  // namespace wax::index
