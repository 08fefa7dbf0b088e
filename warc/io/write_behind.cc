#include "warc/io/write_behind.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace wax::io {
namespace {

// More than what an output keeps back.
constexpr size_t kBlock = 512 * 1024;

class WriteBehind final : public Output {
 public:
  explicit WriteBehind(std::unique_ptr<Output> output)
      : output_(std::move(output)), thread_([this] { work(); }) {
    block_.reserve(kBlock);
    handed_.reserve(kBlock);
  }

  ~WriteBehind() override {
    {
      std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  WriteBehind(const WriteBehind&) = delete;
  WriteBehind& operator=(const WriteBehind&) = delete;

  void write(std::string_view bytes) override {
    // Never in parts: whole lines stay whole when the caller gives up.
    if (block_.size() + bytes.size() > kBlock) hand_on();
    block_.append(bytes);
  }

  void flush() override {
    hand_on();
    wait();
    output_->flush();
  }

  void finish() override {
    hand_on();
    wait();
    output_->finish();
  }

 private:
  void hand_on() {
    if (block_.empty()) return;
    wait();
    {
      std::lock_guard lock(mutex_);
      handed_.swap(block_);
      busy_ = true;
    }
    changed_.notify_all();
    block_.clear();
  }

  // Until the thread has nothing to do.
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !busy_; });
    if (failure_) std::rethrow_exception(failure_);
  }

  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return stopping_ || busy_; });
      if (stopping_) return;
      lock.unlock();
      std::exception_ptr failure;
      try {
        output_->write(handed_);
      } catch (...) {
        failure = std::current_exception();
      }
      lock.lock();
      if (failure) failure_ = failure;
      busy_ = false;
      changed_.notify_all();
    }
  }

  std::unique_ptr<Output> output_;
  std::string block_;
  std::string handed_;  // the thread's while busy_
  std::mutex mutex_;
  std::condition_variable changed_;
  bool busy_ = false;
  bool stopping_ = false;
  std::exception_ptr failure_;
  std::thread thread_;  // last: it uses the others
};

}  // namespace

std::unique_ptr<Output> write_behind(std::unique_ptr<Output> output) {
  return std::make_unique<WriteBehind>(std::move(output));
}

}  // namespace wax::io
