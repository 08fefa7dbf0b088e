#include <string>
#include <utility>

#include "io/compress/gzip_format.h"
#include "io/ordered_pool.h"

namespace wax::io {
namespace {

constexpr size_t kReadBlock = 1024 * 1024;

class AheadSource final : public ByteSource {
 public:
  explicit AheadSource(std::unique_ptr<ByteSource> source)
      : source_(std::move(source)),
        next_(1, [this](std::string& block, size_t) { read(block); }) {
    next_.put({});
  }

  std::string_view peek(size_t at_least) override {
    while (bytes_.size() - begin_ < at_least && !at_end_) take();
    return std::string_view(bytes_).substr(begin_);
  }

  void consume(size_t n) override { begin_ += n; }

 private:
  void take() {
    std::string next = next_.take();
    if (next.empty()) {
      at_end_ = true;
      return;
    }
    if (begin_ == bytes_.size()) {
      bytes_.swap(next);
    } else {
      bytes_.erase(0, begin_);
      bytes_ += next;
    }
    begin_ = 0;
    next_.put(std::move(next));
  }

  void read(std::string& block) {
    std::string_view bytes = source_->peek();
    bytes = bytes.substr(0, kReadBlock);
    block.assign(bytes);
    source_->consume(bytes.size());
  }

  std::unique_ptr<ByteSource> source_;
  std::string bytes_;
  size_t begin_ = 0;
  bool at_end_ = false;
  OrderedPool<std::string> next_;  // one block: there is one source
};

}  // namespace

std::unique_ptr<ByteSource> ahead_source(std::unique_ptr<ByteSource> source) {
  return std::make_unique<AheadSource>(std::move(source));
}

}  // namespace wax::io
