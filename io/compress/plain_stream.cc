#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "io/compress/member_stream.h"

namespace wax::io {
namespace {

class PlainStream final : public MemberStream {
 public:
  explicit PlainStream(std::unique_ptr<FileSource> file)
      : file_(std::move(file)) {}

  std::string_view peek(size_t at_least) override {
    if (!entered_) return {};
    std::string_view bytes = file_->peek(at_least);
    if (bytes.size() < at_least) ending_ = Ending::kWhole;
    return bytes;
  }
  void consume(size_t n) override { file_->consume(n); }
  bool next_member() override {
    return !std::exchange(entered_, true) && !file_->peek().empty();
  }
  Ending ending() const override { return ending_; }
  uint64_t member_offset() const override { return 0; }
  uint64_t stored_offset() const override { return file_->offset(); }
  bool compressed() const override { return false; }
  bool can_seek() const override {
    uint64_t size = 0;
    return file_->size(size);
  }
  bool seek(uint64_t offset) override {
    if (!file_->seek(offset)) return false;
    ending_ = Ending::kNone;
    return true;
  }
  bool restart(uint64_t offset) override {
    entered_ = true;
    return seek(offset);
  }
  const std::string& path() const override { return file_->path(); }
  bool pass_over(uint64_t size) override {
    uint64_t all = 0;
    return file_->seeks_back() && file_->size(all) &&
           size <= all - std::min(all, file_->offset()) &&
           file_->seek(file_->offset() + size);
  }

 private:
  std::unique_ptr<FileSource> file_;
  bool entered_ = false;
  Ending ending_ = Ending::kNone;
};

}  // namespace

std::unique_ptr<MemberStream> plain_stream(std::unique_ptr<FileSource> file) {
  return std::make_unique<PlainStream>(std::move(file));
}

}  // namespace wax::io
