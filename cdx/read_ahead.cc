#include "cdx/read_ahead.h"

#include <utility>

namespace wax::cdx {

ReadAhead::ReadAhead(std::vector<std::unique_ptr<BlockSource>> sources,
                     unsigned threads)
    : inputs_(sources.size()) {
  for (size_t i = 0; i < sources.size(); ++i) {
    inputs_[i].source = std::move(sources[i]);
    if (threads > 0) wanted_.push_back(i);
  }
  for (unsigned i = 0; i < threads; ++i) {
    threads_.emplace_back([this] { work(); });
  }
}

ReadAhead::~ReadAhead() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool ReadAhead::next(size_t source, LineBlock& block) {
  Input& input = inputs_[source];
  if (threads_.empty()) return input.source->next(block);
  std::unique_lock lock(mutex_);
  // Rather than wait for those before it.
  if (input.state == State::kWanted) read(input, lock);
  changed_.wait(lock, [&] { return input.state == State::kReady; });
  if (input.failure) std::rethrow_exception(input.failure);
  if (!input.any) return false;
  std::swap(block, input.block);
  input.state = State::kWanted;
  wanted_.push_back(source);
  lock.unlock();
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
    if (input.state == State::kWanted) read(input, lock);
  }
}

// Unlocks meanwhile.
void ReadAhead::read(Input& input, std::unique_lock<std::mutex>& lock) {
  input.state = State::kBusy;
  lock.unlock();
  try {
    input.any = input.source->next(input.block);
  } catch (...) {
    input.failure = std::current_exception();
  }
  lock.lock();
  input.state = State::kReady;
  changed_.notify_all();
}

}  // namespace wax::cdx
