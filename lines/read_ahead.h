// Sorted inputs that are read and checked while others are merged.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "io/ordered_pool.h"
#include "lines/line_block.h"
#include "lines/line_span.h"

namespace wax::lines {

// Blocks of sources, which are read when they are asked for, unless the pool
// has read them ahead; what is got does not depend on that. Memory: a block for
// each source, two where they are read ahead; and those whose lines are still
// held, which are used again then.
class ReadAhead final : public SortedInputs {
 public:
  explicit ReadAhead(std::vector<std::unique_ptr<BlockSource>> sources);

  [[nodiscard]] size_t size() const override { return inputs_.size(); }
  // Throws what BlockSource::next() throws.
  [[nodiscard]] bool next(size_t source, LineSpan& lines) override;
  // By the thread that calls next().
  void read_ahead(io::WorkPool& pool) override;

 private:
  // While some thread is at `reading`, the rest is that thread's.
  struct Input {
    std::unique_ptr<BlockSource> source;
    std::unique_ptr<LineBlock> block;
    bool any = false;
    std::shared_ptr<io::WorkPool::Work> reading;
  };
  // Blocks that nobody needs.
  struct Unneeded {
    std::mutex mutex;  // guards the blocks: any thread may be a block's last
    std::vector<std::unique_ptr<LineBlock>> blocks;
  };

  void begin(Input& input);
  void read(Input& input);

  std::vector<Input> inputs_;
  std::shared_ptr<Unneeded> unneeded_;
  io::WorkPool* pool_ = nullptr;
};

}  // namespace wax::lines
