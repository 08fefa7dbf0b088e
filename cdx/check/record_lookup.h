// Reads records at given locations in archives.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/files/archive_paths.h"
#include "cdx/format/capture.h"
#include "cdx/lookup/record_match.h"
#include "cdx/profile/profile.h"
#include "io/problem.h"
#include "warc/http/block_head.h"
#include "warc/reader/reader.h"
#include "warc/record/digest.h"

namespace wax::cdx {

// The values that an index may have for a record, with any profile and options.
struct RecordFacts {
  std::vector<std::string> urls;  // each once; one is empty if it has none
  std::string date;               // 14 digits; empty when it has none
  uint64_t length = 0;            // 0: not known
  // In their normal form: those that the record header states, then the
  // computed ones.
  std::vector<std::string> digests;
};

class RecordLookup {
 public:
  // `archives`: paths for io::expand_inputs(), which may report and throw.
  RecordLookup(const std::vector<std::string>& archives, ProblemSink& problems);
  ~RecordLookup();

  enum class Answer {
    kFound,
    kNoArchive,  // no file of that name
    kNoRecord,   // none begins there
  };
  // The record at an offset of the archive of that name; of several of the
  // name, that whose record is the one of `line` (path_of_record()). `digest`
  // is that of a line, or empty. If the header does not state it, digests by
  // its algorithm are computed until one equals it: of the bytes after the HTTP
  // head, as stored, dechunked and decoded, and of the block (of an ARC's
  // version block, also without its first two lines). The archive stays open,
  // so that a record that lies not far after this one is reached by reading on.
  // Throws IoError.
  [[nodiscard]] Answer find(std::string_view filename, uint64_t offset,
                            const LineIdentity& line, std::string_view digest,
                            RecordFacts& facts);

 private:
  // Whether reading on leads to the record at `offset`.
  [[nodiscard]] bool read_on(uint64_t offset);
  [[nodiscard]] bool open(const std::string& path, uint64_t offset);
  // Whether some profile would compute a digest.
  [[nodiscard]] bool describe(std::string_view filename, RecordFacts& facts);
  void compute(const warc::Digest& digest, RecordFacts& facts);

  ArchivePaths paths_;
  NoProblems none_;
  std::string open_;                      // the path of the open archive
  std::unique_ptr<warc::Reader> reader_;  // null: none is open
  warc::Record record_;                   // the last one read
  std::vector<const Profile*> profiles_;  // all
  Capture capture_;                       // of the last record, in one profile
  warc::BlockHead head_;
  bool has_head_ = false;
};

}  // namespace wax::cdx
