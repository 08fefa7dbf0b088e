// Record checks: whether an archive is what it says.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "io/problem.h"
#include "warc/check/record_ids.h"

namespace wax::warc {

struct CheckOptions {
  bool digests = true;
  // Dates after this one, or before 1990, are implausible; 14 digits.
  std::string latest_date = "99991231235959";
  // Called with the bytes read so far, between records; may throw.
  std::function<void(uint64_t)> progress;
  size_t most_ids = SIZE_MAX;  // FileIds::most
};

// What became of the digests that records state.
struct DigestCounts {
  uint64_t stated = 0;
  uint64_t mismatched = 0;
  // Of a revisit (the payload is elsewhere), a segment, a damaged record, or
  // by an algorithm that is not known.
  uint64_t unchecked = 0;
  // Which bytes a payload digest holds over. Without chunks two conventions
  // are one.
  uint64_t stored = 0;     // behind the HTTP head, with the chunks' framing
  uint64_t dechunked = 0;  // the same without the framing, as WARC 1.1 has it
  uint64_t either = 0;     // behind the head, and there are no chunks
  // The whole block: a record that is no HTTP message, or a block digest.
  uint64_t whole_block = 0;

  DigestCounts& operator+=(const DigestCounts& other);
};

struct CheckReport {
  std::string_view format;  // "warc", "arc", or empty when there is no record
  uint64_t records = 0;
  uint64_t intact = 0;  // records that are all there and undamaged
  uint64_t bytes = 0;   // of the file as stored
  DigestCounts block;
  DigestCounts payload;
  // Ids of records and what refers to them, for RecordIds.
  FileIds ids;

  // Adds the numbers.
  CheckReport& operator+=(const CheckReport& other);
};

// Reads `path` ("-": standard input) once and reports what is wrong:
// - framing, lengths and compression, as Reader reports them;
// - digests: "warc-block-digest-mismatch", "warc-payload-digest-mismatch" (over
//   none of the conventions above), and "warc-bad-digest" (not readable);
// - WARC headers: fields that a type needs or may not have, fields that stand
//   twice, dates, record ids, URIs, media types, segments, revisit profiles;
// - ARC: version block, dates, URLs, media types.
// References between records are left to RecordIds. Severity::kNote is for what
// the standard forbids but nobody trips over.
//
// Memory: that of Reader, and of FileIds. Nothing is hashed that no digest is
// stated of; a chunked payload is hashed in both conventions, as the file is
// read once. Throws IoError.
[[nodiscard]] CheckReport check_archive(const std::string& path,
                                        const CheckOptions& options,
                                        ProblemSink& problems);

}  // namespace wax::warc
