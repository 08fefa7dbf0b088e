#include "cdx/dedup/versions.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "cdx/dedup/version_reader.h"
#include "cdx/files/open_cdx.h"
#include "io/error.h"
#include "lines/merge.h"
#include "lines/sort_chunk.h"

namespace wax::cdx {
namespace {

// The captures in the order of the file.
class UnsortedVersions final : public lines::LineStream {
 public:
  explicit UnsortedVersions(VersionReader reader)
      : reader_(std::move(reader)) {}

  bool next(std::string_view& line) override {
    VersionFields fields;
    if (!reader_.next(fields)) return false;
    text_.assign(fields.urlkey);
    text_ += ' ';
    reader_.append_version(fields, text_);
    line = text_;
    return true;
  }

 private:
  VersionReader reader_;
  std::string text_;
};

// Versions of one file after another.
class JoinedVersions final : public lines::LineStream {
 public:
  JoinedVersions(std::vector<VersionFile> files, const VersionOptions& options,
                 ProblemSink& problems)
      : files_(std::move(files)), options_(options), problems_(&problems) {}

  bool next(std::string_view& line) override {
    while (true) {
      if (file_ && file_->next(line)) return true;
      if (next_file_ == files_.size()) return false;
      file_.reset();
      const VersionFile& next = files_[next_file_++];
      options_.batch = next.batch;
      file_.emplace(VersionReader(open_cdx(next.path), options_, *next.counts,
                                  *problems_));
    }
  }

 private:
  std::vector<VersionFile> files_;
  VersionOptions options_;
  ProblemSink* problems_;
  size_t next_file_ = 0;
  std::optional<UnsortedVersions> file_;
};

// Sorts the captures of one key after another by digest and date.
class SortedVersions final : public lines::LineStream {
 public:
  SortedVersions(VersionReader reader, const lines::SortOptions& sort)
      : reader_(std::move(reader)),
        sort_(sort),
        chunk_(static_cast<size_t>(std::max<uint64_t>(sort.memory / 2, 4096))) {
    sort_.memory = sort.memory / 2;
    pending_ = reader_.next(fields_);
  }

  bool next(std::string_view& line) override {
    std::string_view version;
    while (!next_of_group(version)) {
      if (!pending_) return false;
      start_group();
    }
    text_.resize(key_size_);
    text_ += version;
    line = text_;
    return true;
  }

 private:
  // Too many captures of one key: what is in the chunk, then what follows.
  class GroupLines final : public lines::LineStream {
   public:
    explicit GroupLines(SortedVersions& from) : from_(&from) {}
    bool next(std::string_view& line) override {
      if (at_ < from_->chunk_.size()) {
        line = from_->chunk_.line(at_++);
        return true;
      }
      if (!from_->in_group()) return false;
      from_->take(line);
      return true;
    }

   private:
    SortedVersions* from_;
    size_t at_ = 0;
  };

  [[nodiscard]] bool in_group() {
    if (taken_) pending_ = reader_.next(fields_);
    taken_ = false;
    return pending_ &&
           fields_.urlkey == std::string_view(text_.data(), key_size_ - 1);
  }

  // The version of the capture at hand, which is then done with.
  void take(std::string_view& version) {
    version_.clear();
    reader_.append_version(fields_, version_);
    version = version_;
    taken_ = true;
  }

  void start_group() {
    text_.assign(fields_.urlkey);
    text_ += ' ';
    key_size_ = text_.size();
    chunk_.clear();
    spilled_.reset();
    at_ = 0;
    while (in_group()) {
      std::string_view version;
      take(version);
      if (chunk_.add(version)) continue;
      taken_ = false;  // GroupLines gives it
      spilled_ = lines::sort_lines(std::make_unique<GroupLines>(*this), sort_);
      return;
    }
    if (chunk_.size() > 1) chunk_.sort(false);
  }

  bool next_of_group(std::string_view& version) {
    if (spilled_ != nullptr) return spilled_->next(version);
    if (at_ == chunk_.size()) return false;
    version = chunk_.line(at_++);
    return true;
  }

  VersionReader reader_;
  lines::SortOptions sort_;
  lines::SortChunk chunk_;
  std::unique_ptr<lines::LineStream> spilled_;
  size_t at_ = 0;
  VersionFields fields_;
  bool pending_ = false;
  bool taken_ = false;
  std::string text_;     // "urlkey ", then the version
  size_t key_size_ = 0;  // with the space
  std::string version_;
};

}  // namespace

std::string batch_digits(uint32_t batch) {
  std::string digits = std::to_string(batch);
  return std::string(kBatchSize - std::min(kBatchSize, digits.size()), '0') +
         digits;
}

std::unique_ptr<lines::LineStream> version_lines(std::unique_ptr<CdxLines> file,
                                                 const VersionOptions& options,
                                                 VersionCounts& counts,
                                                 ProblemSink& problems) {
  VersionReader reader(std::move(file), options, counts, problems);
  if (options.unsorted) {
    return lines::sort_lines(
        std::make_unique<UnsortedVersions>(std::move(reader)), options.sort);
  }
  if (!reader.ordered_by_key()) {
    throw UsageError(reader.name() +
                     ": the URL key is not the first column, so the file is "
                     "not sorted by URL key; --unsorted sorts it first");
  }
  return std::make_unique<SortedVersions>(std::move(reader), options.sort);
}

std::unique_ptr<lines::LineStream> version_lines(
    const std::vector<VersionFile>& files, const VersionOptions& options,
    ProblemSink& problems) {
  if (options.unsorted) {
    return lines::sort_lines(
        std::make_unique<JoinedVersions>(files, options, problems),
        options.sort);
  }
  VersionOptions each = options;
  each.sort.memory /= std::clamp<size_t>(files.size(), 1, lines::kMergeFanIn);
  auto open = [&](size_t i) -> lines::LineInput {
    std::unique_ptr<CdxLines> file = open_cdx(files[i].path);
    std::string name = file->name();
    each.batch = files[i].batch;
    return {std::move(name),
            version_lines(std::move(file), each, *files[i].counts, problems)};
  };
  if (files.size() == 1) return open(0).lines;
  return lines::merge_lines(files.size(), open, {}, options.sort.tmpdir);
}

std::unique_ptr<lines::LineStream> version_lines(
    const std::vector<std::string>& paths, const VersionOptions& options,
    VersionCounts& counts, ProblemSink& problems) {
  std::vector<VersionFile> files;
  for (const std::string& path : paths) {
    files.push_back({path, options.batch, &counts});
  }
  return version_lines(files, options, problems);
}

}  // namespace wax::cdx
