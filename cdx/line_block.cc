#include "cdx/line_block.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "cdx/cdx_lines.h"
#include "cdx/legend.h"

namespace wax::cdx {
namespace {

[[noreturn]] void throw_unsorted(const std::string& name, uint64_t number) {
  throw LineError(name, number,
                  "less than the line before it: the input is not sorted "
                  "in byte order");
}

[[noreturn]] void throw_too_long(const std::string& name, uint64_t number) {
  throw LineError(name, number, "longer than 4 GiB");
}

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
      if (line.size() >= kMostText) throw_too_long(name_, number());
      block.reserve(used, used + line.size() + 1);
      LineCode code;
      if (less_from(line, before_, 0, code)) throw_unsorted(name_, number());
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

  // Of the last line.
  [[nodiscard]] uint64_t number() const {
    auto cdx = dynamic_cast<const CdxLines*>(lines_.get());
    return cdx != nullptr ? cdx->line_number() : count_;
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

CdxBlocks::CdxBlocks(std::string name, std::unique_ptr<io::ByteSource> source,
                     size_t size)
    : name_(std::move(name)), source_(std::move(source)), size_(size) {
  first_pending_ = read(first_);
}

bool CdxBlocks::next(LineBlock& block) {
  if (!std::exchange(first_pending_, false)) return read(block);
  std::swap(block, first_);
  first_ = {};
  return true;
}

bool CdxBlocks::read(LineBlock& block) {
  block.lines.clear();
  while (!at_end_ && block.lines.empty()) {
    size_t size = fill(block, rest_.size());
    cut(block, size);
    if (!block.lines.empty()) before_ = block.line(block.size() - 1);
  }
  return !block.lines.empty();
}

// Reads until there is a whole line.
size_t CdxBlocks::fill(LineBlock& block, size_t scanned) {
  block.reserve(0, std::max(size_, rest_.size() + size_ / 2));
  size_t size = rest_.size();
  std::memcpy(block.text.get(), rest_.data(), size);
  rest_.clear();
  while (true) {
    // With room for the end of a last line that has none.
    size_t room = block.capacity - size - 1;
    size_t got = source_->read_into(block.text.get() + size, room);
    size += got;
    at_end_ = got < room;
    if (at_end_ || std::memchr(block.text.get() + scanned, '\n',
                               size - scanned) != nullptr) {
      return size;
    }
    if (block.capacity == kMostText) throw_too_long(name_, number_ + 1);
    scanned = size;
    block.reserve(size, 2 * block.capacity);
  }
}

// Finds the lines, and closes the gaps that headers and "\r" leave.
void CdxBlocks::cut(LineBlock& block, size_t size) {
  char* text = block.text.get();
  if (at_end_ && size > 0 && text[size - 1] != '\n') text[size++] = '\n';
  std::string_view before = before_;
  size_t used = 0;
  for (size_t at = 0; at < size;) {
    const void* found = std::memchr(text + at, '\n', size - at);
    if (found == nullptr) {
      rest_.assign(text + at, size - at);
      break;
    }
    size_t end = static_cast<size_t>(static_cast<const char*>(found) - text);
    size_t length = end - at;
    if (length > 0 && text[end - 1] == '\r') --length;
    std::string_view line(text + at, length);
    at = end + 1;
    ++number_;
    if (is_header(line)) {
      check_header(line);
      continue;
    }
    if (line.data() != text + used || length + 1 + used != at) {
      std::memmove(text + used, line.data(), length);
      text[used + length] = '\n';
      line = {text + used, length};
    }
    LineCode code;
    if (less_from(line, before, 0, code)) throw_unsorted(name_, number_);
    block.add(code, used, length);
    before = line;
    used += length + 1;
  }
}

void CdxBlocks::check_header(std::string_view header) {
  if (number_ == 1) {
    header_ = header;
  } else if (header != header_) {
    throw_other_header(name_, number_, !header_.empty());
  }
}

}  // namespace wax::cdx
