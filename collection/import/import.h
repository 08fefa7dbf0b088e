// Imports archives into a segment.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/dedup/import_rules.h"
#include "cdx/profile/identity.h"
#include "collection/import/archive_list.h"
#include "collection/import/exclusion_list.h"
#include "collection/import/import_stats.h"
#include "collection/import/skipped_originals.h"
#include "collection/segment/segment.h"
#include "document/maker/document_maker.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "io/problem.h"

namespace wax::collection {

struct ImportOptions {
  // Decides a record's URL, key, date, media type and digest: the same as in
  // the lines of wax-warc-indexer with these options.
  cdx::IdentityOptions identity;
  // The rules by which the exclusion lists were made.
  cdx::ImportRules rules;
  // Pages that ask robots not to index them keep their words.
  bool ignore_robots = false;
  // At most so many bytes of a block are kept, and of a body read.
  uint64_t max_body = uint64_t{16} << 20;
  // The same of documents that are read from their end
  // (document::is_read_from_end()), which wait in temporary files.
  uint64_t max_document = document::kMaxDocument;
  std::string tmpdir;  // io::temp_folder()
  // Sets both limits (--max-body); 0: leaves them.
  void keep_of_bodies(uint64_t bytes) {
    if (bytes > 0) max_body = max_document = bytes;
  }
  // URL of a Tika server that reads documents of other types; empty: none.
  std::string tika;
  unsigned jobs = 1;  // threads
  // Stored bytes of an archive that one thread reads at a time.
  uint64_t piece = uint64_t{2} << 20;
  ExclusionList* exclusions = nullptr;  // sealed; may be null
};

// Documents that are printed instead of being written to a segment.
struct DocumentPrinter {
  // Appends what is printed of a document to `out`. In any thread. `record_id`
  // is the WARC-Record-ID of its record; empty when it has none.
  std::function<void(const document::Document& document,
                     std::string_view record_id, std::string& out)>
      print;
  // Takes what was printed of each document, in the order of the records, in
  // the importer's thread.
  std::function<void(std::string_view printed)> take;
};

// Records become documents in the order of the archives, with any number of
// threads. Documents are responses with an accepted HTTP status, resources and
// conversions, all of the chosen types. Revisit records become documents
// without text, too, from which an index takes the dates of those that have it
// and those that are known by revisits alone; they are not counted as imported.
// Other records are counted by type. A capture that is skipped
// though others are excluded because of it is reported as lost
// ("excluded-original"), and so is the first of several segments
// ("segmented-record"). If reading an archive fails, that is reported
// ("unreadable-archive"), and the records before are imported. Memory: some
// batches of 1 MiB, and max_body, for each thread.
class Importer {
 public:
  // All arguments outlive the importer.
  Importer(const ImportOptions& options, SegmentWriter& writer,
           ProblemSink& problems);
  Importer(const ImportOptions& options, DocumentPrinter printer,
           ProblemSink& problems);
  ~Importer();
  Importer(const Importer&) = delete;
  Importer& operator=(const Importer&) = delete;

  // Imports archives in their order. Problems name their paths, documents the
  // last component of these. Files on disk are cut into pieces, which several
  // threads read and make documents of, unless requests are paired; where there
  // are fewer pieces than threads, one thread reads and the others make
  // documents. Blocks of the segment end where pieces do. `progress` is called
  // with the stored bytes done. Throws IoError when the segment cannot be
  // written.
  void import_archives(const std::vector<ListedArchive>& archives,
                       const std::function<void(uint64_t)>& progress = {});

  // The same of an archive that is open.
  void import_archive(std::unique_ptr<io::FileSource> source,
                      const std::string& path, const std::string& collection);

  // Imports a file that is a document itself, as if it had been captured at
  // `url`. `path` is its filename; an empty `type` is found by the bytes.
  void import_document(std::string_view bytes, const std::string& path,
                       const std::string& url, const std::string& type);

  // Reports and counts an archive that could not be opened.
  void unreadable(const std::string& path, const IoError& error);
  // Waits until all documents are written. Call once, last. With `skipped`, the
  // originals that were skipped go there and are not reported.
  [[nodiscard]] ImportStats finish(SkippedOriginals* skipped = nullptr);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wax::collection
