// Reads a CDX file as captures of which version lines are made.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/dedup/line_judge.h"
#include "cdx/dedup/versions.h"
#include "cdx/format/cdx_lines.h"
#include "cdx/format/line_fields.h"

namespace wax::cdx {

// What a version line is made of. The views hold until the next capture.
struct VersionFields {
  std::string_view urlkey;
  std::string_view date;
  std::string_view digest;
  CaptureRank rank = CaptureRank::kIntact;
};

// The captures of one file that are of the kind asked for, in its order. What
// is not given is counted and reported as version_lines() says. For one thread.
class VersionReader {
 public:
  // Throws LineError when the file has no column for a field of a version;
  // UsageError when options.identity differs. What `options` points to,
  // `counts` and `problems` outlive the reader.
  VersionReader(std::unique_ptr<CdxLines> file, const VersionOptions& options,
                VersionCounts& counts, ProblemSink& problems);

  [[nodiscard]] const std::string& name() const { return file_->name(); }
  // Whether the lines of a sorted file are ordered by key.
  [[nodiscard]] bool ordered_by_key() const;

  // False at the end. Throws LineError where a file that is to be sorted is
  // not.
  bool next(VersionFields& version);

  // Appends "digest date14" of the capture at hand, with its place if asked
  // for, or the form of a ranked line.
  void append_version(const VersionFields& version, std::string& out) const;

 private:
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

    ReadFields(LineFormat of_file, const Ranking* ranking, bool places);

   private:
    size_t add(const char* name);
  };

  void check_order(std::string_view line);
  [[nodiscard]] bool is_revisit() const;
  // False for a capture that is not listed, which is counted or reported.
  bool read_version(VersionFields& version);
  [[nodiscard]] bool gives_all() const {
    return ranking_ != nullptr && ranking_->all_captures;
  }
  // False when import does not take the capture.
  bool set_rank(VersionFields& version);
  bool is_damaged(const VersionFields& version);
  bool fits_version_line(VersionFields& version);
  void report_bad(std::string_view problem);
  void report(Severity severity, const char* id, std::string_view problem);

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
  bool tells_no_date_;
  std::string before_;
};

}  // namespace wax::cdx
