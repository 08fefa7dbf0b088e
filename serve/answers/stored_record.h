// Records in archives, by URL and date of their captures. Any number of threads
// may open them; what was opened is for one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "io/byte_source.h"
#include "io/problem.h"
#include "serve/answers/holdings.h"
#include "serve/answers/open_cdx.h"
#include "warc/http/http.h"
#include "warc/reader/reader.h"
#include "warc/reader/record_access.h"

namespace wax::serve {

// Where the record of a capture is.
struct StoredCapture {
  std::string date;
  std::string url;
  std::string mime;
  std::string filename;
  uint64_t offset = 0;
  bool stored = false;  // the line names a record
};

// Tells Holdings::report the first problem of a record; notes are left out.
class RecordProblems final : public ProblemSink {
 public:
  explicit RecordProblems(const Holdings& holdings) : holdings_(holdings) {}
  void report(Problem problem) override;

 private:
  const Holdings& holdings_;
  bool reported_ = false;
};

// A record that is being read.
struct OpenRecord {
  explicit OpenRecord(const Holdings& holdings)
      : problems(holdings), access(problems, 1) {}

  RecordProblems problems;
  warc::RecordAccess access;
  warc::Record record;
  std::string head_bytes;
  warc::HttpHead head;
  std::unique_ptr<io::ByteSource> decoded;
};

// The capture of `url` next to `date`; nothing when there is none. Throws
// UsageError for a URL without key.
[[nodiscard]] std::optional<StoredCapture> find_capture(const CdxFiles& cdx,
                                                        const std::string& url,
                                                        const std::string& date,
                                                        ProblemSink& problems);

// Where the body of a revisit is; nothing when that is not known.
[[nodiscard]] std::optional<StoredCapture> find_original(
    const CdxFiles& cdx, const StoredCapture& revisit, ProblemSink& problems);

// Null when the record cannot be had; then `why` is a sentence.
[[nodiscard]] std::shared_ptr<OpenRecord> open_record(
    const Holdings& holdings, const StoredCapture& capture, std::string& why);

}  // namespace wax::serve
