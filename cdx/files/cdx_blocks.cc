#include "cdx/files/cdx_blocks.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "cdx/format/cdx_lines.h"
#include "cdx/format/legend.h"

namespace wax::cdx {

CdxBlocks::CdxBlocks(std::string name, std::unique_ptr<io::ByteSource> source,
                     size_t size)
    : name_(std::move(name)), source_(std::move(source)), size_(size) {
  first_pending_ = read(first_);
}

bool CdxBlocks::next(lines::LineBlock& block) {
  if (!std::exchange(first_pending_, false)) return read(block);
  std::swap(block, first_);
  first_ = {};
  return true;
}

bool CdxBlocks::read(lines::LineBlock& block) {
  block.lines.clear();
  while (!at_end_ && block.lines.empty()) {
    size_t size = fill(block, rest_.size());
    cut(block, size);
    if (!block.lines.empty()) before_ = block.line(block.size() - 1);
  }
  return !block.lines.empty();
}

// Reads until there is a whole line.
size_t CdxBlocks::fill(lines::LineBlock& block, size_t scanned) {
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
    if (block.capacity == lines::kMostText)
      lines::throw_too_long(name_, number_ + 1);
    scanned = size;
    block.reserve(size, 2 * block.capacity);
  }
}

// Finds the lines, and closes the gaps that headers and "\r" leave.
void CdxBlocks::cut(lines::LineBlock& block, size_t size) {
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
    if (may_be_top_line(line) && take_top_line(line)) continue;
    if (line.data() != text + used || length + 1 + used != at) {
      std::memmove(text + used, line.data(), length);
      text[used + length] = '\n';
      line = {text + used, length};
    }
    lines::LineCode code;
    if (lines::less_from(line, before, 0, code))
      lines::throw_unsorted(name_, number_);
    block.add(code, used, length);
    before = line;
    used += length + 1;
  }
}

bool CdxBlocks::take_top_line(std::string_view line) {
  if (auto identity = stated_identity(line)) {
    identity_.check(*identity, name_);
    identity_line_ = line;
    return true;
  }
  if (!is_header(line)) return false;
  if (number_ == 1) {
    header_ = line;
  } else if (line != header_) {
    throw_other_header(name_, number_, !header_.empty());
  }
  return true;
}

}  // namespace wax::cdx
