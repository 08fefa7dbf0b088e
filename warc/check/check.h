// Checks whether records of an archive are what they state; findings as JSON.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "io/output.h"
#include "io/problem.h"
#include "warc/check/block_check.h"
#include "warc/check/header_rules.h"

namespace wax::warc {

struct CheckOptions {
  bool digests = true;
  // Dates after this one, or before 1990, are implausible; 14 digits.
  std::string latest_date = "99991231235959";
  // Called with the bytes read so far, between records; may throw.
  std::function<void(uint64_t)> progress;
  size_t most_ids = SIZE_MAX;  // FileIds::most
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
// - blocks and their digests, as BlockCheck reports them;
// - headers, as check_header() reports them. WARC: fields that a type needs or
//   may not have, fields that occur twice, dates, record ids, URIs, media
//   types, segments, revisit profiles; ARC: version block, dates, URLs, media
//   types.
// RecordIds checks the references between records. Severity::kNote is for
// breaches of the standard that do no harm.
//
// Memory: that of Reader and of FileIds. Throws IoError.
[[nodiscard]] CheckReport check_archive(const std::string& path,
                                        const CheckOptions& options,
                                        ProblemSink& problems);

// Writes one object per file, each on one line:
//   {"file":"a.warc.gz","findings":[{"offset":0,"severity":"lost","id":"...",
//    "text":"..."},...],"format":"warc","records":3,"intact":2,
//    "blockDigests":{"stated":2,...},"payloadDigests":{...},"clean":false}
// Findings are written as they come. A file is clean when it has only notes.
class CheckJson {
 public:
  // `output` must outlive it.
  explicit CheckJson(io::Output& output) : output_(&output) {}

  // Does nothing while the object of a file is open.
  void begin(const std::string& file);
  // Begins an object of the problem's file when none is open.
  void add(const Problem& problem);
  void end(const CheckReport& report);

 private:
  io::Output* output_;
  std::string line_;
  bool open_ = false;
  bool any_ = false;  // finding of this file
  bool clean_ = true;
};

}  // namespace wax::warc
