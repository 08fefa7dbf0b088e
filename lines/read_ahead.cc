#include "lines/read_ahead.h"

#include <utility>

namespace wax::lines {

ReadAhead::ReadAhead(std::vector<std::unique_ptr<BlockSource>> sources)
    : inputs_(sources.size()), pool_(std::make_shared<Pool>()) {
  for (size_t i = 0; i < sources.size(); ++i) {
    inputs_[i].source = std::move(sources[i]);
    wanted_.push_back(i);
  }
}

bool ReadAhead::next(size_t source, LineSpan& lines) {
  Input& input = inputs_[source];
  LineBlock* taken = nullptr;
  {
    std::unique_lock lock(mutex_);
    if (input.state == State::kWanted) read_unlocked(input, lock);
    changed_.wait(lock, [&] { return input.state == State::kReady; });
    if (input.failure) std::rethrow_exception(input.failure);
    if (!input.any) return false;
    taken = input.block.release();
    input.state = State::kWanted;
    if (!std::exchange(input.listed, true)) wanted_.push_back(source);
  }
  std::shared_ptr<const LineBlock> block(taken,
                                         [pool = pool_](LineBlock* unneeded) {
                                           std::lock_guard lock(pool->mutex);
                                           pool->blocks.emplace_back(unneeded);
                                         });
  lines = {block, block->text.get(), block->lines.data(), block->size()};
  return true;
}

bool ReadAhead::read_ahead() {
  std::unique_lock lock(mutex_);
  while (!wanted_.empty()) {
    Input& input = inputs_[wanted_.front()];
    wanted_.pop_front();
    input.listed = false;
    if (input.state == State::kWanted) {
      read_unlocked(input, lock);
      return true;
    }
  }
  return false;
}

void ReadAhead::read(Input& input) {
  if (input.block == nullptr) {
    std::lock_guard lock(pool_->mutex);
    if (pool_->blocks.empty()) {
      input.block = std::make_unique<LineBlock>();
    } else {
      input.block = std::move(pool_->blocks.back());
      pool_->blocks.pop_back();
    }
  }
  input.any = input.source->next(*input.block);
}

// Takes what it throws for the input's turn.
void ReadAhead::read_unlocked(Input& input,
                              std::unique_lock<std::mutex>& lock) {
  input.state = State::kBusy;
  lock.unlock();
  try {
    read(input);
  } catch (...) {
    input.failure = std::current_exception();
  }
  lock.lock();
  input.state = State::kReady;
  changed_.notify_all();
}

}  // namespace wax::lines
