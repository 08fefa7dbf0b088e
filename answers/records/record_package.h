// Records of captures as a WARC file or a WACZ, to take away. One thread at a
// time uses an object.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "answers/records/stored_record.h"
#include "answers/records/taken_captures.h"
#include "answers/shown/found_page.h"
#include "answers/shown/open_cdx.h"
#include "cdx/files/wacz_writer.h"
#include "index/store/limits.h"
#include "io/compress/compressor.h"
#include "io/inputs/wacz.h"
#include "io/output.h"
#include "warc/extract/record_copies.h"
#include "warc/writer/writer.h"

namespace wax::answers {

// What makes the files, as they name it.
inline constexpr std::string_view kSoftware = "Waxwing";

// The current date in UTC, 14 digits; or that of the environment variable
// SOURCE_DATE_EPOCH, seconds from 1970, so that packages have the same bytes
// whenever they are made. Source: reproducible-builds.org.
[[nodiscard]] std::string date_now();

struct PackageOptions {
  bool is_wacz = false;  // else a WARC file
  // Compression of a WARC file; each record is compressed by itself.
  io::Compression compression = io::Compression::kGzip;
  std::string title;        // of a WACZ
  std::string description;  // what the captures are
  std::string date;         // of the package, 14 digits; empty: date_now()
  std::string signing_key;  // of a WACZ, as cdx::WaczOptions has it
  // Takes also what pages need (each_part()), next to this date; empty: not.
  std::string parts_date;
  // For a browser that shows it at once: has also captures that are seen by
  // their URLs, but not found by searches; and records lack
  // WARC-Identified-Payload-Type, which ReplayWeb.page believes more than what
  // the server said, other than browsers do.
  bool is_replayed = false;
  // Records after so many bytes are left out, and told by missing(); 0: none.
  uint64_t most_bytes = 0;
};

// Writes the records of captures of one collection, or of all, from front to
// back. Each record comes once, even when several archives have it, with its
// requests, metadata and warcinfo record (RecordCopies), the original of a
// revisit after it (to which the revisit then refers, whichever copy it named),
// and what a page needs after the page. A revisit whose original is not here
// names the file that has it, if that is known (WARC-Refers-To-Container), and
// a WACZ requires that file; others name none. Captures that rules of access
// hide or block are not looked at. Records that are not available are told to
// the server's report, and left out. Shards are asked for the records of
// theirs, one after the other. Memory: 80 bytes a record and 40 a URL of a
// part, from the budget of the scope, and that of WaczWriter with 64 MiB for
// sorting.
class RecordPackage {
 public:
  // The scope's holdings and `output` outlive it; finishing the output is the
  // caller's task.
  RecordPackage(const Scope& scope, std::unique_ptr<TakenCaptures> captures,
                PackageOptions options, io::Output& output);

  // Writes some more; false when all is written. Throws what writes and reads
  // throw.
  [[nodiscard]] bool write_next();

  struct Counts {
    uint64_t captures = 0;
    uint64_t records = 0;    // of these, with requests and metadata
    uint64_t missing = 0;    // captures whose records are not available
    uint64_t elsewhere = 0;  // revisits whose originals are not here
    uint64_t beyond = 0;     // captures beyond most_bytes
  };
  [[nodiscard]] Counts counts() const;
  // Why records may be missing.
  [[nodiscard]] std::vector<std::string> missing() const;

 private:
  void write(const TakenCapture& taken, bool is_asked_for);
  [[nodiscard]] std::optional<warc::Extent> copied(OpenRecord& open,
                                                   const std::string& header);
  [[nodiscard]] bool has(const std::string& name) const;
  [[nodiscard]] bool is_new(const std::string& name);
  void list(const TakenCapture& taken, const warc::Extent& extent,
            bool is_asked_for);
  [[nodiscard]] std::optional<UrlCapture> original_of(
      const UrlCapture& revisit);
  // The header of a revisit that names `original`, or where that lies when it
  // is not written here: then it is emptied.
  [[nodiscard]] std::string referring(const OpenRecord& revisit,
                                      std::optional<UrlCapture>& original);
  [[nodiscard]] std::string elsewhere(const OpenRecord& revisit,
                                      std::string header,
                                      std::string_view container);
  [[nodiscard]] const std::vector<io::PackedFile>& required_by(
      const std::string& archive);
  [[nodiscard]] std::string title_of(const TakenCapture& taken);
  void want_parts(const UrlCapture& capture);
  void report_lost(const UrlCapture& capture, const std::string& why);

  Scope scope_;
  PackageOptions options_;
  RecordSource source_;
  RecordReport problems_;
  std::unique_ptr<TakenCaptures> captures_;
  std::shared_ptr<CdxFiles> cdx_;  // null: there are none
  std::vector<std::shared_ptr<const Generation>> generations_;
  std::optional<cdx::WaczWriter> wacz_;
  std::optional<warc::Writer> writer_;
  std::optional<warc::RecordCopies> copies_;
  DigestSearch digests_;
  std::deque<UrlCapture> wanted_;  // that belong to those before
  // What the full text has of the URL key of the last page.
  std::string versions_key_;
  std::vector<FoundPage> versions_;
  // What the last WACZ requires from which a revisit came.
  std::string package_;
  std::vector<io::PackedFile> required_;
  // Hashes of places and identities of records that are written, and of URLs of
  // parts.
  std::unordered_set<uint64_t> seen_;
  index::TakenMemory memory_;
  Counts counts_;
  bool is_whole_ = false;
};

}  // namespace wax::answers
