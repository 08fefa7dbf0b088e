// Archives that are away, and of which only a segment of another version is
// left.
//
// No tool reads such a segment: after an upgrade it is made again of the
// archives that can be read. The others are left out (Batch::left_out): they
// are not imported, and their captures stay, but count as those of damaged
// records, so that pages that other archives have as well are imported from
// these. When one can be read again, the next build imports it.
#pragma once

#include <string>
#include <vector>

#include "collection/pipeline/build_record.h"
#include "io/problem.h"

namespace wax::collection {

// Looks which archives of a batch are left out now: none that its import could
// not read before either. Writes the lists of them that the steps read. Whether
// they are others now: the record is then to be saved. Throws IoError.
[[nodiscard]] bool update_left_out(const std::string& out,
                                   const BuildRecord& record, Batch& batch);

// The archives of a batch that are not left out.
[[nodiscard]] std::vector<std::string> present_archives(const Batch& batch);

// What is lost by those that are left out ("build-left-out"): of each, or of a
// batch with many of them (a disk that is away) how many. Throws IoError.
[[nodiscard]] std::vector<Problem> problems_of_left_out(const std::string& out,
                                                        const Batch& batch);

}  // namespace wax::collection
