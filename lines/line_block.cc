#include "lines/line_block.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace wax::lines {

void throw_unsorted(const std::string& name, uint64_t number) {
  throw LineError(
      name, number,
      "smaller than the line before it; the input is not sorted in byte order "
      "(wax-cdx-sort sorts it)");
}

void throw_too_long(const std::string& name, uint64_t number) {
  throw LineError(name, number, "longer than 4 GiB");
}

namespace {

class StreamBlocks final : public BlockSource {
 public:
  StreamBlocks(std::string name, std::unique_ptr<LineStream> lines, size_t size)
      : name_(std::move(name)), lines_(std::move(lines)), size_(size) {}

  bool next(LineBlock& block) override {
    block.lines.clear();
    size_t used = 0;
    std::string_view line;
    block.reserve(0, size_);
    while (take(line)) {
      if (used > 0 && used + line.size() + 1 > size_) {
        waiting_ = line;
        is_waiting_ = true;
        break;
      }
      if (line.size() >= kMostText) throw_too_long(name_, count_);
      block.reserve(used, used + line.size() + 1);
      LineCode code;
      if (less_from(line, before_, 0, code)) throw_unsorted(name_, count_);
      std::memcpy(block.text.get() + used, line.data(), line.size());
      block.add(code, used, line.size());
      before_ = {block.text.get() + used, line.size()};
      used += line.size();
      block.text[used++] = '\n';
    }
    if (used == 0) return false;
    kept_ = before_;
    before_ = kept_;
    return true;
  }

 private:
  bool take(std::string_view& line) {
    if (std::exchange(is_waiting_, false)) {
      line = waiting_;
      return true;
    }
    if (!lines_->next(line)) return false;
    ++count_;
    return true;
  }

  std::string name_;
  std::unique_ptr<LineStream> lines_;
  size_t size_;
  std::string_view waiting_;  // the stream's last line
  bool is_waiting_ = false;
  std::string_view before_;
  std::string kept_;
  uint64_t count_ = 0;
};

}  // namespace

void LineBlock::reserve(size_t used, size_t wanted, size_t usual) {
  if (capacity >= wanted) return;
  size_t grown = std::max({wanted, usual, capacity + capacity / 2});
  grown = std::min(grown, kMostText);
  auto room = std::make_unique_for_overwrite<char[]>(grown);
  if (used > 0) std::memcpy(room.get(), text.get(), used);
  text = std::move(room);
  capacity = grown;
}

std::unique_ptr<BlockSource> blocks_of(std::string name,
                                       std::unique_ptr<LineStream> lines,
                                       size_t size) {
  return std::make_unique<StreamBlocks>(std::move(name), std::move(lines),
                                        size);
}

}  // namespace wax::lines
