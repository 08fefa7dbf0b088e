#include "io/spool.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

namespace wax::io {
namespace {

constexpr size_t kSpoolWindow = 256 * 1024;

class SpooledFile final : public FileSource {
 public:
  SpooledFile(std::unique_ptr<Spool> spool, std::string name)
      : spool_(std::move(spool)), name_(std::move(name)) {
    spool_->rewind();
  }
  std::string_view peek(size_t at_least) override {
    return spool_->peek(at_least);
  }
  void consume(size_t n) override {
    spool_->consume(n);
    offset_ += n;
  }
  const std::string& path() const override { return name_; }
  uint64_t offset() const override { return offset_; }
  bool size(uint64_t& bytes) const override {
    bytes = spool_->size();
    return true;
  }
  bool seek(uint64_t offset) override {
    if (offset > spool_->size()) return false;
    if (offset < offset_) {
      spool_->rewind();
      offset_ = 0;
    }
    skip(*this, offset - offset_);
    return true;
  }

 private:
  std::unique_ptr<Spool> spool_;
  std::string name_;
  uint64_t offset_ = 0;
};

}  // namespace

void Spool::clear() {
  // Gives the space on the disk back. It does no harm if that fails.
  if (file_) static_cast<void>(::ftruncate(file_->descriptor(), 0) == 0);
  held_.clear();
  at_ = 0;
  size_ = file_written_ = file_read_ = 0;
}

void Spool::write(std::string_view bytes) {
  held_.append(bytes);
  size_ += bytes.size();
  if (held_.size() > memory_) spill();
}

void Spool::spill() {
  if (!file_) file_ = std::make_unique<UnnamedFile>(folder_);
  file_->write(held_, file_written_);
  file_written_ += held_.size();
  held_.clear();
}

void Spool::rewind() {
  if (file_written_ > 0) {
    if (file_written_ < size_) spill();
    held_.clear();
  }
  at_ = 0;
  file_read_ = 0;
}

std::string_view Spool::peek(size_t at_least) {
  if (file_written_ > 0 && file_written_ < size_) rewind();
  while (held_.size() - at_ < at_least && file_read_ < file_written_) {
    held_.erase(0, std::exchange(at_, 0));
    size_t before = held_.size();
    size_t room = static_cast<size_t>(std::min<uint64_t>(
        std::max(kSpoolWindow, at_least - before), file_written_ - file_read_));
    held_.resize(before + room);
    file_->read(held_.data() + before, room, file_read_);
    file_read_ += room;
  }
  return std::string_view(held_).substr(at_);
}

void Spool::consume(size_t n) { at_ += n; }

std::unique_ptr<FileSource> open_spool(std::unique_ptr<Spool> spool,
                                       std::string name) {
  return std::make_unique<SpooledFile>(std::move(spool), std::move(name));
}

}  // namespace wax::io
