// Archives whose payloads are kept once: records made revisits, and restored.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cdx/dedup/hashed_set.h"
#include "cdx/dedup/payload_matches.h"
#include "cdx/files/archive_paths.h"
#include "io/output.h"
#include "io/problem.h"
#include "io/spool.h"
#include "lines/line_stream.h"
#include "warc/reader/record_access.h"

namespace wax::cdx {

// The matches of one archive after another, in their order. For one thread.
class MatchesOfArchives {
 public:
  explicit MatchesOfArchives(std::unique_ptr<lines::LineStream> lines);
  // The next match of this archive, valid until the next call; null when it has
  // no more. Matches of archives before it are passed over.
  [[nodiscard]] const PayloadMatch* next(uint64_t archive);

 private:
  std::unique_ptr<lines::LineStream> lines_;
  PayloadMatch match_;
  bool has_match_ = false;
  bool is_given_ = true;
};

struct DedupCounts {
  uint64_t revisits = 0;  // that were made
  // Duplicates that are kept, by the reason.
  uint64_t wrong_digest = 0;  // of the record or of its original
  uint64_t other_type = 0;    // neither response nor resource, or truncated
  uint64_t odd_header = 0;    // it could not be restored byte for byte
  uint64_t not_smaller = 0;
  uint64_t not_alone = 0;  // in a member with other records, or lz4
  uint64_t small = 0;      // of fewer bytes than are asked for
  uint64_t unreadable = 0;
  uint64_t bytes_in = 0;
  uint64_t bytes_out = 0;

  DedupCounts& operator+=(const DedupCounts& other);
};

// Makes revisits of the records that have a match. Digests are not believed:
// the payload of each record, and that of its original if that is in one of the
// archives, is read and compared with its digest; originals that only a CDX
// file names are not read. For one thread.
class PayloadRemover {
 public:
  // `paths` are the archives of the matches, which are sorted as
  // PayloadMatches::matches() gives them. All outlive the object. Blocks of
  // fewer bytes than `smallest` are kept. Throws IoError.
  PayloadRemover(const std::vector<std::string>& paths,
                 std::unique_ptr<lines::LineStream> matches,
                 const lines::SortOptions& sort, ProblemSink& problems,
                 uint64_t smallest = 0);

  // Copies the archive with revisits in place of duplicates; archives in their
  // order. `output` null: only counts. Throws IoError and UsageError as
  // warc::RecordReplacer.
  [[nodiscard]] DedupCounts copy(size_t archive, io::Output* output);

 private:
  void check_originals(lines::LineStream& originals);
  [[nodiscard]] std::string container_of(const PayloadMatch& match) const;

  const std::vector<std::string>& paths_;
  ProblemSink* problems_;
  uint64_t smallest_;
  HashedSet wrong_;  // originals with another payload than they state
  std::unique_ptr<MatchesOfArchives> matches_;
};

struct RestoreCounts {
  uint64_t restored = 0;
  uint64_t not_found = 0;      // lost: no archive has the payload
  uint64_t other_profile = 0;  // revisits of another kind, such as 304
  uint64_t of_others = 0;      // revisits that PayloadRemover did not make
  uint64_t not_alone = 0;      // as for DedupCounts
  uint64_t bytes_in = 0;
  uint64_t bytes_out = 0;

  RestoreCounts& operator+=(const RestoreCounts& other);
};

// Puts payloads back in place of revisits. For one thread.
class PayloadRestorer {
 public:
  // `paths`, the sorted matches and what is thrown are as in PayloadRemover;
  // `archives` has the files that matches of CDX files name. With `all`,
  // revisits of other programs are restored, too.
  PayloadRestorer(const std::vector<std::string>& paths,
                  const ArchivePaths& archives, bool all,
                  std::unique_ptr<lines::LineStream> matches,
                  ProblemSink& problems);

  // Revisits whose payload is not found stay, and are reported as lost
  // ("revisit-without-payload").
  [[nodiscard]] RestoreCounts copy(size_t archive, io::Output& output);

 private:
  [[nodiscard]] std::string path_of(const PayloadMatch& match) const;

  const std::vector<std::string>& paths_;
  const ArchivePaths& archives_;
  bool all_;
  ProblemSink* problems_;
  MatchesOfArchives matches_;
  warc::RecordAccess originals_;
};

}  // namespace wax::cdx
