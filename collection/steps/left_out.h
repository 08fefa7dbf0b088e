// Archives that are away, and of which only a segment of another version is
// left.
//
// No tool reads such a segment: after an upgrade it is made again of the
// archives that can be read. The others are left out (Batch::left_out): they
// are not imported, and their captures stay, but count as those of damaged
// records, so that pages that other archives have as well are imported from
// these. When one can be read again, the next build imports it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "collection/record/build_record.h"
#include "collection/steps/step_runner.h"
#include "io/problem.h"
#include "lines/sort.h"

namespace wax::collection {

// The archives of a batch to leave out now, whatever Batch::left_out has: none
// that its import could not read before either.
[[nodiscard]] std::vector<std::string> archives_to_leave_out(
    const std::string& out, const BuildRecord& record, const Batch& batch);

// Leaves out the archives of some batches (places in the record): writes the
// lists that the steps read, and saves the record if they are others now. An
// archive of the same name that is there is listed again: what both have at the
// same offset counts as there.
//
// Changes nothing when StepRunner::stop_at() stops the build at the problems,
// and throws Error when archives are left out that were not before and no
// archive of the build can be read: nothing would be left of it. Throws
// IoError.
void update_left_out(const std::string& out, const std::vector<size_t>& batches,
                     const lines::SortOptions& sort, StepRunner& runner,
                     BuildRecord& record);

// The archives of a batch that are not left out.
[[nodiscard]] std::vector<std::string> present_archives(const Batch& batch);

// What is lost by those that are left out ("build-left-out"): of each, or of a
// batch with many of them (a disk that is away) how many. Throws IoError.
[[nodiscard]] std::vector<Problem> problems_of_left_out(const std::string& out,
                                                        const Batch& batch);

}  // namespace wax::collection
