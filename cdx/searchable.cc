#include "cdx/searchable.h"

#include <filesystem>
#include <utility>
#include <vector>

#include "cdx/sorted_file.h"
#include "cdx/zipnum.h"
#include "warc/io/error.h"

namespace wax::cdx {
namespace {

namespace fs = std::filesystem;

class RangeOfFile final : public LineStream {
 public:
  RangeOfFile(SortedFile& file, SearchRange range)
      : file_(&file),
        range_(std::move(range)),
        offset_(file.lower_bound(range_.first)) {}

  bool next(std::string_view& line) override {
    uint64_t start = offset_;
    if (!file_->read(offset_, line)) return false;
    if (line < before_ || line < range_.first) file_->throw_unsorted(start);
    if (line >= range_.end) return false;
    before_ = line;
    return true;
  }

 private:
  SortedFile* file_;
  SearchRange range_;
  uint64_t offset_;
  std::string before_;
};

class FlatFile final : public Searchable {
 public:
  explicit FlatFile(std::unique_ptr<SortedFile> file)
      : file_(std::move(file)) {}

  const std::string& name() const override { return file_->path(); }

  std::string head() override {
    std::string text;
    for (const std::string& line : file_->top()) text += line + '\n';
    uint64_t offset = file_->begin();
    std::string_view line;
    if (file_->read(offset, line)) text.append(line) += '\n';
    return text;
  }

  std::unique_ptr<LineStream> lines(const SearchRange& range) override {
    return std::make_unique<RangeOfFile>(*file_, range);
  }

  std::unique_ptr<LineStream> blocks(const SearchRange&) override {
    throw UsageError(name() + " is no index of a ZipNum: it has no blocks");
  }

 private:
  std::unique_ptr<SortedFile> file_;
};

std::string index_in(const std::string& folder) {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    std::string ending = entry.path().extension().string();
    if (ending == ".idx" || ending == ".summary") {
      found.push_back(entry.path().string());
    }
  }
  if (found.size() != 1) {
    throw UsageError(
        folder + (found.empty() ? " is a folder without a ZipNum's .idx in it"
                                : " holds several .idx files: name one"));
  }
  return found[0];
}

}  // namespace

std::unique_ptr<Searchable> open_searchable(const std::string& path) {
  if (path == "-") {
    throw UsageError("standard input cannot be searched: name a file");
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
    throw UsageError(path + " is no index of a ZipNum");
  }
  return std::unique_ptr<ZipNum>(static_cast<ZipNum*>(file.release()));
}

}  // namespace wax::cdx
