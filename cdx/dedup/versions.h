// The versions of each URL that were captured, from which duplicate lists and
// date lists are made.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cdx/dedup/damaged_places.h"
#include "cdx/dedup/import_rules.h"
#include "cdx/format/cdx_lines.h"
#include "cdx/format/identity_line.h"
#include "cdx/url/url_key.h"
#include "io/problem.h"
#include "lines/line_stream.h"
#include "lines/sort.h"

namespace wax::cdx {

enum class CaptureKind { kWithBody, kRevisit };

// How well a capture can represent its version, worst first. A capture that is
// not certain is one whose line does not tell whether import takes it. A page
// that a server once called an image would be a document without text.
enum class CaptureRank : char {
  kDamagedUncertain = '0',
  kDamaged = '1',
  kUncertain = '2',
  kMedia = '3',  // intact; an image, audio or video, as the line says
  kIntact = '4',
  // Captures that are no version: lines of Ranking::all_captures.
  kRevisit = 'r',
  kNotTaken = 'x',
};

struct Ranking {
  const ImportRules* rules = nullptr;      // null: import takes every capture
  const DamagedPlaces* damaged = nullptr;  // null: no record is damaged
  // Also gives revisits, and captures that import does not take.
  bool all_captures = false;
};

struct VersionOptions {
  CaptureKind kind = CaptureKind::kWithBody;
  // Makes ranked lines (below), without captures that import does not take. It
  // outlives the stream.
  const Ranking* ranking = nullptr;
  uint32_t batch = 0;  // of ranked lines; less than kMostBatches
  // Whoever listed the captures has warned of dates that cannot be read.
  bool dates_are_told = false;
  // Lines that are not ranked have the columns of a place (list_lines.h)
  // after the date, where the file tells it.
  bool places = false;
  // The file is not sorted, or not by its keys.
  bool unsorted = false;
  // For files that have no column of keys.
  UrlKeyKind url_key = UrlKeyKind::kSurt;
  lines::SortOptions sort;
  // Checks that all files have keys of one kind; may be null, else it outlives
  // the stream.
  OneKeyKind* keys = nullptr;
  // Where files must not differ in what they state; may be null, else it
  // outlives the stream. It is checked as files are opened.
  OneIdentity* identity = nullptr;
};

struct VersionCounts {
  uint64_t lines = 0;           // read, without headers and metadata
  uint64_t captures = 0;        // with a body and a digest
  uint64_t revisits = 0;        // with a digest
  uint64_t without_digest = 0;  // of either kind
  uint64_t without_date = 0;
  uint64_t not_taken = 0;  // of the captures, those that import does not take
  uint64_t bad = 0;
};

// Ranked lines are "urlkey digest RBBBBBBdate14": the rank, the batch and the
// date without spaces between. So the captures of a version are in order of
// their rank, batch and date.
inline constexpr size_t kBatchSize = 6;
inline constexpr uint32_t kMostBatches = 1'000'000;
inline constexpr size_t kRankedTail = 1 + kBatchSize + 14;
// The number in kBatchSize digits.
[[nodiscard]] std::string batch_digits(uint32_t batch);

// "urlkey digest date14" for each capture of the kind asked for that has a
// digest, in byte order, digests in their normal form; equal lines are
// kept. The file must be sorted in byte order (next() throws a LineError with
// the first line that is less than the one before it) unless `unsorted`, which
// sorts by way of options.sort. Memory, sorted: the captures of one URL key
// and no more than options.sort.memory, past which they are sorted on disk.
// A line that is not a capture is lost: it is left out and reported as
// "cdx-bad-line". A capture without a 14-digit date cannot be listed, but
// nothing of the archive is lost: it is left out, with a warning "cdx-no-date"
// if it is of the kind asked for, unless options.dates_are_told.
// Counts go up as lines are read. `counts` and `problems` must outlive the
// stream. Throws UsageError when a sorted file would not be ordered by key, or
// keys or identities differ (options.keys, options.identity).
[[nodiscard]] std::unique_ptr<lines::LineStream> version_lines(
    std::unique_ptr<CdxLines> file, const VersionOptions& options,
    VersionCounts& counts, ProblemSink& problems);

struct VersionFile {
  std::string path;    // "-" is standard input
  uint32_t batch = 0;  // instead of options.batch
  VersionCounts* counts = nullptr;
};

// The same of several files. More than kMergeFanIn are merged in steps by way
// of options.sort.tmpdir, before this returns.
[[nodiscard]] std::unique_ptr<lines::LineStream> version_lines(
    const std::vector<VersionFile>& files, const VersionOptions& options,
    ProblemSink& problems);
[[nodiscard]] std::unique_ptr<lines::LineStream> version_lines(
    const std::vector<std::string>& paths, const VersionOptions& options,
    VersionCounts& counts, ProblemSink& problems);

}  // namespace wax::cdx
