// Reads and checks sorted inputs while other lines are merged.
#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <vector>

#include "io/ordered_pool.h"
#include "lines/line_block.h"
#include "lines/line_span.h"

namespace wax::lines {

// Reads the blocks of sources when they are asked for, unless the pool has read
// them before; what next() gives does not depend on that.
//
// Memory: one block for each source. With read_ahead(), one more for each
// source, and kMoreBlocks in all. Blocks whose lines are still in use are added
// to that; they are used again later.
class ReadAhead final : public SortedInputs {
 public:
  static constexpr size_t kMoreBlocks = 8;

  explicit ReadAhead(std::vector<std::unique_ptr<BlockSource>> sources);

  [[nodiscard]] size_t size() const override { return inputs_.size(); }
  // Throws what BlockSource::next() throws.
  [[nodiscard]] bool next(size_t source, LineSpan& lines) override;
  // Reads as many blocks of each source as were taken since the last call.
  void read_ahead(io::WorkPool& pool) override;

 private:
  // While `reading` is set, only its work uses the first four.
  struct Input {
    std::unique_ptr<BlockSource> source;
    std::vector<std::unique_ptr<LineBlock>> blocks;  // that are read
    std::exception_ptr failure;                      // after them
    bool at_end = false;
    std::shared_ptr<io::WorkPool::Work> reading;
    size_t taken = 1;  // blocks since read_ahead()
    size_t more = 0;   // of `more_`
  };
  // Blocks that nobody needs.
  struct Unneeded {
    std::mutex mutex;  // guards the blocks: any thread may be a block's last
    std::vector<std::unique_ptr<LineBlock>> blocks;
  };

  void read(Input& input, size_t count);
  std::unique_ptr<LineBlock> unneeded_block();

  std::vector<Input> inputs_;
  std::vector<size_t> taken_;  // sources of which blocks were taken
  size_t more_ = kMoreBlocks;  // that inputs may still read ahead
  std::shared_ptr<Unneeded> unneeded_;
  io::WorkPool* pool_ = nullptr;
};

}  // namespace wax::lines
