// Archive files recompressed, record by record; lengths that are repaired.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/compress/compressor.h"
#include "io/output.h"
#include "io/problem.h"
#include "io/spool.h"
#include "warc/record/record.h"
#include "warc/writer/segments.h"

namespace wax::warc {

struct RecompressOptions {
  io::Compression compression = io::Compression::kGzip;
  int level = 0;         // as io::Compressor takes it
  bool to_warc = false;  // records of an ARC file, as ArcToWarc does it
  std::string date;      // WARC-Date of ARC records without one (ArcToWarc)
  // zstd: trains a dictionary on the beginning of the file, which is then read
  // twice, and puts it in front of the output. Too few records give none.
  bool dictionary = false;
  size_t jobs = 1;  // threads that compress; the bytes are always the same
  // Leaves damaged records out and keeps all others, instead of refusing the
  // file.
  bool repair = false;
  // Puts segmented records together that it knows, which have been matched;
  // null: none. It must outlive the call.
  const SegmentedRecords* segments = nullptr;
  std::string software;  // for a warcinfo record
  // Called with the bytes read so far, between records; may throw.
  std::function<void(uint64_t)> progress;

  // Throws UsageError when options contradict each other, or `date` is not a
  // date.
  void check() const;
};

struct RecompressCounts {
  uint64_t read = 0;            // records
  uint64_t written = 0;         // records, without a warcinfo record made here
  uint64_t dropped = 0;         // records that are damaged or lack a date
  uint64_t repaired = 0;        // of those written, with another length
  uint64_t joined = 0;          // of those written, of several segments
  uint64_t later_segments = 0;  // not written: they are parts of those joined
  uint64_t bytes_in = 0;
  uint64_t bytes_out = 0;

  RecompressCounts& operator+=(const RecompressCounts& other);
};

// Reads `path` ("-": standard input) and writes each record as a member of its
// own. Headers and blocks are copied byte for byte, unless an ARC record
// becomes a WARC record; after a block come the two line ends of WARC or the
// one of ARC, whatever the input has there.
//
// A damaged file is refused with FormatError; the output is then unusable. With
// `repair` every record that is whole is written, also one whose member fails
// its checksum (reported as "gzip-bad-checksum"). The reader reports all others
// as lost, and they are dropped. A file without any record is always refused;
// one of which all records are later segments gives none.
//
// `repair` corrects a wrong length where the true end of the record is certain:
// a record trailer and the next header follow, or the record fills a member of
// its own (repair_length()), or the block overlaps the record trailer
// (overlaps_record_trailer()). `new_name` is the name of the output, for a
// warcinfo record.
//
// Memory: that of Reader and Writer, with `dictionary` 64 MiB more; with
// `to_warc`, `repair` or `segments` also io::Spool, which holds one record, and
// with `segments` that of RecordAccess. Throws IoError.
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

// The files of `folder` that `paths` are recompressed into, in the same order,
// named so. Throws UsageError when two of them have the same name.
[[nodiscard]] std::vector<std::string> recompressed_files(
    const std::vector<std::string>& paths, const std::string& folder,
    const RecompressOptions& options);

struct RepairedLength {
  std::string
      header;  // as stored, but with the true length and no wrong digest
  uint64_t length = 0;  // of the block, which begins the bytes
  std::string text;     // what was done, for people
};

// `bytes` holds what lies between the header and the next record (or the end of
// the member). The block is these bytes without the record trailer (CRLF CRLF,
// LF LF; of ARC: LF). Without a trailer the end is uncertain, and the result is
// empty; but with `sure` all bytes are then the block. Only the first `size`
// bytes count. A block or payload digest that does not match the block is left
// out of the header.
[[nodiscard]] std::optional<RepairedLength> repair_length(const Record& record,
                                                          io::Spool& bytes,
                                                          uint64_t size,
                                                          bool sure = false);

// Whether the length that a WARC record states, `stated`, includes bytes of its
// trailer (CRLF CRLF); the first `size` of `bytes` then end with these. True
// for 1 to 3 bytes, unless a digest or an HTTP Content-Length shows that
// `stated` is right. True for 4 bytes only if a digest shows that it is too
// large, because the block itself may end with CRLF CRLF.
[[nodiscard]] bool overlaps_record_trailer(const Record& record,
                                           io::Spool& bytes, uint64_t size,
                                           uint64_t stated);

}  // namespace wax::warc
