// Archive files recompressed, record by record.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "io/compressor.h"
#include "io/output.h"
#include "io/problem.h"

namespace wax::warc {

struct RecompressOptions {
  io::Compression compression = io::Compression::kGzip;
  int level = 0;         // as io::Compressor takes it
  bool to_warc = false;  // records of an ARC file, as ArcToWarc does it
  std::string date;      // WARC-Date of ARC records without one (ArcToWarc)
  // zstd: train a dictionary on the front of the file, which is read twice for
  // it, and put it in front of the output. Too few records give none.
  bool dictionary = false;
  size_t jobs = 1;  // threads that compress; the bytes are always the same
  // Leave damaged records out and keep all others, instead of refusing the
  // file.
  bool repair = false;
  std::string software;  // for a warcinfo record
  // Called with the bytes read so far, between records; may throw.
  std::function<void(uint64_t)> progress;

  // Throws UsageError when options contradict each other, or `date` is none.
  void check() const;
};

struct RecompressCounts {
  uint64_t read = 0;      // records
  uint64_t written = 0;   // records; a warcinfo record made here is none
  uint64_t dropped = 0;   // records that are damaged or lack a date
  uint64_t repaired = 0;  // of those written, with another length
  uint64_t bytes_in = 0;
  uint64_t bytes_out = 0;

  RecompressCounts& operator+=(const RecompressCounts& other);
};

// Reads `path` ("-": standard input) and writes each record as a member of its
// own. Headers and blocks are copied byte for byte, unless an ARC record
// becomes a WARC record; behind a block stand the two line ends of WARC or the
// one of ARC, whatever stood there.
//
// A file with damage is refused: FormatError, and the output is of no use. With
// `repair` every record that is whole is written, also one whose member fails
// its checksum (reported as "gzip-bad-checksum"); all others are reported as
// lost, by the reader, and dropped. A file of no record at all is refused
// always. A record of a wrong length whose true end is plain, as a closing
// blank line and then the next header are there, or it fills a member of its
// own, is kept by `repair` with the length corrected (repair_length()), and so
// is one whose block overlaps the record trailer (overlaps_record_trailer()).
// `new_name` is the output's, for a warcinfo record.
//
// Memory: that of Reader and Writer, with `dictionary` 64 MiB more; with
// `to_warc` or `repair` also io::Spool, which holds one record. Throws IoError.
[[nodiscard]] RecompressCounts recompress(const std::string& path,
                                          const std::string& new_name,
                                          io::Output& output,
                                          const RecompressOptions& options,
                                          ProblemSink& problems);

// The name of the file that `path` is recompressed into: its last part, with
// the endings that fit. "a.arc.gz" becomes "a.arc.zst", or "a.warc.zst" with
// `to_warc`; "-" counts as "stdin.warc".
[[nodiscard]] std::string recompressed_name(const std::string& path,
                                            const RecompressOptions& options);

// The files of `folder` that `paths` are recompressed into, one for each, so
// named. Throws UsageError when two would be one.
[[nodiscard]] std::vector<std::string> recompressed_files(
    const std::vector<std::string>& paths, const std::string& folder,
    const RecompressOptions& options);

}  // namespace wax::warc
