// Lines of files, parsed by threads in blocks.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/byte_source.h"
#include "io/compress/decompressed.h"
#include "io/ordered_pool.h"
#include "rank/view_files.h"

namespace wax::rank {

// Reads files in turn, compressed or not, and gives blocks of whole lines to
// threads. What they make of them comes back in order. For one thread, the
// caller's. Memory: some blocks of half a MiB, or of one line if it is longer,
// for each job.
template <typename Result>
class ParsedBlocks {
 public:
  struct Block {
    size_t file = 0;   // its place in the list
    std::string text;  // whole lines; outlives the result
    Result result;
  };
  // Is called by several threads at once.
  using Parse = std::function<void(std::string_view lines, Result& result)>;

  ParsedBlocks(std::vector<InputFile> files, uint64_t jobs, Parse parse)
      : files_(std::move(files)),
        jobs_(io::thread_count(jobs)),
        pool_(jobs_ - 1, [parse = std::move(parse)](BlockPtr& block, size_t) {
          parse(block->text, block->result);
        }) {}

  // The next block; valid until the next call. Null at the end. Throws what
  // reading the files throws.
  [[nodiscard]] Block* next() {
    while (more_ && pool_.size() < 2 * jobs_ + 1) {
      BlockPtr block = read();
      more_ = block != nullptr;
      if (more_) pool_.put(std::move(block));
    }
    if (pool_.size() == 0) return nullptr;
    current_ = pool_.take();
    return current_.get();
  }

 private:
  using BlockPtr = std::unique_ptr<Block>;
  static constexpr size_t kBlock = 512 << 10;

  BlockPtr read() {
    auto block = std::make_unique<Block>();
    for (;;) {
      if (source_ == nullptr) {
        if (file_ == files_.size()) return nullptr;
        source_ = io::decompressed(io::open_file(files_[file_++].path), jobs_);
      }
      block->file = file_ - 1;
      if (fill(block->text)) return block;
      source_ = nullptr;
      if (!block->text.empty()) return block;
    }
  }

  // False at the end of the file.
  bool fill(std::string& text) {
    text = std::move(rest_);
    rest_.clear();
    text.reserve(kBlock + (64 << 10));
    for (;;) {
      std::string_view bytes = source_->peek();
      if (bytes.empty()) return false;
      bytes = bytes.substr(0, kBlock);
      const size_t before = text.size();
      text += bytes;
      source_->consume(bytes.size());
      if (text.size() < kBlock) continue;
      const size_t end = text.rfind('\n');
      if (end == std::string::npos || end < before) continue;
      rest_ = text.substr(end + 1);
      text.resize(end + 1);
      return true;
    }
  }

  std::vector<InputFile> files_;
  unsigned jobs_;
  size_t file_ = 0;
  std::unique_ptr<io::ByteSource> source_;
  std::string rest_;
  bool more_ = true;
  BlockPtr current_;
  io::OrderedPool<BlockPtr> pool_;
};

// Calls with(line) for each line of a block, without its end.
template <typename With>
void for_each_line(std::string_view lines, With with) {
  while (!lines.empty()) {
    const size_t end = lines.find('\n');
    std::string_view line = lines.substr(0, end);
    lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    with(line);
  }
}

}  // namespace wax::rank
