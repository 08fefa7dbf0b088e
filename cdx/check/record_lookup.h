// Records at given locations in archives.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/files/archive_paths.h"
#include "cdx/format/capture.h"
#include "cdx/profile/profile.h"
#include "io/problem.h"
#include "warc/http/block_head.h"
#include "warc/reader/reader.h"
#include "warc/record/digest.h"

namespace wax::cdx {

// What the lines of an index may say of a record, whatever the profile and the
// options it was written with.
struct RecordFacts {
  std::vector<std::string> urls;  // each once; an empty one where it has none
  std::string date;               // 14 digits; empty when it has none
  uint64_t length = 0;            // 0: not known
  // In their normal form: those that its header states, then those that were
  // computed.
  std::vector<std::string> digests;
};

class RecordLookup {
 public:
  // `archives`: what io::expand_inputs() takes, which may report and throw.
  RecordLookup(const std::vector<std::string>& archives, ProblemSink& problems);
  ~RecordLookup();

  enum class Answer {
    kFound,
    kNoArchive,  // no file of that name
    kNoRecord,   // none begins there
  };
  // The record at an offset of the archive of that name (its folders do not
  // count). `digest` is what a line says, or empty: where the header does not
  // state it, digests by its algorithm are computed until one is it: of what
  // follows the HTTP head, as stored and without chunks, and of the block (of
  // an ARC's version block, also without its first two lines). The archive
  // stays open: the next record of it costs no more than reading on when it
  // lies after this one, and not far. Throws IoError.
  [[nodiscard]] Answer find(std::string_view filename, uint64_t offset,
                            std::string_view digest, RecordFacts& facts);

 private:
  // Whether the record at `offset` is met by reading on.
  [[nodiscard]] bool read_on(uint64_t offset);
  [[nodiscard]] bool open(const std::string& path, uint64_t offset);
  // Whether some profile would compute a digest.
  [[nodiscard]] bool describe(std::string_view filename, RecordFacts& facts);
  void compute(const warc::Digest& digest, RecordFacts& facts);

  ArchivePaths paths_;
  NoProblems none_;
  std::string open_;                      // the path of what is open
  std::unique_ptr<warc::Reader> reader_;  // null: nothing is
  warc::Record record_;                   // that it stands at
  std::vector<const Profile*> profiles_;  // all
  Capture capture_;                       // as one of them has it
  warc::BlockHead head_;
  bool has_head_ = false;
};

}  // namespace wax::cdx
