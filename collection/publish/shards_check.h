// Whether the shards of a build are whole, and those that searches see.
#pragma once

#include <string>

#include "collection/record/build_record.h"
#include "collection/record/check_report.h"

namespace wax::collection {

// Reads all indexes in OUT/shards and OUT/pindexes, and reports faults as
// index::check_index() does, indexes that are missing or not the same in both,
// and folders of batches and shards that the record does not name. Throws
// IoError.
void check_shards(const std::string& out, const BuildRecord& record,
                  CheckReport& report);

}  // namespace wax::collection
