// The lists of a build, made again in another folder to be compared.
#pragma once

#include <string>

#include "collection/record/build_record.h"
#include "collection/record/check_report.h"
#include "collection/steps/plan.h"

namespace wax::collection {

// Makes the captures of all batches again of their archives, and the lists of
// these and of the segments, in a folder for temporary files; reports each file
// of the build in `out` that says something else, with its first line that
// does. Batches with archives that `report` has named are taken as they are.
// `tools` as ToolOptions has it. Throws IoError.
void compare_remade_lists(const std::string& out, const BuildRecord& record,
                          const Resources& resources, const std::string& tools,
                          CheckReport& report);

}  // namespace wax::collection
