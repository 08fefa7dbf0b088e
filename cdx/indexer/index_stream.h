// Many archive files to one stream of lines.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/files/neighbour_cdx.h"
#include "cdx/format/legend.h"
#include "cdx/indexer/indexer.h"
#include "io/byte_source.h"
#include "io/problem.h"
#include "lines/line_stream.h"
#include "warc/reader/archive_parts.h"

namespace wax::cdx {

struct ArchiveInput {
  std::string path;      // "-" is standard input
  std::string filename;  // what the lines say
};

struct IndexStreamOptions {
  IndexOptions index;
  bool cdxj = false;
  // CDXJ has these keys and no others, when there are any.
  std::vector<std::string> only_fields;
  Legend legend;  // unless cdxj
  // Takes a line (cdx/format/list_lines.h) for each capture with a body, a
  // digest and a date whose record is damaged, in the order of lines, on the
  // thread that calls next(); may be empty.
  std::function<void(std::string_view lines)> damaged;
  // Bodies that no line needs are skipped (warc::ArchiveReader::skim()), so
  // damage in them is not found.
  bool skim = false;
  // What CDX files beside the archives say of records, whose bodies are then
  // not read (Indexer::listed_in()); null: nothing. Outlives the stream.
  const NeighbourCdx* listed = nullptr;
  // The same of cdx/format/list_lines.h for each revisit without a digest
  // that names the date of its original.
  std::function<void(std::string_view lines)> references;
  // Called by the thread that calls next(), unless null, once in 4 MiB that it
  // reads and ten times a second while it waits: what it throws ends the
  // stream.
  std::function<void()> tick = nullptr;
  // Threads that read files, or parts of one, at once. Files on disk have
  // parts, unless requests are paired.
  unsigned jobs = 1;
  uint64_t part = 8 * 1024 * 1024;  // stored bytes
  // A file that cannot be read is no problem: its IoError ends the stream,
  // after the lines before it.
  bool throws_unreadable = false;
};

// The totals, which are complete when the stream has ended.
struct IndexReport {
  IndexCounts counts;
  uint64_t files = 0;
  uint64_t failed_files = 0;  // could not be opened or read to the end
};

// The lines of all inputs in their order, without header line. Lines, problems
// and their order do not depend on `jobs`. A file that cannot be read is
// reported as "unreadable-archive" and the others go on, unless
// options.throws_unreadable. Memory: a few MiB a job, and 16 MiB of lines that
// wait for their turn.
//
// `problems` and `progress` (compressed bytes done since its last call; may be
// empty) are called by the thread that calls next(). `report` and `problems`
// outlive the stream. Destroyed before its end, it ends its threads at once,
// also in the middle of a record.
[[nodiscard]] std::unique_ptr<lines::LineStream> index_archives(
    std::vector<ArchiveInput> inputs, const IndexStreamOptions& options,
    ProblemSink& problems, IndexReport& report,
    std::function<void(uint64_t)> progress = {});

// What the reader of a part of an archive knows of its ends. Readers of two
// parts, one after the other, have read all records once if the `start` of the
// second is the `next` of the first. Else one has to read both parts.
struct PartEnds {
  // Where the first record was read; nothing: no record was found.
  std::optional<uint64_t> start;
  // Where the next record begins; nothing: only this reader can go on to it.
  std::optional<uint64_t> next;
  bool at_end = false;  // the archive has no more
};

// The lines of the records that begin in a part of one archive on disk, as of
// index_archives(), for readers in several processes (warc/reader/
// archive_parts.h is for those in one). `ends` is known when the lines have
// ended; it outlives the stream. Throws UsageError for options that pair
// requests.
[[nodiscard]] std::unique_ptr<lines::LineStream> index_part(
    ArchiveInput input, const warc::ArchivePart& part,
    const IndexStreamOptions& options, ProblemSink& problems,
    IndexReport& report, PartEnds& ends,
    std::function<void(uint64_t)> progress = {});

}  // namespace wax::cdx
