#include "cdx/stats/capture_stats.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>

#include "cdx/lookup/range_merger.h"
#include "cdx/stats/counted_captures.h"
#include "cdx/stats/version_counter.h"
#include "cdx/url/url.h"
#include "warc/record/digest.h"

namespace wax::cdx {
namespace {

// Separates the fields of the lines that are sorted; less than the bytes of
// keys.
constexpr char kSeparator = '\x01';

uint64_t number_of(std::string_view text) {
  uint64_t number = 0;
  auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc() ? number : 0;
}

std::string_view take_last(std::string_view& line) {
  size_t at = line.rfind(kSeparator);
  std::string_view last = line.substr(at + 1);
  line = line.substr(0, at == line.npos ? 0 : at);
  return last;
}

enum CountedField : size_t {
  kKey,
  kDate,
  kMime,
  kStatus,
  kDigest,
  kSize,
  kFile,
  kUrl
};

LineFields counted_fields(const StatsOptions& options) {
  LineFields fields(
      {"urlkey", "timestamp", "mime", "status", "digest", "length", "filename",
       "url"},
      options.url_key);
  fields.allow_missing();
  return fields;
}

// Captures one after another.
class CountedLines {
 public:
  virtual ~CountedLines() = default;
  // Null at the end; valid until the next call.
  [[nodiscard]] virtual const LineFields* next() = 0;
  [[nodiscard]] virtual uint64_t bad() const = 0;
};
using MakeLines = std::function<std::unique_ptr<CountedLines>(ProblemSink&)>;

class LinesOfFiles final : public CountedLines {
 public:
  LinesOfFiles(const std::vector<std::string>& paths,
               const StatsOptions& options, ProblemSink& problems)
      : lines_(paths, counted_fields(options), problems) {}

  const LineFields* next() override {
    std::string_view read;
    FieldLines::Line kind;
    do {
      kind = lines_.next(read);
    } while (kind == FieldLines::Line::kMetadata);
    return kind == FieldLines::Line::kEnd ? nullptr : &lines_.fields();
  }
  uint64_t bad() const override { return lines_.bad(); }

 private:
  FieldLines lines_;
};

class LinesOfSearch final : public CountedLines {
 public:
  LinesOfSearch(const std::vector<std::unique_ptr<Searchable>>& files,
                const StatsOptions& options, ProblemSink& problems)
      : files_(files),
        merged_(RangeMerger::ascending(files, {"", "\xff\xff\xff\xff"})),
        problems_(problems) {
    for (const auto& file : files) {
      fields_.push_back(counted_fields(options));
      fields_.back().begin(format_of(*file), file->name());
    }
  }

  const LineFields* next() override {
    std::string_view line;
    while (merged_.next(line)) {
      LineFields& fields = fields_[merged_.file()];
      if (fields.read(line) == LineFields::Line::kCapture) return &fields;
      ++bad_;
      problems_.report({Severity::kLost, "cdx-bad-line",
                        files_[merged_.file()]->name(), std::nullopt,
                        std::string(fields.problem())});
    }
    return nullptr;
  }
  uint64_t bad() const override { return bad_; }

 private:
  const std::vector<std::unique_ptr<Searchable>>& files_;
  RangeMerger merged_;
  ProblemSink& problems_;
  std::vector<LineFields> fields_;
  uint64_t bad_ = 0;
};

// The captures of files; counts what needs no order.
class FileRows {
 public:
  FileRows(std::unique_ptr<CountedLines> lines, CaptureStats& stats)
      : lines_(std::move(lines)), stats_(stats) {}

  bool next(CountedRow& row) {
    const LineFields* read = lines_->next();
    stats_.bad = lines_->bad();
    if (read == nullptr) {
      stats_.mimes = mimes_.by_captures();
      stats_.statuses = statuses_.by_captures();
      return false;
    }
    const LineFields& fields = *read;
    row.key = fields[kKey];
    row.date = fields[kDate];
    row.count = {1, number_of(fields[kSize])};
    row.revisit =
        fields.format().is_revisit(fields[kMime], fields.as_written(kFile));
    const std::string_view url = fields.as_written(kUrl);
    row.other_record = is_of_other_record(url.empty() ? row.key : url);
    stats_.all += row.count;
    if (row.revisit) stats_.revisits += row.count;
    mimes_.add(fields[kMime], row.count);
    statuses_.add(fields[kStatus], row.count);
    digest_.clear();
    if (fields[kDigest] != "-") {
      warc::append_normal_digest(fields[kDigest], digest_);
    }
    row.digest = digest_;
    return true;
  }

 private:
  std::unique_ptr<CountedLines> lines_;
  CaptureStats& stats_;
  CountsByName mimes_;
  CountsByName statuses_;
  std::string digest_;
};

// "key digest date B|R size H|-" of each capture, to be sorted.
class RowLines final : public lines::LineStream {
 public:
  explicit RowLines(FileRows rows) : rows_(std::move(rows)) {}

  bool next(std::string_view& line) override {
    CountedRow row;
    if (!rows_.next(row)) return false;
    text_.assign(row.key);
    text_ += kSeparator;
    text_ += row.digest;
    text_ += kSeparator;
    text_ += row.date;
    text_ += kSeparator;
    text_ += row.revisit ? 'R' : 'B';
    text_ += kSeparator;
    text_ += std::to_string(row.count.bytes);
    text_ += kSeparator;
    text_ += row.other_record ? '-' : 'H';
    line = text_;
    return true;
  }

 private:
  FileRows rows_;
  std::string text_;
};

class SortedRows final : public OrderedRows {
 public:
  explicit SortedRows(std::unique_ptr<lines::LineStream> lines)
      : lines_(std::move(lines)) {}

  bool next(CountedRow& row) override {
    std::string_view line;
    if (!lines_->next(line)) return false;
    row.other_record = take_last(line) == "-";
    row.count = {1, number_of(take_last(line))};
    row.revisit = take_last(line) == "R";
    row.date = take_last(line);
    row.digest = take_last(line);
    row.key = line;
    return true;
  }
  bool by_digest() const override { return true; }

 private:
  std::unique_ptr<lines::LineStream> lines_;
};

// Rows of files that are sorted already. Throws
// RowsOutOfOrder when they are not.
class RowsAsTheyAre final : public OrderedRows {
 public:
  explicit RowsAsTheyAre(FileRows rows) : rows_(std::move(rows)) {}

  bool next(CountedRow& row) override {
    if (!rows_.next(row)) return false;
    int order = row.key.compare(key_);
    if (order < 0 || (order == 0 && row.date < date_)) throw RowsOutOfOrder();
    if (order != 0) key_.assign(row.key);
    date_.assign(row.date);
    return true;
  }
  bool by_digest() const override { return false; }

 private:
  FileRows rows_;
  std::string key_;
  std::string date_;
};

void count_versions(std::unique_ptr<OrderedRows> rows,
                    const StatsOptions& options, const lines::SortOptions& sort,
                    CaptureStats& stats) {
  auto versions = std::make_unique<VersionCounter>(std::move(rows), sort.memory,
                                                   options.top, stats);
  DigestCounts counts;
  if (versions->count()) {
    counts = versions->digests().counts();
  } else {
    auto sorted = lines::sort_lines(std::move(versions), sort);
    counts = DigestTotals::counts(*sorted);
  }
  stats.digests = counts.digests;
  stats.revisits_unresolved += counts.unresolved;
  stats.revisit_savings = counts.savings;
}

// Passes on what is reported again only from where it is new.
class LaterProblems final : public ProblemSink {
 public:
  explicit LaterProblems(ProblemSink& problems) : problems_(problems) {}
  void report(Problem problem) override {
    if (++reported_ <= known_) return;
    known_ = reported_;
    problems_.report(std::move(problem));
  }
  void begin_again() { reported_ = 0; }

 private:
  ProblemSink& problems_;
  uint64_t reported_ = 0;
  uint64_t known_ = 0;
};

bool can_be_read_again(const std::vector<std::string>& paths) {
  return std::all_of(paths.begin(), paths.end(), [](const std::string& path) {
    std::error_code none;
    return path != "-" && std::filesystem::is_regular_file(path, none);
  });
}

CaptureStats stats_of(const MakeLines& lines_of, bool can_begin_again,
                      const StatsOptions& options, ProblemSink& problems) {
  lines::SortOptions sort = options.sort;
  sort.memory /= 2;
  LaterProblems later(problems);
  if (can_begin_again) {
    try {
      CaptureStats stats;
      count_versions(
          std::make_unique<RowsAsTheyAre>(FileRows(lines_of(later), stats)),
          options, sort, stats);
      return stats;
    } catch (const RowsOutOfOrder&) {
      later.begin_again();
    }
  }
  CaptureStats stats;
  auto lines = std::make_unique<RowLines>(FileRows(lines_of(later), stats));
  count_versions(
      std::make_unique<SortedRows>(lines::sort_lines(std::move(lines), sort)),
      options, sort, stats);
  return stats;
}

}  // namespace

CaptureStats capture_stats(std::vector<std::string> paths,
                           const StatsOptions& options, ProblemSink& problems) {
  return stats_of(
      [&](ProblemSink& sink) {
        return std::make_unique<LinesOfFiles>(paths, options, sink);
      },
      can_be_read_again(paths), options, problems);
}

CaptureStats capture_stats(
    const std::vector<std::unique_ptr<Searchable>>& files,
    const StatsOptions& options, ProblemSink& problems) {
  return stats_of(
      [&](ProblemSink& sink) {
        return std::make_unique<LinesOfSearch>(files, options, sink);
      },
      true, options, problems);
}

}  // namespace wax::cdx
