// Why a step of a build runs or is left out, in words.
#pragma once

#include <string>

#include "collection/record/step.h"

namespace wax::collection {

inline constexpr const char* kUpToDate = "is up to date: nothing changed";

// "runs: input changed: /data/a.warc.gz", or kUpToDate, by the same rule as
// reason_to_run(). `ran` may be null: it has not run yet. Asks for the stamps
// of its files.
[[nodiscard]] std::string reason_text(const Step& step, const StepRecord* ran);

}  // namespace wax::collection
