// The lists of a build: duplicates, dates of shards, originals of revisits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "collection/layout.h"
#include "collection/record/build_messages.h"
#include "collection/record/build_record.h"
#include "collection/steps/plan.h"
#include "collection/steps/step_runner.h"
#include "lines/sort.h"

namespace wax::collection {

struct DateCounts {
  uint64_t shards = 0;  // that got dates
  uint64_t dates = 0;
};

class DuplicateLists {
 public:
  // All must outlive this.
  DuplicateLists(std::string out, BuildRecord& record,
                 const Resources& resources, BuildMessages& messages)
      : out_(std::move(out)),
        layout_{out_},
        record_(record),
        resources_(resources),
        messages_(messages) {}

  // De-duplicates the batches that were added, together with those before.
  // When a file of those changed, all lists are made anew. They stay as they
  // are while the versions of a batch are missing, which is told. The lists of
  // duplicates that were made. Throws IoError.
  std::vector<std::string> update();

  // Whether the lists are of the files as they are now, and of all batches.
  [[nodiscard]] bool is_current() const;

  // Makes the columns of dates of the shards of which there are new ones, or
  // which were made anew, as wax-add-dates does. Throws IoError, Error.
  DateCounts run_dates(StepRunner& runner);

 private:
  [[nodiscard]] BatchLayout files(size_t batch) const;
  // The files of versions or captures of some batches.
  [[nodiscard]] std::string versions_of(const MergedShard& group) const;
  [[nodiscard]] std::string captures_of(const MergedShard& group) const;
  [[nodiscard]] std::string state(size_t batches) const;
  void add(size_t first);
  void merge_files();
  void write_captures_list() const;
  void remove_files_except(const std::vector<MergedShard>& before) const;

  std::string out_;
  Layout layout_;
  BuildRecord& record_;
  const Resources& resources_;
  BuildMessages& messages_;
  // Batches of which OUT/build.dates has all dates, by their place.
  std::set<size_t> whole_;
};

// wax-index takes the text of a revisit from a capture with its digest, and
// makes no document of a version that an earlier batch has. OUT/digests has
// files in byte order, one for each batch, merged in tiers, in which both are
// looked up:
//   DIGEST 1date14 BBBBBB  batch B has the earliest whole capture of the file
//   DIGEST 2date14 BBBBBB  or the earliest truncated one
//   DIGEST vHASH BBBBBB    the first batch that has the digest with the URL
//                          key of this hash, as a capture or a revisit
class RevisitOriginals {
 public:
  // The record must outlive this.
  RevisitOriginals(std::string out, BuildRecord& record,
                   lines::SortOptions sort)
      : out_(std::move(out)), record_(record), sort_(std::move(sort)) {}

  // Writes OUT/batches/NAME/originals for each batch that was added: the paths
  // of the segments before its own that it needs, a line each; of all batches
  // when a segment of those before is another. Throws IoError, FormatError.
  void update();
  // Whether those of all batches were written.
  [[nodiscard]] bool anew() const { return anew_; }
  // A fingerprint of these segments of a batch as they are now: when it
  // changes, the index of the batch may change. Corrects their paths when OUT
  // had another one. Throws IoError.
  [[nodiscard]] std::string state(size_t batch) const;
  // The same, and nothing is written.
  [[nodiscard]] std::string read_state(size_t batch) const;
  // Whether a whole or truncated capture has the digest. Throws IoError.
  [[nodiscard]] bool has_capture(const std::string& digest) const;
  // Whether the files of digests are of all segments as they are now.
  [[nodiscard]] bool is_current() const;

 private:
  [[nodiscard]] BatchLayout files(size_t batch) const;
  [[nodiscard]] std::vector<std::string> segments() const;
  // The batches of the segments that a batch needs.
  [[nodiscard]] std::vector<size_t> needed(size_t batch) const;
  [[nodiscard]] std::string file_of(const MergedShard& group) const;
  // A fingerprint of the segments of the first `batches` batches and of the
  // files of digests.
  [[nodiscard]] std::string state_of(const std::vector<std::string>& segments,
                                     size_t batches) const;
  void write_list(size_t batch) const;
  void write_paths(size_t batch, const std::set<size_t>& segments) const;
  void add(size_t batch);
  void merge();
  void remove_other_files() const;

  std::string out_;
  BuildRecord& record_;
  lines::SortOptions sort_;
  bool anew_ = false;
};

}  // namespace wax::collection
