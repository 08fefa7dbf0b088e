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

namespace wax::cdx {

// Has the next block of every source ready where it can. With no thread, blocks
// are read when they are asked for; what is got does not depend on that.
// Memory: two blocks for each source, with threads.
class ReadAhead {
 public:
  ReadAhead(std::vector<std::unique_ptr<BlockSource>> sources,
            unsigned threads);
  ~ReadAhead();
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  [[nodiscard]] size_t size() const { return inputs_.size(); }
  // The next block of a source, as BlockSource::next(); not asked again after
  // it was false.
  [[nodiscard]] bool next(size_t source, LineBlock& block);

 private:
  enum class State { kWanted, kBusy, kReady };
  struct Input {
    std::unique_ptr<BlockSource> source;
    LineBlock block;
    bool any = false;
    State state = State::kWanted;
    std::exception_ptr failure;
  };

  void work();
  void read(Input& input, std::unique_lock<std::mutex>& lock);

  std::vector<Input> inputs_;
  std::deque<size_t> wanted_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace wax::cdx
