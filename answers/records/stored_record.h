// Records in archives, by URL and date of their captures. Any number of threads
// may open them; what was opened is for one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/shown/holdings.h"
#include "answers/shown/open_cdx.h"
#include "answers/shown/url_capture.h"
#include "cdx/lookup/lookup_options.h"
#include "cdx/lookup/row.h"
#include "cdx/url/url_key.h"
#include "io/byte_source.h"
#include "io/problem.h"
#include "lines/line_stream.h"
#include "warc/http/http.h"
#include "warc/reader/reader.h"
#include "warc/reader/record_access.h"

namespace wax::answers {

// Where the records of captures are: in archives here, or with the servers of
// shards. The holdings outlive it.
struct RecordSource {
  RecordSource(const Holdings& all) : holdings(&all) {}  // NOLINT
  RecordSource(const Holdings& all, const Generation& generation)
      : holdings(&all), shards(generation.shards) {}
  RecordSource(const Holdings& all, const CdxFiles& cdx);

  const Holdings* holdings;
  std::shared_ptr<ShardSession> shards = nullptr;  // null: they are here
};

// Tells Holdings::report the first problem of a record; notes are left out.
class RecordReport final : public ProblemSink {
 public:
  explicit RecordReport(const Holdings& holdings) : holdings_(holdings) {}
  void report(Problem problem) override;
  // Whether one says more than that there is no record.
  [[nodiscard]] bool is_damaged() const { return damaged_; }

 private:
  const Holdings& holdings_;
  bool reported_ = false;
  bool damaged_ = false;
};

// Why a record cannot be had: a sentence. It is not there, or it is, but
// damaged or cut short.
struct RecordFailure {
  std::string text;
  bool damaged = false;
};
// Throws BadArchive or NotFound.
[[noreturn]] void throw_failure(const RecordFailure& why);

// A record that is being read.
struct OpenRecord {
  explicit OpenRecord(const Holdings& holdings)
      : problems(holdings), access(problems, 1) {}

  // After the body: throws BadArchive when the archive has not all of the
  // record.
  void check_whole();

  RecordReport problems;
  warc::RecordAccess access;
  warc::Reader* reader = nullptr;  // of `access`, or `sent`
  std::string filename;            // of the archive, as the index names it
  std::string path;                // of that archive
  warc::Record record;
  bool is_of_arc = false;  // as it is stored
  // For a record that a shard has sent: what RecordCopies::copy_copied()
  // copies, and the place of the record in it. Else null.
  std::unique_ptr<warc::ArchiveReader> sent;
  uint64_t sent_offset = 0;
  std::string head_bytes;
  warc::HttpHead head;
  std::unique_ptr<io::ByteSource> decoded;
  // The revisit that has this body, with its own head; null: no revisit.
  std::shared_ptr<const OpenRecord> revisit;
};

// Captures that a look-up finds, in its order; of exactly `url`, unless the
// options have another match. Their fields are read after those of a capture.
class FoundCaptures {
 public:
  // The files and the sink outlive it. Throws as cdx::lookup_range().
  FoundCaptures(const Searchables& files, const std::string& url,
                cdx::LookupOptions options, ProblemSink& problems);

  [[nodiscard]] bool next(UrlCapture& capture);
  [[nodiscard]] const cdx::Row& row() const { return row_; }

 private:
  static std::vector<std::string> completed(const std::string& url,
                                            cdx::LookupOptions& options);

  cdx::Row row_;
  std::unique_ptr<lines::LineStream> lines_;
};

// Which of the captures of a URL is wanted. A whole answer of its server is
// none of these: the answer that nothing has changed (304); a part of a body
// (206); a 200 without a body, as HEAD is answered; a record of what a crawler
// noted (metadata) or made of it (conversion).
enum class Wanted {
  kRecord,  // the nearest
  kBody,  // the one of the second that is named, unless it is a 304 (of several
          // of its URL, a whole one);
          // else the nearest whole answer, or the nearest when none is whole
  kWhole,  // the nearest whole answer, or the nearest when none is whole
};

// Finds the capture of `url` next to `date`, which has up to 14 digits
// (LookupOptions::asked_url). Looks only at what the files show, so not at
// blocked captures. A URL without key is looked for as it is, escaped or not.
// Nothing when the URL has no capture, and for an empty URL. `from` tells what
// records without a status are; where it cannot, they are whole answers.
[[nodiscard]] std::optional<UrlCapture> find_capture(
    const RecordSource& from, const Searchables& files, cdx::UrlKeyKind url_key,
    const std::string& url, std::string_view date, Wanted wanted,
    ProblemSink& problems);

// Throws UsageError for a date that people cannot give (warc::is_given_date()),
// unless it is that of the capture that was found: links have the dates of the
// data. An empty one asks for none.
void check_asked_date(std::string_view date,
                      const std::optional<UrlCapture>& found);

// Looks for captures by their digests alone. An object is for one answer.
struct DigestSearch {
  // Their full texts know the URLs of a digest; null ones are none.
  std::vector<std::shared_ptr<const Generation>> generations;
  // The most lines of CDX files that may still be read for digests that no full
  // text has; also at most CollectionAnswers::most_lines().
  uint64_t lines = 5'000'000;
};

// The capture that has the body of a revisit: the first one before it of its
// URL key with its digest; else the one that its record refers to, if it has
// its digest, or without a digest, the date that the record gives; else any
// with its digest. Of a 304 that gives neither it is the last whole answer of
// its URL key before it, but not where captures may be hidden. Nothing when
// `files` do not have it.
[[nodiscard]] std::optional<UrlCapture> find_original(
    const RecordSource& from, const Searchables& files, cdx::UrlKeyKind url_key,
    const UrlCapture& revisit, DigestSearch& digests, ProblemSink& problems);

// The same without the one of its URL key.
[[nodiscard]] std::optional<UrlCapture> original_elsewhere(
    const RecordSource& from, const Searchables& files, cdx::UrlKeyKind url_key,
    const UrlCapture& revisit, DigestSearch& digests, ProblemSink& problems);

// The record of the capture (cdx::is_record_of()), from whichever archive of
// its name has it, or whichever shard. Null when it cannot be had; then `why`
// says why.
[[nodiscard]] std::shared_ptr<OpenRecord> open_record(const RecordSource& from,
                                                      const UrlCapture& capture,
                                                      RecordFailure& why);

// The same; when that record cannot be had, the record of a copy: of another
// capture of the URL with the same second and digest, such as one in an archive
// that was kept twice. `files` and `url_key` are as for find_capture().
[[nodiscard]] std::shared_ptr<OpenRecord> open_record_or_copy(
    const RecordSource& from, const Searchables& files, cdx::UrlKeyKind url_key,
    const UrlCapture& capture, RecordFailure& why);

}  // namespace wax::answers
