#include "io/read_sums.h"

#include <zlib.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "io/crc32.h"
#include "text/number.h"

namespace wax::io {
namespace {

constexpr uint64_t kSummedBlock = 64 * 1024;

std::atomic<ReadSums*> all_sums = nullptr;

void append_range(const SummedRange& range, std::vector<SummedRange>& ranges) {
  if (!ranges.empty() && ranges.back().end == range.begin) {
    SummedRange& last = ranges.back();
    last.sum = static_cast<uint32_t>(::crc32_combine(
        last.sum, range.sum, static_cast<z_off_t>(range.end - range.begin)));
    last.end = range.end;
  } else {
    ranges.push_back(range);
  }
}

}  // namespace

class FileSums {
 public:
  explicit FileSums(uint64_t size) : size_(size) {}

  [[nodiscard]] uint64_t end_of(uint64_t block) const {
    return std::min(size_, (block + 1) * kSummedBlock);
  }

  // Adds bytes of one block.
  void add(const SummedRange& range) {
    const uint64_t block = range.begin / kSummedBlock;
    const std::lock_guard lock(mutex_);
    if (block >= sums_.size()) {
      sums_.resize(block + 1);
      is_whole_.resize(block + 1);
    }
    if (is_whole_[block]) return;
    if (range.begin == block * kSummedBlock && range.end == end_of(block)) {
      sums_[block] = range.sum;
      is_whole_[block] = true;
      parts_.erase(block);
    } else {
      std::vector<SummedRange>& parts = parts_[block];
      const bool is_known =
          std::any_of(parts.begin(), parts.end(), [&](const SummedRange& part) {
            return part.begin <= range.begin && range.end <= part.end;
          });
      if (!is_known) parts.push_back(range);
    }
  }

  [[nodiscard]] std::vector<SummedRange> ranges() const {
    const std::lock_guard lock(mutex_);
    std::vector<SummedRange> ranges;
    for (uint64_t block = 0; block < sums_.size(); ++block) {
      if (is_whole_[block]) {
        append_range({block * kSummedBlock, end_of(block), sums_[block]},
                     ranges);
        continue;
      }
      const auto found = parts_.find(block);
      if (found == parts_.end()) continue;
      for (const SummedRange& part : found->second) append_range(part, ranges);
    }
    return ranges;
  }

 private:
  const uint64_t size_;
  mutable std::mutex mutex_;
  std::vector<uint32_t> sums_;
  std::vector<bool> is_whole_;
  std::map<uint64_t, std::vector<SummedRange>> parts_;  // of other blocks
};

ReadSums::ReadSums() { all_sums = this; }

ReadSums::~ReadSums() { all_sums = nullptr; }

std::shared_ptr<FileSums> ReadSums::of_opened(const std::string& path,
                                              uint64_t size) {
  ReadSums* sums = all_sums;
  if (sums == nullptr) return nullptr;
  const std::lock_guard lock(sums->mutex_);
  std::shared_ptr<FileSums>& file = sums->files_[path];
  if (file == nullptr) file = std::make_shared<FileSums>(size);
  return file;
}

std::vector<SummedRange> ReadSums::ranges_of(const std::string& path) {
  const std::lock_guard lock(mutex_);
  const auto found = files_.find(path);
  if (found == files_.end()) return {};
  return found->second->ranges();
}

std::string ReadSums::lines_of(const std::vector<std::string>& paths) {
  std::string lines;
  for (const std::string& path : paths) {
    if (path.find('\n') != path.npos) continue;
    for (const SummedRange& range : ranges_of(path)) {
      lines += std::to_string(range.begin) + ' ' + std::to_string(range.end) +
               ' ' + std::to_string(range.sum) + ' ' + path + '\n';
    }
  }
  return lines;
}

std::map<std::string, std::vector<SummedRange>> parse_read_sums(
    std::string_view lines) {
  std::map<std::string, std::vector<SummedRange>> sums;
  while (!lines.empty()) {
    std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(lines.size(), line.size() + 1));
    auto number = [&line] {
      const std::string_view word = line.substr(0, line.find(' '));
      line.remove_prefix(std::min(line.size(), word.size() + 1));
      return text::whole_number(word);
    };
    const auto begin = number();
    const auto end = number();
    const auto sum = number();
    if (!begin || !end || !sum || *end <= *begin || *sum > UINT32_MAX) continue;
    sums[std::string(line)].push_back(
        {*begin, *end, static_cast<uint32_t>(*sum)});
  }
  return sums;
}

void ReadSum::add(uint64_t offset, std::string_view bytes) {
  if (file_ == nullptr) return;
  if (offset != end_) {
    leave();
    begin_ = end_ = offset;
  }
  while (!bytes.empty()) {
    const uint64_t block_end = (end_ / kSummedBlock + 1) * kSummedBlock;
    const std::string_view part = bytes.substr(0, block_end - end_);
    sum_ = io::crc32(part, sum_);
    end_ += part.size();
    bytes.remove_prefix(part.size());
    if (end_ == block_end) leave();
  }
}

void ReadSum::leave() {
  if (file_ != nullptr && end_ > begin_) file_->add({begin_, end_, sum_});
  begin_ = end_;
  sum_ = 0;
}

}  // namespace wax::io
