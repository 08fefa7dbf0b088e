// What an import takes of archives, and how.
#pragma once

#include <cstdint>
#include <string>

#include "cdx/dedup/import_rules.h"
#include "cdx/profile/identity.h"
#include "collection/import/exclusion_list.h"

namespace wax::collection {

struct ImportOptions {
  // Decides a record's URL, key, date, media type and digest: the same as in
  // the lines of wax-warc-indexer with these options.
  cdx::IdentityOptions identity;
  // Those by which the exclusion lists were made.
  cdx::ImportRules rules;
  // Pages that ask robots not to index them keep their words.
  bool ignore_robots = false;
  // At most so many bytes of a block are kept, and of a body read.
  uint64_t max_body = uint64_t{16} << 20;
  // URL of a Tika server that reads documents of other types; empty: none.
  std::string tika;
  unsigned jobs = 1;  // threads
  // Stored bytes of an archive that one thread reads at a time.
  uint64_t piece = uint64_t{2} << 20;
  ExclusionList* exclusions = nullptr;  // sealed; may be null
};

}  // namespace wax::collection
