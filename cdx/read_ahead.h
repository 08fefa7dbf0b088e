// Sorted inputs that are read and checked while others are merged.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "cdx/line_block.h"
#include "cdx/line_span.h"

namespace wax::cdx {

// Has the next block of every source ready where it can. With no thread, blocks
// are read when they are asked for; what is got does not depend on that.
// Memory: two blocks for each source, with threads; and those whose lines are
// still held, which are used again then.
class ReadAhead final : public SortedInputs {
 public:
  ReadAhead(std::vector<std::unique_ptr<BlockSource>> sources,
            unsigned threads);
  ~ReadAhead() override;
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  [[nodiscard]] size_t size() const override { return inputs_.size(); }
  // Throws what BlockSource::next() throws.
  [[nodiscard]] bool next(size_t source, LineSpan& lines) override;

 private:
  enum class State { kWanted, kBusy, kReady };
  struct Input {
    std::unique_ptr<BlockSource> source;
    std::unique_ptr<LineBlock> block;
    bool any = false;
    State state = State::kWanted;
    std::exception_ptr failure;
  };
  // Blocks that nobody needs.
  struct Pool {
    std::mutex mutex;
    std::vector<std::unique_ptr<LineBlock>> blocks;
  };

  void work();
  void read(Input& input);
  void read_unlocked(Input& input, std::unique_lock<std::mutex>& lock);

  std::vector<Input> inputs_;
  std::shared_ptr<Pool> pool_;
  std::deque<size_t> wanted_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace wax::cdx
