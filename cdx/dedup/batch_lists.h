// The duplicates and dates of a collection that grows by batches. What a batch
// more costs depends on its own URL keys, and hardly on what was there before.
//
// The captures of batches are in files of versions, in byte order:
//   urlkey digest RBBBBBBdate14    a ranked line (versions.h)
//   urlkey digest rBBBBBBdate14    a revisit
//   urlkey digest xBBBBBBdate14    a capture that import does not take
//   urlkey !date14 BBBBBBdate14    a revisit without a digest, of the capture
//                                  with that key and date, or of the last one
//                                  before it (kLastBefore)
//   urlkey !date14 digest BBBBBBdate14  the same, if no capture of the key has
//                                  this digest
// Comments on top state identity and rules, as in duplicate lists. Files of
// several batches are merged; batches are counted from 1.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cdx/dedup/revisit_dates.h"
#include "cdx/dedup/versions.h"
#include "io/output.h"
#include "io/problem.h"
#include "lines/sort.h"

namespace wax::cdx {

// Raise it when a batch gets another file of versions, so that builds run
// the step again.
inline constexpr int kVersionRules = 5;

// Raise it when the same versions get other lists of duplicates or dates, so
// that builds run the step again.
inline constexpr int kListRules = 1;

struct BatchVersions {
  std::vector<std::string> captures;    // CDX files
  std::vector<std::string> references;  // list_lines.h
  // With a ranking that gives all captures.
  VersionOptions versions;
};

// Writes the file of versions of one batch, below `head`, which is asked for
// when the captures have been opened. Lines that are not references are
// reported as lost ("list-bad-line"). Throws as version_lines() and IoError.
void write_batch_versions(const BatchVersions& batch,
                          const std::function<std::string()>& head,
                          io::Output& output, VersionCounts& counts,
                          ProblemSink& problems);

struct NewBatch {
  uint32_t batch = 0;
  std::string versions;  // the file of its versions
};

struct BatchLists {
  // Files of versions of all other batches.
  std::vector<std::string> known;
  std::vector<NewBatch> added;
  // Where the list of duplicates of a batch is.
  std::function<std::string(uint32_t batch)> duplicates;
  lines::SortOptions sort;
  // Gets what add_to_lists() found of each URL key that the added batches have,
  // in all batches; may be empty.
  TakeUnmatched unmatched = {};
};

// Makes the lists of duplicates (duplicates.h) of the batches that are added,
// and changes those of the others where these batches bring something else. A
// list that stays the same is not touched.
//
// Calls date(line) with "BBBBBB urlkey digest date14", in byte order, each
// once, for the dates of duplicates and revisits of the versions that batch B
// keeps: all of them for a batch that is added, else those that are new. Throws
// IoError.
void add_to_lists(const BatchLists& lists,
                  const std::function<void(std::string_view)>& date);

// Calls date() with all dates of the versions that the `added` batches keep, of
// which the files are among the known ones. No list is changed.
void list_dates(const BatchLists& lists,
                const std::function<void(std::string_view)>& date);

// Writes the lines of files of versions as one file.
void merge_versions(const std::vector<std::string>& files, io::Output& output);

}  // namespace wax::cdx
