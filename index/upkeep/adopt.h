// Makes an index of another program one of ours.
#pragma once

#include <cstdint>
#include <string>

#include "index/upkeep/index_keys.h"
#include "lines/sort.h"

namespace wax::index {

struct AdoptOptions {
  KeyFields fields;
  lines::SortOptions sorting;
  bool force = false;
};

struct AdoptCounts {
  uint64_t documents = 0;  // without deleted ones
  uint64_t deleted = 0;
};

// Writes key file and manifest beside the files of the index `path`, which
// Lucene 2.4 to 3.6 or Lucene++ wrote. Without URL keys among its stored
// fields, they are made of its URLs by `fields.kind`.
//
// Damage that is there already is found only where it leads beyond a file or to
// what cannot be; all that comes later is found. Throws UsageError when the
// index has a manifest already (unless `force`) or does not store what it
// takes; IoError, FormatError. With `force`, what a former manifest says of the
// documents (stems, kinds of columns, identity) is kept.
AdoptCounts adopt_index(const std::string& path, const AdoptOptions& options);

}  // namespace wax::index
