#include "io/compression_pool.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "io/threads.h"

namespace wax::io {
namespace {

constexpr size_t kLargest = 1024 * 1024;
constexpr size_t kBatch = 256 * 1024;

// Members on their way.
struct Batch {
  std::string bytes;
  std::vector<size_t> sizes;
  std::string packed;
  std::exception_ptr error;
  bool done = false;
};

// Where a Packer's members go, one batch after the other.
class BatchOutput final : public Output {
 public:
  void write(std::string_view bytes) override { batch_->packed.append(bytes); }
  void flush() override {}
  void finish() override {}
  void use(Batch& batch) { batch_ = &batch; }

 private:
  Batch* batch_ = nullptr;
};

class BatchPacker {
 public:
  BatchPacker(Packing packing, int level, std::string_view dictionary)
      : packer_(output_, packing, level, dictionary) {}

  void pack(Batch& batch) {
    output_.use(batch);
    std::string_view rest = batch.bytes;
    for (size_t size : batch.sizes) {
      packer_.start_member(size);
      packer_.write(rest.substr(0, size));
      packer_.end_member();
      rest.remove_prefix(size);
    }
  }

 private:
  BatchOutput output_;
  Packer packer_;
};

}  // namespace

struct CompressionPool::State {
  State(Output& to, Packing packing, int level, std::string_view dictionary,
        size_t jobs)
      : output(&to),
        alone(to, packing, level, dictionary),
        most_waiting(2 * jobs) {
    if (packing == Packing::kNone) jobs = 1;
    for (size_t i = 0; i < (jobs > 1 ? jobs : 1); ++i) {
      packers.push_back(
          std::make_unique<BatchPacker>(packing, level, dictionary));
    }
    if (packers.size() == 1) return;
    threads =
        start_threads(packers.size(), [this](size_t i) { work(*packers[i]); });
  }
  ~State() {
    {
      std::lock_guard lock(mutex);
      stopped = true;
    }
    changed.notify_all();
    for (std::thread& thread : threads) thread.join();
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void work(BatchPacker& packer) {
    std::unique_lock lock(mutex);
    for (;;) {
      changed.wait(lock, [&] { return stopped || taken < batches.size(); });
      if (stopped) return;
      Batch& next = *batches[taken++];
      lock.unlock();
      try {
        packer.pack(next);
      } catch (...) {
        next.error = std::current_exception();
      }
      lock.lock();
      next.done = true;
      changed.notify_all();
    }
  }

  void hand_over() {
    if (batch->sizes.empty()) return;
    auto full = std::exchange(batch, std::make_unique<Batch>());
    if (threads.empty()) {
      packers.front()->pack(*full);
      put(*full);
      return;
    }
    {
      std::lock_guard lock(mutex);
      batches.push_back(std::move(full));
    }
    changed.notify_all();
    drain(most_waiting);
  }

  // Writes what is done, and waits until no more than `most` batches are on
  // their way.
  void drain(size_t most) {
    for (;;) {
      std::unique_ptr<Batch> first;
      {
        std::unique_lock lock(mutex);
        if (batches.empty()) return;
        if (!batches.front()->done && batches.size() <= most) return;
        changed.wait(lock, [&] { return batches.front()->done; });
        first = std::move(batches.front());
        batches.pop_front();
        --taken;
      }
      put(*first);
    }
  }

  void put(const Batch& done) {
    if (done.error) std::rethrow_exception(done.error);
    output->write(done.packed);
    written += done.packed.size();
  }

  Output* output;
  Packer alone;  // for large members
  std::vector<std::unique_ptr<BatchPacker>> packers;
  size_t most_waiting;
  bool large = false;  // the current member is
  size_t before = 0;   // bytes of the batch in front of the current member
  uint64_t written = 0;
  std::unique_ptr<Batch> batch = std::make_unique<Batch>();

  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::unique_ptr<Batch>> batches;  // in order
  size_t taken = 0;  // of them, from the front, by threads
  bool stopped = false;
  std::vector<std::thread> threads;
};

CompressionPool::CompressionPool(Output& output, Packing packing, int level,
                                 std::string_view dictionary, size_t jobs)
    : state_(
          std::make_unique<State>(output, packing, level, dictionary, jobs)) {}
CompressionPool::~CompressionPool() = default;

void CompressionPool::start_member(uint64_t size) {
  state_->large = size > kLargest;
  state_->before = state_->batch->bytes.size();
  if (!state_->large) return;
  finish();
  state_->alone.start_member(size);
}

void CompressionPool::write(std::string_view bytes) {
  if (state_->large) {
    state_->alone.write(bytes);
  } else {
    state_->batch->bytes.append(bytes);
  }
}

void CompressionPool::end_member() {
  if (state_->large) {
    state_->alone.end_member();
    return;
  }
  Batch& batch = *state_->batch;
  batch.sizes.push_back(batch.bytes.size() - state_->before);
  if (batch.bytes.size() >= kBatch) state_->hand_over();
}

void CompressionPool::finish() {
  state_->hand_over();
  state_->drain(0);
}

uint64_t CompressionPool::written() const {
  return state_->written + state_->alone.written();
}

}  // namespace wax::io
