#include "cdx/lookup/lookup_blocks.h"

#include <algorithm>
#include <string>
#include <utility>

#include "io/error.h"

namespace wax::cdx {
namespace {

// The blocks of one file after another, without some at the front, up to some.
class FoundBlocks final : public lines::LineStream {
 public:
  FoundBlocks(const std::vector<std::unique_ptr<Searchable>>& files,
              SearchRange range, uint64_t first, uint64_t count)
      : range_(std::move(range)), skip_(first), left_(count) {
    for (const auto& file : files) files_.push_back(file.get());
  }

  bool next(std::string_view& line) override {
    while (left_ > 0 && next_of_any(line)) {
      if (skip_ > 0) {
        --skip_;
        continue;
      }
      --left_;
      return true;
    }
    return false;
  }

 private:
  bool next_of_any(std::string_view& line) {
    while (blocks_ == nullptr || !blocks_->next(line)) {
      if (next_file_ == files_.size()) return false;
      blocks_ = files_[next_file_++]->blocks(range_);
    }
    return true;
  }

  std::vector<Searchable*> files_;
  SearchRange range_;
  uint64_t skip_;
  uint64_t left_;
  size_t next_file_ = 0;
  std::unique_ptr<lines::LineStream> blocks_;
};

}  // namespace

std::unique_ptr<lines::LineStream> lookup_blocks(
    const std::vector<std::unique_ptr<Searchable>>& files,
    const SearchRange& range, const LookupOptions& options) {
  if (options.page_blocks == 0) {
    return std::make_unique<FoundBlocks>(files, range, 0, UINT64_MAX);
  }
  if (files.size() != 1) {
    throw UsageError("the blocks of a page can be told of one ZipNum only");
  }
  check_page(files, range, options);
  return std::make_unique<FoundBlocks>(
      files, range, options.page * options.page_blocks, options.page_blocks);
}

PageCounts count_pages(const std::vector<std::unique_ptr<Searchable>>& files,
                       const SearchRange& range, uint64_t page_blocks,
                       const Searchable::Tick& tick) {
  PageCounts counts;
  for (const auto& file : files) {
    uint64_t parts = file->parts(range, tick);
    if (counts.largest == nullptr || parts > counts.blocks) {
      counts.largest = file.get();
    }
    counts.blocks = std::max(counts.blocks, parts);
  }
  counts.pages =
      counts.blocks / page_blocks + (counts.blocks % page_blocks > 0 ? 1 : 0);
  return counts;
}

PageCounts check_page(const std::vector<std::unique_ptr<Searchable>>& files,
                      const SearchRange& range, const LookupOptions& options) {
  PageCounts counts =
      count_pages(files, range, options.page_blocks, options.tick);
  if (counts.pages > 0 && options.page >= counts.pages) {
    throw UsageError("there is no page " + std::to_string(options.page) +
                     "; there are " + std::to_string(counts.pages) +
                     ", numbered from 0");
  }
  return counts;
}

SearchRange page_range(const std::vector<std::unique_ptr<Searchable>>& files,
                       const SearchRange& range, const LookupOptions& options) {
  const PageCounts counts = check_page(files, range, options);
  if (counts.pages == 0) return {range.end, range.end};
  const uint64_t first = options.page * options.page_blocks;
  const bool is_last = options.page + 1 == counts.pages;
  return {counts.largest->part_start(range, first),
          is_last
              ? range.end
              : counts.largest->part_start(range, first + options.page_blocks)};
}

}  // namespace wax::cdx
