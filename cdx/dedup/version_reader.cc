#include "cdx/dedup/version_reader.h"

#include <algorithm>
#include <utility>

#include "cdx/format/capture.h"
#include "cdx/format/list_lines.h"
#include "io/error.h"
#include "lines/line_stream.h"
#include "text/ascii.h"
#include "warc/record/date.h"
#include "warc/record/digest.h"

namespace wax::cdx {
namespace {

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

LineFields line_fields(const std::vector<std::string>& names,
                       const LineFormat& format, UrlKeyKind kind,
                       const std::string& file) {
  LineFields fields(names, kind);
  fields.allow_missing();
  fields.stop_when_found();
  fields.begin(format, file);
  return fields;
}

bool is_media(std::string_view mime) {
  return mime.starts_with("image/") || mime.starts_with("audio/") ||
         mime.starts_with("video/");
}

}  // namespace

VersionReader::ReadFields::ReadFields(LineFormat of_file,
                                      const Ranking* ranking, bool places)
    : format(std::move(of_file)) {
  bool damaged = ranking != nullptr && ranking->damaged != nullptr;
  bool rules = ranking != nullptr && ranking->rules != nullptr;
  if (format.is_cdx9() || damaged || places) filename = add("filename");
  if (damaged || places) offset = add("offset");
  if (rules) status = add("status");
  if (rules) url = add("url");
}

size_t VersionReader::ReadFields::add(const char* name) {
  names.emplace_back(name);
  return names.size() - 1;
}

VersionReader::VersionReader(std::unique_ptr<CdxLines> file,
                             const VersionOptions& options,
                             VersionCounts& counts, ProblemSink& problems)
    : file_(std::move(file)),
      read_(version_format(*file_), options.ranking, options.places),
      fields_(line_fields(read_.names, read_.format, options.url_key,
                          file_->name())),
      ranking_(options.ranking),
      kind_(options.kind),
      places_(options.places),
      checked_(!options.unsorted),
      counts_(&counts),
      problems_(&problems),
      keys_(options.keys),
      tells_no_date_(!options.dates_are_told) {
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

bool VersionReader::ordered_by_key() const {
  const LineFormat& format = fields_.format();
  return format.json || format.legend.key_column() == 0;
}

void VersionReader::append_version(const VersionFields& version,
                                   std::string& out) const {
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

bool VersionReader::next(VersionFields& version) {
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

void VersionReader::check_order(std::string_view line) {
  if (line < before_) {
    throw lines::LineError(file_->name(), file_->line_number(),
                           "smaller than the line before it; the input is not "
                           "sorted in byte order (--unsorted sorts it "
                           "first)");
  }
  before_.assign(line);
}

bool VersionReader::is_revisit() const {
  return fields_.format().is_revisit(
      fields_[ReadFields::kMime],
      read_.filename != 0 ? fields_.as_written(read_.filename) : "");
}

bool VersionReader::read_version(VersionFields& version) {
  version = {fields_[ReadFields::kKey], fields_[ReadFields::kDate],
             fields_[ReadFields::kDigest]};
  if (!separated_by_spaces_ && !fits_version_line(version)) return false;
  if (version.urlkey == "-") {
    report_bad(kNoUrlKey);
    return false;
  }
  if (!warc::is_date14(version.date)) {
    ++counts_->without_date;
    if (tells_no_date_ &&
        (gives_all() || is_revisit() == (kind_ == CaptureKind::kRevisit))) {
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

bool VersionReader::set_rank(VersionFields& version) {
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

bool VersionReader::is_damaged(const VersionFields& version) {
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
bool VersionReader::fits_version_line(VersionFields& version) {
  auto is_space = [](char c) { return text::is_one_of(c, text::kWhiteSpace); };
  if (std::any_of(version.digest.begin(), version.digest.end(), is_space)) {
    version.digest = "-";
  }
  if (version.urlkey.find(' ') == version.urlkey.npos) return true;
  report_bad("a space in the URL key");
  return false;
}

void VersionReader::report_bad(std::string_view problem) {
  ++counts_->bad;
  report(Severity::kLost, "cdx-bad-line", problem);
}

void VersionReader::report(Severity severity, const char* id,
                           std::string_view problem) {
  problems_->report({severity, id, file_->name(), std::nullopt,
                     "line " + std::to_string(file_->line_number()) + ": " +
                         std::string(problem)});
}

}  // namespace wax::cdx
