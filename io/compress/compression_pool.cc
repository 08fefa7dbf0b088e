#include "io/compress/compression_pool.h"

#include <utility>
#include <vector>

#include "io/ordered_pool.h"

namespace wax::io {
namespace {

constexpr size_t kLargest = 1024 * 1024;
constexpr size_t kBatch = 256 * 1024;

// Members to compress, and the result.
struct Batch {
  std::string bytes;
  std::vector<size_t> sizes;
  std::string compressed;
};

// Where a Compressor's members go, one batch after the other.
class BatchOutput final : public Output {
 public:
  void write(std::string_view bytes) override {
    batch_->compressed.append(bytes);
  }
  void flush() override {}
  void finish() override {}
  void use(Batch& batch) { batch_ = &batch; }

 private:
  Batch* batch_ = nullptr;
};

class BatchCompressor {
 public:
  BatchCompressor(Compression compression, int level,
                  std::string_view dictionary)
      : compressor_(output_, compression, level, dictionary) {}

  void compress(Batch& batch) {
    output_.use(batch);
    std::string_view rest = batch.bytes;
    for (size_t size : batch.sizes) {
      compressor_.start_member(size);
      compressor_.write(rest.substr(0, size));
      compressor_.end_member();
      rest.remove_prefix(size);
    }
  }

 private:
  BatchOutput output_;
  Compressor compressor_;
};

}  // namespace

struct CompressionPool::State {
  State(Output& to, Compression compression, int level,
        std::string_view dictionary, size_t jobs)
      : output(&to),
        alone(to, compression, level, dictionary),
        threads(compression == Compression::kNone || jobs <= 1 ? 0 : jobs),
        batches(threads, [this](Batch& next, size_t thread) {
          compressors[thread]->compress(next);
        }) {
    // The caller's is one more.
    while (compressors.size() <= threads) {
      compressors.push_back(
          std::make_unique<BatchCompressor>(compression, level, dictionary));
    }
  }

  void hand_over() {
    if (batch.sizes.empty()) return;
    batches.put(std::exchange(batch, {}));
    drain(2 * threads);
  }

  // Takes and writes batches until no more than `most` are in the pool.
  void drain(size_t most) {
    while (batches.size() > most) {
      std::string compressed = batches.take().compressed;
      output->write(compressed);
      written += compressed.size();
    }
  }

  Output* output;
  Compressor alone;  // for large members
  std::vector<std::unique_ptr<BatchCompressor>> compressors;
  size_t threads;
  bool large = false;  // the current member is
  size_t before = 0;   // bytes of the batch before the current member
  uint64_t written = 0;
  Batch batch;
  OrderedPool<Batch> batches;  // last: its threads use the compressors
};

CompressionPool::CompressionPool(Output& output, Compression compression,
                                 int level, std::string_view dictionary,
                                 size_t jobs)
    : state_(std::make_unique<State>(output, compression, level, dictionary,
                                     jobs)) {}
CompressionPool::~CompressionPool() = default;

void CompressionPool::start_member(uint64_t size) {
  state_->large = size > kLargest;
  state_->before = state_->batch.bytes.size();
  if (!state_->large) return;
  finish();
  state_->alone.start_member(size);
}

void CompressionPool::write(std::string_view bytes) {
  if (state_->large) {
    state_->alone.write(bytes);
  } else {
    state_->batch.bytes.append(bytes);
  }
}

void CompressionPool::end_member() {
  if (state_->large) {
    state_->alone.end_member();
    return;
  }
  Batch& batch = state_->batch;
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
