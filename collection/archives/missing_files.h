// Files that archives of a build need, and that it does not have.
#pragma once

#include <functional>

#include "collection/record/build_record.h"
#include "io/problem.h"

namespace wax::collection {

// Tells each file once that a WACZ of the record requires, and that is no file
// of the record by its name ("needed-file-missing"). Reads the datapackage.json
// of each WACZ; those that are on servers, or cannot be read, are passed over.
void tell_missing_files(const BuildRecord& record,
                        const std::function<void(Problem)>& tell);

}  // namespace wax::collection
