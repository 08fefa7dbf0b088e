#include "cdx/files/searchable.h"

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "cdx/files/sorted_file.h"
#include "cdx/files/zipnum.h"
#include "cdx/format/asked_errors.h"
#include "cdx/format/legend.h"
#include "io/error.h"
#include "io/folder.h"

namespace wax::cdx {
namespace {

namespace fs = std::filesystem;

class RangeOfFile final : public lines::LineStream {
 public:
  RangeOfFile(SortedFile& file, SearchRange range)
      : file_(&file),
        range_(std::move(range)),
        offset_(file.lower_bound(range_.first)) {}

  bool next(std::string_view& line) override {
    while (true) {
      uint64_t start = offset_;
      if (!file_->read(offset_, line)) return false;
      if (line < before_ || line < range_.first) file_->throw_unsorted(start);
      if (line >= range_.end) return false;
      before_ = line;
      if (!is_metadata(line)) return true;
    }
  }

 private:
  SortedFile* file_;
  SearchRange range_;
  uint64_t offset_;
  std::string before_;
};

class RangeBackwards final : public lines::LineStream {
 public:
  RangeBackwards(SortedFile& file, SearchRange range)
      : file_(&file),
        range_(std::move(range)),
        offset_(file.lower_bound(range_.end)) {}

  bool next(std::string_view& line) override {
    while (true) {
      if (!file_->read_back(offset_, line)) return false;
      if (line >= range_.end || (any_ && line > behind_)) {
        file_->throw_unsorted(offset_);
      }
      if (line < range_.first) return false;
      behind_ = line;
      any_ = true;
      if (!is_metadata(line)) return true;
    }
  }

 private:
  SortedFile* file_;
  SearchRange range_;
  uint64_t offset_;
  std::string behind_;
  bool any_ = false;
};

class FlatFile final : public Searchable {
 public:
  explicit FlatFile(std::unique_ptr<SortedFile> file)
      : file_(std::move(file)) {}

  const std::string& name() const override { return file_->path(); }

  std::string head() override {
    if (!head_.empty()) return head_;
    for (const std::string& line : file_->top()) head_ += line + '\n';
    uint64_t offset = file_->begin();
    std::string_view line;
    if (file_->read(offset, line)) head_.append(line) += '\n';
    return head_;
  }

  std::unique_ptr<lines::LineStream> keys() override {
    return lines({"", "\xff\xff"});
  }
  std::unique_ptr<lines::LineStream> lines(const SearchRange& range) override {
    return std::make_unique<RangeOfFile>(*file_, range);
  }

  std::unique_ptr<lines::LineStream> lines_backwards(
      const SearchRange& range) override {
    return std::make_unique<RangeBackwards>(*file_, range);
  }

  uint64_t parts(const SearchRange& range, const Tick&) override {
    uint64_t begin = file_->lower_bound(range.first);
    uint64_t end = file_->lower_bound(range.end);
    return (end - begin + kPartBytes - 1) / kPartBytes;
  }
  std::string part_start(const SearchRange& range, uint64_t n) override {
    uint64_t begin = file_->lower_bound(range.first);
    uint64_t at = begin + n * kPartBytes;
    std::string_view line;
    if (n == 0 || !file_->read_back(at, line)) return range.first;
    // Behind the line that reaches to the beginning of the part.
    if (!file_->read(at, line) || !file_->read(at, line)) return range.end;
    return std::min(std::string(line), range.end);
  }

  std::unique_ptr<lines::LineStream> lines_of_blocks(const SearchRange&,
                                                     uint64_t,
                                                     uint64_t) override {
    throw_no_blocks();
  }
  std::unique_ptr<lines::LineStream> blocks(const SearchRange&) override {
    throw_no_blocks();
  }

 private:
  [[noreturn]] void throw_no_blocks() const {
    throw InputError(name(), "is not the index of a ZipNum; it has no blocks");
  }

  std::unique_ptr<SortedFile> file_;
  std::string head_;  // empty: not read yet
};

std::string index_in(const std::string& folder) {
  std::vector<std::string> found;
  for (const std::string& path : io::entries_of(folder)) {
    if (path.ends_with(".idx") || path.ends_with(".summary")) {
      found.push_back(path);
    }
  }
  if (found.size() != 1) {
    throw UsageError(folder +
                     (found.empty()
                          ? " is a folder without the .idx file of a ZipNum"
                          : " holds several .idx files; give one of them"));
  }
  return found[0];
}

}  // namespace

std::unique_ptr<Searchable> Searchable::again() const {
  return open_searchable(name());
}

std::unique_ptr<Searchable> open_searchable(const std::string& path) {
  if (path == "-") {
    throw UsageError("standard input cannot be searched; give a file");
  }
  std::error_code none;
  bool folder = fs::is_directory(path, none);
  auto file = std::make_unique<SortedFile>(folder ? index_in(path) : path);
  if (folder || ZipNum::is_index(*file)) {
    return std::make_unique<ZipNum>(std::move(file));
  }
  return std::make_unique<FlatFile>(std::move(file));
}

std::unique_ptr<ZipNum> open_zipnum(const std::string& path) {
  std::unique_ptr<Searchable> file = open_searchable(path);
  if (dynamic_cast<ZipNum*>(file.get()) == nullptr) {
    throw UsageError(path + " is not the index of a ZipNum");
  }
  return std::unique_ptr<ZipNum>(static_cast<ZipNum*>(file.release()));
}

}  // namespace wax::cdx
