// Files that archives of a build need, and that it does not have.
#pragma once

#include <functional>
#include <string>

#include "collection/record/build_record.h"
#include "io/problem.h"

namespace wax::collection {

// Tells each file once that a WACZ of the record requires or a revisit of its
// archives names (WARC-Refers-To-Container), and that is no file of the record
// by its name ("needed-file-missing"). Reads the datapackage.json of each WACZ,
// and what the segments of the build in `out` state; those that are on servers,
// or cannot be read, are passed over. Opens no file that is named.
void tell_missing_files(const std::string& out, const BuildRecord& record,
                        const std::function<void(Problem)>& tell);

}  // namespace wax::collection
