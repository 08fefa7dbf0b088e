// Sorted inputs that can be read and checked while others are merged.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <vector>

#include "lines/line_block.h"
#include "lines/line_span.h"

namespace wax::lines {

// Blocks of sources, which are read when they are asked for, unless some thread
// has read them ahead; what is got does not depend on that. Memory: a block for
// each source, two where they are read ahead; and those whose lines are still
// held, which are used again then.
class ReadAhead final : public SortedInputs {
 public:
  explicit ReadAhead(std::vector<std::unique_ptr<BlockSource>> sources);

  [[nodiscard]] size_t size() const override { return inputs_.size(); }
  // Throws what BlockSource::next() throws.
  [[nodiscard]] bool next(size_t source, LineSpan& lines) override;
  bool read_ahead() override;

 private:
  enum class State { kWanted, kBusy, kReady };
  struct Input {
    std::unique_ptr<BlockSource> source;
    std::unique_ptr<LineBlock> block;
    bool any = false;
    State state = State::kWanted;
    bool listed = true;  // in wanted_
    std::exception_ptr failure;
  };
  // Blocks that nobody needs.
  struct Pool {
    std::mutex mutex;
    std::vector<std::unique_ptr<LineBlock>> blocks;
  };

  void read(Input& input);
  void read_unlocked(Input& input, std::unique_lock<std::mutex>& lock);

  std::vector<Input> inputs_;
  std::shared_ptr<Pool> pool_;
  // Each source at most once; also some that were read since.
  std::deque<size_t> wanted_;
  std::mutex mutex_;
  std::condition_variable changed_;
};

}  // namespace wax::lines
