#include "io/rewindable_source.h"

#include <algorithm>
#include <string>
#include <utility>

#include "io/temp_files.h"

namespace wax::io {
namespace {

constexpr size_t kRewindWindow = 128 * 1024;

class RewindableSource final : public FileSource {
 public:
  explicit RewindableSource(std::unique_ptr<FileSource> source)
      : source_(std::move(source)) {}

  std::string_view peek(size_t at_least) override {
    if (window_.size() - begin_ < at_least) fill(at_least);
    return std::string_view(window_).substr(begin_);
  }
  void consume(size_t n) override { begin_ += n; }
  const std::string& path() const override { return source_->path(); }
  uint64_t offset() const override { return first_ + begin_; }
  bool size(uint64_t& bytes) const override { return source_->size(bytes); }
  bool seeks_back() const override { return true; }

  bool seek(uint64_t offset) override {
    if (offset >= first_ && offset - first_ <= window_.size()) {
      begin_ = static_cast<size_t>(offset - first_);
      return true;
    }
    while (copied_ < offset && copy_more()) {
    }
    if (copied_ < offset) return false;
    first_ = offset;
    begin_ = 0;
    window_.clear();
    return true;
  }

 private:
  // Whether there was more.
  bool copy_more() {
    std::string_view bytes = source_->peek();
    if (bytes.empty()) return false;
    bytes = bytes.substr(0, kRewindWindow);
    file_.write(bytes, copied_);
    copied_ += bytes.size();
    source_->consume(bytes.size());
    return true;
  }

  void fill(size_t at_least) {
    window_.erase(0, begin_);
    first_ += std::exchange(begin_, 0);
    while (window_.size() < at_least) {
      size_t before = window_.size();
      uint64_t from = first_ + before;
      if (from == copied_ && !copy_more()) return;
      size_t more = static_cast<size_t>(std::min<uint64_t>(
          copied_ - from, std::max(kRewindWindow, at_least - before)));
      window_.resize(before + more);
      file_.read(window_.data() + before, more, from);
    }
  }

  std::unique_ptr<FileSource> source_;
  UnnamedFile file_;
  uint64_t copied_ = 0;  // bytes in the file
  std::string window_;
  uint64_t first_ = 0;  // offset of the window
  size_t begin_ = 0;    // of the next unread byte in it
};

}  // namespace

std::unique_ptr<FileSource> rewindable(std::unique_ptr<FileSource> source) {
  return std::make_unique<RewindableSource>(std::move(source));
}

}  // namespace wax::io
