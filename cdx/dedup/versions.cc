#include "cdx/dedup/versions.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "cdx/files/open_cdx.h"
#include "cdx/format/capture_fields.h"
#include "io/error.h"
#include "lines/line_error.h"
#include "lines/merge.h"
#include "lines/sort_chunk.h"
#include "warc/record/digest.h"

namespace wax::cdx {
namespace {

// The captures of the kind asked for, one by one.
class Captures {
 public:
  Captures(std::unique_ptr<CdxLines> file, const VersionOptions& options,
           VersionCounts& counts, ProblemSink& problems)
      : file_(std::move(file)),
        parser_(*file_, options.url_key),
        kind_(options.kind),
        checked_(!options.unsorted),
        counts_(&counts),
        problems_(&problems),
        keys_(options.keys) {}

  [[nodiscard]] const CaptureParser& parser() const { return parser_; }
  [[nodiscard]] const std::string& name() const { return file_->name(); }

  // The fields hold until the next call.
  bool next(CaptureFields& fields) {
    std::string_view line;
    while (file_->next(line)) {
      if (checked_) {
        if (line < before_) {
          throw lines::LineError(
              file_->name(), file_->line_number(),
              "less than the line before it: the input is not "
              "sorted in byte order (--unsorted sorts it first)");
        }
        before_.assign(line);
      }
      switch (parser_.parse(line, fields)) {
        case CaptureParser::Line::kNote:
          continue;
        case CaptureParser::Line::kNoDate:
          ++counts_->lines;
          ++counts_->without_date;
          report(Severity::kWarning, "cdx-no-date");
          continue;
        case CaptureParser::Line::kBad:
          ++counts_->lines;
          ++counts_->bad;
          report(Severity::kLost, "cdx-bad-line");
          continue;
        case CaptureParser::Line::kCapture:
          ++counts_->lines;
          if (keys_ != nullptr && keys_->check(fields.urlkey, file_->name())) {
            keys_ = nullptr;
          }
          if (counted(fields)) return true;
      }
    }
    return false;
  }

 private:
  bool counted(const CaptureFields& fields) {
    if (fields.digest == "-") {
      ++counts_->without_digest;
      return false;
    }
    ++(fields.revisit ? counts_->revisits : counts_->captures);
    return fields.revisit == (kind_ == CaptureKind::kRevisit);
  }

  void report(Severity severity, const char* id) {
    problems_->report({severity, id, file_->name(), std::nullopt,
                       "line " + std::to_string(file_->line_number()) + ": " +
                           std::string(parser_.problem())});
  }

  std::unique_ptr<CdxLines> file_;
  CaptureParser parser_;
  CaptureKind kind_;
  bool checked_;
  VersionCounts* counts_;
  ProblemSink* problems_;
  OneKeyKind* keys_;
  std::string before_;
};

void append_version(const CaptureFields& fields, std::string& out) {
  warc::append_normal_digest(fields.digest, out);
  out += ' ';
  out += fields.date;
}

// The captures in the order of the file.
class UnsortedVersions final : public lines::LineStream {
 public:
  explicit UnsortedVersions(Captures captures)
      : captures_(std::move(captures)) {}

  bool next(std::string_view& line) override {
    CaptureFields fields;
    if (!captures_.next(fields)) return false;
    text_.assign(fields.urlkey);
    text_ += ' ';
    append_version(fields, text_);
    line = text_;
    return true;
  }

 private:
  Captures captures_;
  std::string text_;
};

// Those of one file after another.
class JoinedVersions final : public lines::LineStream {
 public:
  JoinedVersions(std::vector<std::string> paths, const VersionOptions& options,
                 VersionCounts& counts, ProblemSink& problems)
      : paths_(std::move(paths)),
        options_(options),
        counts_(&counts),
        problems_(&problems) {}

  bool next(std::string_view& line) override {
    while (true) {
      if (file_ && file_->next(line)) return true;
      if (next_path_ == paths_.size()) return false;
      file_.reset();
      file_.emplace(Captures(open_cdx(paths_[next_path_++]), options_, *counts_,
                             *problems_));
    }
  }

 private:
  std::vector<std::string> paths_;
  VersionOptions options_;
  VersionCounts* counts_;
  ProblemSink* problems_;
  size_t next_path_ = 0;
  std::optional<UnsortedVersions> file_;
};

// Sorts the captures of one key after another by digest and date.
class SortedVersions final : public lines::LineStream {
 public:
  SortedVersions(Captures captures, const lines::SortOptions& sort)
      : captures_(std::move(captures)),
        sort_(sort),
        chunk_(static_cast<size_t>(std::max<uint64_t>(sort.memory / 2, 4096))) {
    sort_.memory = sort.memory / 2;
    pending_ = captures_.next(fields_);
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
  class Rest final : public lines::LineStream {
   public:
    explicit Rest(SortedVersions& from) : from_(&from) {}
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
    if (taken_) pending_ = captures_.next(fields_);
    taken_ = false;
    return pending_ &&
           fields_.urlkey == std::string_view(text_.data(), key_size_ - 1);
  }

  // The version of the capture at hand, which is then done with.
  void take(std::string_view& version) {
    version_.clear();
    append_version(fields_, version_);
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
      taken_ = false;  // Rest gives it
      spilled_ = lines::sort_lines(std::make_unique<Rest>(*this), sort_);
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

  Captures captures_;
  lines::SortOptions sort_;
  lines::SortChunk chunk_;
  std::unique_ptr<lines::LineStream> spilled_;
  size_t at_ = 0;
  CaptureFields fields_;
  bool pending_ = false;
  bool taken_ = false;
  std::string text_;     // "urlkey ", then the version
  size_t key_size_ = 0;  // with the space
  std::string version_;
};

}  // namespace

std::unique_ptr<lines::LineStream> version_lines(std::unique_ptr<CdxLines> file,
                                                 const VersionOptions& options,
                                                 VersionCounts& counts,
                                                 ProblemSink& problems) {
  Captures captures(std::move(file), options, counts, problems);
  if (options.unsorted) {
    return lines::sort_lines(
        std::make_unique<UnsortedVersions>(std::move(captures)), options.sort);
  }
  if (!captures.parser().ordered_by_key()) {
    throw UsageError(captures.name() +
                     ": the URL key is not the first column, so the file is "
                     "not sorted by it; --unsorted sorts it first");
  }
  return std::make_unique<SortedVersions>(std::move(captures), options.sort);
}

std::unique_ptr<lines::LineStream> version_lines(
    const std::vector<std::string>& paths, const VersionOptions& options,
    VersionCounts& counts, ProblemSink& problems) {
  if (options.unsorted) {
    return lines::sort_lines(
        std::make_unique<JoinedVersions>(paths, options, counts, problems),
        options.sort);
  }
  VersionOptions each = options;
  each.sort.memory /= std::clamp<size_t>(paths.size(), 1, lines::kMergeFanIn);
  auto open = [&](size_t i) -> lines::LineInput {
    std::unique_ptr<CdxLines> file = open_cdx(paths[i]);
    std::string name = file->name();
    return {std::move(name),
            version_lines(std::move(file), each, counts, problems)};
  };
  if (paths.size() == 1) return open(0).lines;
  return lines::merge_lines(paths.size(), open, {}, options.sort.tmpdir);
}

}  // namespace wax::cdx
