#include "cdx/files/zipnum_lines.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cdx/files/zipnum_block.h"
#include "cdx/format/legend.h"
#include "io/error.h"

namespace wax::cdx {
namespace {

// The index lines that matter to a range.
class BlockLines final : public lines::LineStream {
 public:
  BlockLines(SortedFile& index, const SearchRange& range)
      : index_(&index), end_(range.end) {
    // A line of the index has two fields of the block's first line, which may
    // be less than, or in, a range that begins with both.
    uint64_t found = index.lower_bound(two_fields(range.first));
    offset_ = index.line_before(found).value_or(found);
  }

  bool next(std::string_view& line) override {
    uint64_t start = offset_;
    if (!index_->read(offset_, line)) return false;
    std::string_view key = two_fields(line);
    if (key < before_) index_->throw_unsorted(start);
    if (key >= end_) {
      behind_ = start;
      return false;
    }
    before_ = key;
    return true;
  }

  // The first index line after the range, once next() has met it.
  [[nodiscard]] std::optional<uint64_t> behind() const { return behind_; }

 private:
  SortedFile* index_;
  std::string end_;
  uint64_t offset_;
  std::string before_;
  std::optional<uint64_t> behind_;
};

class RangeOfZipNum final : public lines::LineStream {
 public:
  // `all`: where all blocks of the range come from, else null.
  RangeOfZipNum(ZipNum& zipnum, std::unique_ptr<lines::LineStream> blocks,
                const SearchRange& range, const BlockLines* all = nullptr)
      : zipnum_(&zipnum),
        blocks_(std::move(blocks)),
        range_(range),
        all_(all) {}

  bool next(std::string_view& line) override {
    while (true) {
      while (text_ != nullptr && next_block_line(*text_, at_, line)) {
        if (is_header(line) || is_metadata(line)) continue;
        if (line < before_) {
          throw FormatError(zipnum_->name(), 0,
                            "the lines of its blocks are not sorted in byte "
                            "order: '" +
                                std::string(line.substr(0, 80)) + "'");
        }
        before_ = line;
        if (line >= range_.end) return false;
        if (line >= range_.first) return true;
      }
      std::string_view entry;
      if (!blocks_->next(entry)) {
        if (all_ != nullptr && all_->behind()) check_block(*all_->behind());
        return false;
      }
      auto block = parse_block(entry);
      if (!block) {
        throw FormatError(zipnum_->name(), 0,
                          "not a line of a ZipNum index: '" +
                              std::string(entry.substr(0, 80)) + "'");
      }
      text_ = zipnum_->kept_block(*block);
      at_ = 0;
    }
  }

 private:
  void check_block(uint64_t offset) {
    static_cast<void>(zipnum_->decompress(*zipnum_->next_block(offset)));
  }

  ZipNum* zipnum_;
  std::unique_ptr<lines::LineStream> blocks_;
  SearchRange range_;
  const BlockLines* all_;
  std::shared_ptr<const std::string> text_;
  size_t at_ = 0;
  std::string before_;
};

// Some lines of a stream.
class SomeLines final : public lines::LineStream {
 public:
  SomeLines(std::unique_ptr<lines::LineStream> lines, uint64_t first,
            uint64_t count)
      : lines_(std::move(lines)), skip_(first), left_(count) {}

  bool next(std::string_view& line) override {
    for (; skip_ > 0; --skip_) {
      if (!lines_->next(line)) return false;
    }
    if (left_ == 0) return false;
    --left_;
    return lines_->next(line);
  }

 private:
  std::unique_ptr<lines::LineStream> lines_;
  uint64_t skip_;
  uint64_t left_;
};

class ZipNumBackwards final : public lines::LineStream {
 public:
  ZipNumBackwards(ZipNum& zipnum, SortedFile& index, const SearchRange& range)
      : zipnum_(&zipnum),
        index_(&index),
        range_(range),
        offset_(index.lower_bound(range.end)),
        behind_range_(offset_) {}

  bool next(std::string_view& line) override {
    while (true) {
      while (!lines_.empty()) {
        line = lines_.back();
        lines_.pop_back();
        if (line.empty() || is_header(line) || is_metadata(line) ||
            line >= range_.end) {
          continue;
        }
        if (any_ && line > behind_) {
          throw FormatError(zipnum_->name(), 0,
                            "the lines of its blocks are not sorted in byte "
                            "order: '" +
                                std::string(line.substr(0, 80)) + "'");
        }
        if (line < range_.first) return false;
        behind_ = line;
        any_ = true;
        return true;
      }
      if (!read_block()) return false;
    }
  }

 private:
  bool read_block() {
    std::string_view entry;
    if (!index_->read_back(offset_, entry)) {
      if (behind_range_) check_behind(*std::exchange(behind_range_, {}));
      return false;
    }
    uint64_t start = offset_;
    auto block = zipnum_->next_block(start);
    text_ = zipnum_->decompress(*block);
    size_t at = 0;
    std::string_view line;
    while (next_block_line(text_, at, line)) lines_.push_back(line);
    if (behind_range_) check_behind(*std::exchange(behind_range_, {}));
    return true;
  }

  // By a damaged key, a block of the range would seem to lie after it.
  void check_behind(uint64_t offset) {
    if (!lines_.empty() && lines_.back() >= range_.end) return;
    if (auto block = zipnum_->next_block(offset)) {
      static_cast<void>(zipnum_->decompress(*block));
    }
  }

  ZipNum* zipnum_;
  SortedFile* index_;
  SearchRange range_;
  uint64_t offset_;
  std::optional<uint64_t> behind_range_;  // until it is checked
  std::string text_;
  std::vector<std::string_view> lines_;  // of the block, those that are left
  std::string behind_;
  bool any_ = false;
};

class AllOfZipNum final : public lines::LineStream {
 public:
  explicit AllOfZipNum(ZipNum& zipnum)
      : zipnum_(&zipnum), offset_(zipnum.begin()) {}

  bool next(std::string_view& line) override {
    while (!next_block_line(text_, at_, line)) {
      auto block = zipnum_->next_block(offset_);
      if (!block) return false;
      text_ = zipnum_->decompress(*block, true);
      at_ = 0;
    }
    return true;
  }

 private:
  ZipNum* zipnum_;
  uint64_t offset_;
  std::string text_;
  size_t at_ = 0;
};

}  // namespace

std::unique_ptr<lines::LineStream> zipnum_blocks(SortedFile& index,
                                                 const SearchRange& range) {
  return std::make_unique<BlockLines>(index, range);
}

std::unique_ptr<lines::LineStream> zipnum_lines(ZipNum& zipnum,
                                                SortedFile& index,
                                                const SearchRange& range) {
  auto blocks = std::make_unique<BlockLines>(index, range);
  const BlockLines* all = blocks.get();
  return std::make_unique<RangeOfZipNum>(zipnum, std::move(blocks), range, all);
}

std::unique_ptr<lines::LineStream> zipnum_lines_of_blocks(
    ZipNum& zipnum, SortedFile& index, const SearchRange& range, uint64_t first,
    uint64_t count) {
  return std::make_unique<RangeOfZipNum>(
      zipnum,
      std::make_unique<SomeLines>(zipnum_blocks(index, range), first, count),
      range);
}

std::unique_ptr<lines::LineStream> zipnum_lines_backwards(
    ZipNum& zipnum, SortedFile& index, const SearchRange& range) {
  return std::make_unique<ZipNumBackwards>(zipnum, index, range);
}

std::unique_ptr<lines::LineStream> all_zipnum_lines(ZipNum& zipnum) {
  return std::make_unique<AllOfZipNum>(zipnum);
}

}  // namespace wax::cdx
