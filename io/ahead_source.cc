#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "io/gzip_source.h"
#include "io/threads.h"

namespace wax::io {
namespace {

constexpr size_t kReadBlock = 1024 * 1024;

class AheadSource final : public ByteSource {
 public:
  explicit AheadSource(std::unique_ptr<ByteSource> source)
      : source_(std::move(source)),
        threads_(start_threads(1, [this](size_t) { work(); })) {}
  ~AheadSource() override {
    {
      std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    changed_.notify_all();
    threads_.front().join();
  }
  AheadSource(const AheadSource&) = delete;
  AheadSource& operator=(const AheadSource&) = delete;

  std::string_view peek(size_t at_least) override {
    while (bytes_.size() - begin_ < at_least && !at_end_) take();
    return std::string_view(bytes_).substr(begin_);
  }

  void consume(size_t n) override { begin_ += n; }

 private:
  void take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ready_; });
    // Also when asked again.
    if (failure_) std::rethrow_exception(failure_);
    if (next_.empty()) {
      at_end_ = true;
      return;
    }
    if (begin_ == bytes_.size()) {
      bytes_.swap(next_);
    } else {
      bytes_.erase(0, begin_);
      bytes_ += next_;
    }
    begin_ = 0;
    next_.clear();
    ready_ = false;
    lock.unlock();
    changed_.notify_all();
  }

  void work() {
    std::unique_lock lock(mutex_);
    for (bool end = false; !end;) {
      lock.unlock();
      try {
        std::string_view bytes = source_->peek();
        bytes = bytes.substr(0, kReadBlock);
        next_.assign(bytes);
        source_->consume(bytes.size());
        end = bytes.empty();
      } catch (...) {
        failure_ = std::current_exception();
        end = true;
      }
      lock.lock();
      ready_ = true;
      changed_.notify_all();
      if (!end) changed_.wait(lock, [this] { return stopping_ || !ready_; });
      if (stopping_) return;
    }
  }

  std::unique_ptr<ByteSource> source_;
  std::string bytes_;
  size_t begin_ = 0;
  bool at_end_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string next_;  // the thread's while it is not ready_
  bool ready_ = false;
  bool stopping_ = false;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;  // last: it uses the others
};

}  // namespace

std::unique_ptr<ByteSource> ahead_source(std::unique_ptr<ByteSource> source) {
  return std::make_unique<AheadSource>(std::move(source));
}

}  // namespace wax::io
