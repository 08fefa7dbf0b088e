// Records in archives, by URL and date of their captures. Any number of threads
// may open them; what was opened is for one thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/url/url_key.h"
#include "io/byte_source.h"
#include "io/problem.h"
#include "serve/answers/holdings.h"
#include "serve/answers/open_cdx.h"
#include "serve/answers/url_capture.h"
#include "warc/http/http.h"
#include "warc/reader/record_access.h"

namespace wax::serve {

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

  // After the body: throws BadArchive when the archive has not all of the
  // record.
  void check_whole();

  RecordProblems problems;
  warc::RecordAccess access;
  warc::Reader* reader = nullptr;  // of `access`
  std::string filename;            // of the archive, as the index names it
  std::string path;                // of that archive
  warc::Record record;
  std::string head_bytes;
  warc::HttpHead head;
  std::unique_ptr<io::ByteSource> decoded;
};

// The capture of `url` next to `date`, which has up to 14 digits
// (LookupOptions::asked_url). Only what the files show is looked at: those of
// blocked captures are not. Nothing when there is none. Throws UsageError for a
// URL without key.
[[nodiscard]] std::optional<UrlCapture> find_capture(const Searchables& files,
                                                     cdx::UrlKeyKind url_key,
                                                     const std::string& url,
                                                     std::string_view date,
                                                     ProblemSink& problems);

// The capture that has the body of a revisit: the first one before it of its
// URL key with its digest; else the one that its record refers to, if it has
// its digest, or without a digest, the date that the record gives. Nothing when
// `files` do not have it.
[[nodiscard]] std::optional<UrlCapture> find_original(const Holdings& holdings,
                                                      const Searchables& files,
                                                      cdx::UrlKeyKind url_key,
                                                      const UrlCapture& revisit,
                                                      ProblemSink& problems);

// The latter alone: the capture that the record of a revisit refers to.
[[nodiscard]] std::optional<UrlCapture> referred_original(
    const Holdings& holdings, const Searchables& files, cdx::UrlKeyKind url_key,
    const UrlCapture& revisit, ProblemSink& problems);

// The record of the capture (cdx::is_record_of()), from whichever archive of
// its name has it. Null when it cannot be had; then `why` is a sentence.
[[nodiscard]] std::shared_ptr<OpenRecord> open_record(const Holdings& holdings,
                                                      const UrlCapture& capture,
                                                      std::string& why);

// The header of the record without what names the original of a revisit, if
// rules of access do not let that be seen.
[[nodiscard]] std::string shown_header(
    const std::vector<std::shared_ptr<const Generation>>& generations,
    const warc::Record& record);

}  // namespace wax::serve
