#include "cdx/files/merge_files.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "cdx/files/open_cdx.h"
#include "cdx/format/cdx_lines.h"
#include "cdx/format/legend.h"
#include "io/compress/gzip_format.h"

namespace wax::cdx {
namespace {

// The bytes that each compressed input may decompress at once.
size_t member_room(size_t inputs) {
  return std::clamp<size_t>((256U << 20) / std::max<size_t>(inputs, 1),
                            128 * 1024, io::kMemberRoom);
}

// The number of files that may be open, less some for other purposes.
size_t most_open_files() {
  constexpr size_t kOthers = 64;
  constexpr size_t kMost = 2048;
  struct rlimit limit {};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return lines::kMergeFanIn;
  if (limit.rlim_cur < kMost + kOthers && limit.rlim_cur < limit.rlim_max) {
    limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, kMost + kOthers);
    (void)::setrlimit(RLIMIT_NOFILE, &limit);
    (void)::getrlimit(RLIMIT_NOFILE, &limit);
  }
  auto allowed = static_cast<size_t>(limit.rlim_cur);
  return std::clamp<size_t>(allowed, kOthers + 2, kMost + kOthers) - kOthers;
}

}  // namespace

MergedFiles merge_files(const std::vector<std::string>& paths,
                        const lines::MergeOptions& options,
                        const std::string& tmpdir) {
  SharedHeader header;
  size_t fan_in = most_open_files();
  size_t at_once = std::min(paths.size(), fan_in);
  size_t size = lines::merge_block_size(at_once);
  size_t room = member_room(at_once);
  auto open = [&](size_t i) -> std::unique_ptr<lines::BlockSource> {
    const std::string& path = paths[i];
    auto file = std::make_unique<CdxBlocks>(
        path == "-" ? "<stdin>" : path, open_bytes(path, size, 1, room), size);
    header.add(file->name(), file->header(), file->identity_line(),
               file->first());
    return file;
  };
  auto lines = lines::merge_blocks(paths.size(), open, fan_in, options, tmpdir);
  return {header.top(), std::move(lines)};
}

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
