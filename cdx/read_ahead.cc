#include "cdx/read_ahead.h"

#include <utility>

#include "warc/io/threads.h"

namespace wax::cdx {

ReadAhead::ReadAhead(std::vector<std::unique_ptr<BlockSource>> sources,
                     unsigned threads)
    : inputs_(sources.size()), pool_(std::make_shared<Pool>()) {
  for (size_t i = 0; i < sources.size(); ++i) {
    inputs_[i].source = std::move(sources[i]);
    if (threads > 0) wanted_.push_back(i);
  }
  threads_ = io::start_threads(threads, [this](size_t) { work(); });
}

ReadAhead::~ReadAhead() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool ReadAhead::next(size_t source, LineSpan& lines) {
  Input& input = inputs_[source];
  if (threads_.empty()) {
    read(input);
  } else {
    std::unique_lock lock(mutex_);
    // Rather than wait for those before it.
    if (input.state == State::kWanted) read_unlocked(input, lock);
    changed_.wait(lock, [&] { return input.state == State::kReady; });
  }
  if (input.failure) std::rethrow_exception(input.failure);
  if (!input.any) return false;
  std::shared_ptr<const LineBlock> block(input.block.release(),
                                         [pool = pool_](LineBlock* unneeded) {
                                           std::lock_guard lock(pool->mutex);
                                           pool->blocks.emplace_back(unneeded);
                                         });
  lines = {block, block->text.get(), block->lines.data(), block->size()};
  if (threads_.empty()) return true;
  {
    std::lock_guard lock(mutex_);
    input.state = State::kWanted;
    wanted_.push_back(source);
  }
  changed_.notify_all();
  return true;
}

void ReadAhead::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopping_ || !wanted_.empty(); });
    if (stopping_) return;
    Input& input = inputs_[wanted_.front()];
    wanted_.pop_front();
    if (input.state == State::kWanted) read_unlocked(input, lock);
  }
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

}  // namespace wax::cdx
