#include "cdx/dedup/versions.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "cdx/files/open_cdx.h"
#include "cdx/format/capture.h"
#include "cdx/format/line_fields.h"
#include "cdx/format/list_lines.h"
#include "io/error.h"
#include "lines/merge.h"
#include "lines/sort_chunk.h"
#include "text/ascii.h"
#include "text/number.h"
#include "warc/http/media_type.h"
#include "warc/record/date.h"
#include "warc/record/digest.h"

namespace wax::cdx {
namespace {

// What a version line is made of. The views hold until the next capture.
struct VersionFields {
  std::string_view urlkey;
  std::string_view date;
  std::string_view digest;
  CaptureRank rank = CaptureRank::kIntact;
};

// Which fields are read, and where LineFields has them.
struct ReadFields {
  static constexpr size_t kKey = 0;
  static constexpr size_t kDate = 1;
  static constexpr size_t kDigest = 2;
  static constexpr size_t kMime = 3;
  LineFormat format;
  std::vector<std::string> names = {"urlkey", "timestamp", "digest", "mime"};
  size_t filename = 0;  // 0: not read
  size_t offset = 0;
  size_t status = 0;
  size_t url = 0;

  ReadFields(LineFormat of_file, const Ranking* ranking, bool places)
      : format(std::move(of_file)) {
    bool damaged = ranking != nullptr && ranking->damaged != nullptr;
    bool rules = ranking != nullptr && ranking->rules != nullptr;
    if (format.is_cdx9() || damaged || places) filename = add("filename");
    if (damaged || places) offset = add("offset");
    if (rules) status = add("status");
    if (rules) url = add("url");
  }

 private:
  size_t add(const char* name) {
    names.emplace_back(name);
    return names.size() - 1;
  }
};

LineFormat version_format(const CdxLines& file) {
  LineFormat format = LineFormat::of(file);
  if (!format.json) {
    const Legend& legend = format.legend;
    bool has_key = legend.key_column() >= 0 || legend.column('a') >= 0;
    if (!has_key || legend.column('b') < 0 || legend.column('k') < 0) {
      throw lines::LineError(
          file.name(), 1,
          "the CDX header has no column for the URL key (N) or URL "
          "(a), the date (b) or the digest (k)");
    }
  }
  return format;
}

LineFields line_fields(const ReadFields& read, UrlKeyKind kind,
                       const std::string& file) {
  LineFields fields(read.names, kind);
  fields.allow_missing();
  fields.stop_when_found();
  fields.begin(read.format, file);
  return fields;
}

// What the rules say of lines, remembered for the few combinations of values
// that most lines have.
class LineJudge {
 public:
  explicit LineJudge(const ImportRules& rules) : rules_(&rules) {}

  // No value is empty: "-" stands for a missing one.
  Verdict operator()(std::string_view url, std::string_view status,
                     std::string_view mime) {
    bool is_http = url.starts_with("http:");
    std::string_view scheme =
        is_http ? "http:" : url.substr(0, url.find_first_of(":/?#") + 1);
    if (scheme.size() + mime.size() + status.size() > kMostKnown) {
      return judge(scheme, status, mime);
    }
    std::string_view text(mime.data(), mime.size() + 1 + status.size());
    // In a line of columns they stand side by side.
    if (mime.data() + mime.size() + 1 != status.data()) {
      joined_.assign(mime).append(" ").append(status);
      text = joined_;
    }
    auto at = [&](size_t i) {
      return static_cast<size_t>(static_cast<unsigned char>(text[i]));
    };
    size_t hash = scheme.size() + text.size() * 7 + at(text.size() - 1) * 5 +
                  at(text.size() / 2) * 11 + at(mime.size() - 1) * 3;
    Known& known = known_[hash % known_.size()];
    if (known.text != text || known.is_http != is_http ||
        (!is_http && known.scheme != scheme)) {
      known.text = text;
      known.is_http = is_http;
      known.scheme = scheme;
      known.verdict = judge(scheme, status, mime);
    }
    return known.verdict;
  }

 private:
  static constexpr size_t kMostKnown = 200;
  struct Known {
    std::string text;  // type and status; empty: nothing is known
    bool is_http = false;
    std::string scheme;
    Verdict verdict = Verdict::kTaken;
  };

  Verdict judge(std::string_view scheme, std::string_view status,
                std::string_view mime) {
    // The type that import sees: lines have spaces and controls escaped.
    std::string type;
    for (size_t i = 0; i < mime.size(); ++i) {
      int high = mime[i] == '%' && i + 2 < mime.size()
                     ? text::hex_value(mime[i + 1])
                     : -1;
      int low = high < 0 ? -1 : text::hex_value(mime[i + 2]);
      if (low >= 0 &&
          text::is_control_or_space(static_cast<char>(high * 16 + low))) {
        i += 2;
      } else {
        type += mime[i];
      }
    }
    return rules_->judge({CaptureFacts::Record::kUnknown, scheme, status,
                          warc::bare_type(type)});
  }

  const ImportRules* rules_;
  std::array<Known, 256> known_;
  std::string joined_;
};

// The captures of one file that are of the kind asked for, in its order.
class VersionReader {
 public:
  VersionReader(std::unique_ptr<CdxLines> file, const VersionOptions& options,
                VersionCounts& counts, ProblemSink& problems)
      : file_(std::move(file)),
        read_(version_format(*file_), options.ranking, options.places),
        fields_(line_fields(read_, options.url_key, file_->name())),
        ranking_(options.ranking),
        kind_(options.kind),
        places_(options.places),
        checked_(!options.unsorted),
        counts_(&counts),
        problems_(&problems),
        keys_(options.keys) {
    if (options.identity != nullptr) {
      options.identity->check(file_->identity(), file_->name());
    }
    const LineFormat& format = fields_.format();
    separated_by_spaces_ = !format.json && format.legend.delimiter == ' ';
    if (ranking_ != nullptr) {
      batch_ = batch_digits(options.batch);
      if (ranking_->rules != nullptr) judge_.emplace(*ranking_->rules);
    }
  }

  [[nodiscard]] const std::string& name() const { return file_->name(); }
  // Whether the lines of a sorted file are ordered by key.
  [[nodiscard]] bool ordered_by_key() const {
    const LineFormat& format = fields_.format();
    return format.json || format.legend.key_column() == 0;
  }

  // "digest date14", or what is there of it in a ranked line.
  void append_version(const VersionFields& version, std::string& out) const {
    warc::append_normal_digest(version.digest, out);
    out += ' ';
    if (ranking_ != nullptr) {
      out += static_cast<char>(version.rank);
      out += batch_;
    }
    out += version.date;
    if (!places_) return;
    std::string_view offset = fields_[read_.offset];
    std::string_view filename = fields_[read_.filename];
    if (offset == "-" || filename == "-") return;
    std::string name;
    append_column(filename, ' ', name);
    append_place(kind_ == CaptureKind::kRevisit ? "revisit" : "capture", offset,
                 name, out);
  }

  bool next(VersionFields& version) {
    std::string_view line;
    while (file_->next(line)) {
      if (checked_) check_order(line);
      LineFields::Line kind = fields_.read(line);
      if (kind == LineFields::Line::kMetadata) continue;
      ++counts_->lines;
      if (kind == LineFields::Line::kBad) {
        report_bad(fields_.problem());
      } else if (read_version(version)) {
        return true;
      }
    }
    return false;
  }

 private:
  void check_order(std::string_view line) {
    if (line < before_) {
      throw lines::LineError(
          file_->name(), file_->line_number(),
          "smaller than the line before it; the input is not "
          "sorted in byte order (--unsorted sorts it "
          "first)");
    }
    before_.assign(line);
  }

  [[nodiscard]] bool is_revisit() const {
    return fields_.format().is_revisit(
        fields_[ReadFields::kMime],
        read_.filename != 0 ? fields_.as_written(read_.filename) : "");
  }

  // False for a capture that is not listed, which is counted or reported.
  bool read_version(VersionFields& version) {
    version = {fields_[ReadFields::kKey], fields_[ReadFields::kDate],
               fields_[ReadFields::kDigest]};
    if (!separated_by_spaces_ && !fits_version_line(version)) return false;
    if (version.urlkey == "-") {
      report_bad(kNoUrlKey);
      return false;
    }
    if (!warc::is_date14(version.date)) {
      ++counts_->without_date;
      if (gives_all() || is_revisit() == (kind_ == CaptureKind::kRevisit)) {
        report(Severity::kWarning, "cdx-no-date", "no 14-digit date");
      }
      return false;
    }
    if (keys_ != nullptr && keys_->check(version.urlkey, file_->name())) {
      keys_ = nullptr;
    }
    if (version.digest == "-") {
      ++counts_->without_digest;
      return false;
    }
    bool revisit = is_revisit();
    ++(revisit ? counts_->revisits : counts_->captures);
    if (revisit && gives_all()) {
      version.rank = CaptureRank::kRevisit;
      return true;
    }
    if (revisit != (kind_ == CaptureKind::kRevisit)) return false;
    if (ranking_ == nullptr || set_rank(version)) return true;
    ++counts_->not_taken;
    version.rank = CaptureRank::kNotTaken;
    return ranking_->all_captures;
  }

  [[nodiscard]] bool gives_all() const {
    return ranking_ != nullptr && ranking_->all_captures;
  }

  // False when import does not take the capture.
  bool set_rank(VersionFields& version) {
    Verdict verdict = Verdict::kTaken;
    if (judge_) {
      verdict = (*judge_)(fields_[read_.url], fields_[read_.status],
                          fields_[ReadFields::kMime]);
    }
    bool certain = verdict == Verdict::kTaken;
    if (!certain && verdict != Verdict::kUncertain) return false;
    if (ranking_->damaged != nullptr && is_damaged(version)) {
      version.rank =
          certain ? CaptureRank::kDamaged : CaptureRank::kDamagedUncertain;
    } else {
      version.rank = !certain ? CaptureRank::kUncertain
                     : is_media(fields_[ReadFields::kMime])
                         ? CaptureRank::kMedia
                         : CaptureRank::kIntact;
    }
    return true;
  }

  static bool is_media(std::string_view mime) {
    return mime.starts_with("image/") || mime.starts_with("audio/") ||
           mime.starts_with("video/");
  }

  bool is_damaged(const VersionFields& version) {
    std::string_view filename = fields_[read_.filename];
    if (!separated_by_spaces_) {
      filename_.clear();
      append_column(filename, ' ', filename_);
      filename = filename_;
    }
    return ranking_->damaged->contains(
        {filename, fields_[read_.offset], version.urlkey, version.date});
  }

  // The fields of a version line are separated by spaces.
  bool fits_version_line(VersionFields& version) {
    auto is_space = [](char c) {
      return text::is_one_of(c, text::kWhiteSpace);
    };
    if (std::any_of(version.digest.begin(), version.digest.end(), is_space)) {
      version.digest = "-";
    }
    if (version.urlkey.find(' ') == version.urlkey.npos) return true;
    report_bad("a space in the URL key");
    return false;
  }

  void report_bad(std::string_view problem) {
    ++counts_->bad;
    report(Severity::kLost, "cdx-bad-line", problem);
  }

  void report(Severity severity, const char* id, std::string_view problem) {
    problems_->report({severity, id, file_->name(), std::nullopt,
                       "line " + std::to_string(file_->line_number()) + ": " +
                           std::string(problem)});
  }

  std::unique_ptr<CdxLines> file_;
  ReadFields read_;
  LineFields fields_;
  const Ranking* ranking_;
  std::string batch_;  // of ranked lines
  std::optional<LineJudge> judge_;
  std::string filename_;
  bool separated_by_spaces_;
  CaptureKind kind_;
  bool places_;
  bool checked_;
  VersionCounts* counts_;
  ProblemSink* problems_;
  OneKeyKind* keys_;
  std::string before_;
};

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
