// Archives to a segment.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/dedup/import_rules.h"
#include "cdx/profile/profile.h"
#include "cdx/url/url_key.h"
#include "index/import/exclusion_list.h"
#include "index/import/import_stats.h"
#include "index/segment/segment.h"
#include "io/error.h"
#include "io/problem.h"
#include "warc/reader/reader.h"

namespace wax::index {

struct ImportOptions {
  // Says what a record's URL, date, media type and digest are: the same as in
  // the lines of wax-warc-indexer with this profile.
  const cdx::Profile* profile = cdx::profile("pywb");
  cdx::UrlKeyKind url_key = cdx::UrlKeyKind::kSurt;
  // Those by which the exclusion lists were made.
  cdx::ImportRules rules;
  // No more than so many bytes of a block are kept, and of a body read.
  uint64_t max_body = uint64_t{16} << 20;
  unsigned jobs = 1;                    // threads, with the caller's
  ExclusionList* exclusions = nullptr;  // sealed; may be null
};

// Records become documents in the order of the archives, whatever the number of
// threads. Responses (their HTTP status allowing), resources and conversions of
// the chosen types are documents; of revisit records the date is kept in the
// segment; others are counted by type. A capture that is skipped though others
// are excluded because of it is reported as lost ("excluded-original").
// Memory: some batches of 1 MiB, and max_body for each thread.
class Importer {
 public:
  // All that is named outlives the importer.
  Importer(const ImportOptions& options, SegmentWriter& writer,
           ProblemSink& problems);
  ~Importer();
  Importer(const Importer&) = delete;
  Importer& operator=(const Importer&) = delete;

  // Where the readers given to import_archive() report, so that what they lose
  // is counted in ImportStats::failed; to be used by the importer's thread.
  [[nodiscard]] ProblemSink& problems();

  // Imports one archive. `path` is what problems name, its last component what
  // documents do. `progress` is told the compressed bytes done now and then.
  // Where reading breaks off, that is reported ("unreadable-archive"), and what
  // was read before is imported all the same. Throws IoError when the segment
  // cannot be written.
  void import_archive(std::unique_ptr<warc::Reader> reader,
                      const std::string& path, const std::string& collection,
                      const std::function<void(uint64_t)>& progress = {});

  // Reports and counts an archive that could not be opened.
  void unreadable(const std::string& path, const IoError& error);
  // Waits for all documents to be written. Call once, last.
  [[nodiscard]] ImportStats finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wax::index
