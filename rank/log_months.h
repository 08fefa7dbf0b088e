// Access logs to sorted views of months.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "io/output.h"
#include "io/problem.h"
#include "lines/sort.h"
#include "rank/log_views.h"
#include "rank/view_files.h"

namespace wax::rank {

// Writes lines "key count" in byte order, each key once, to the outputs that
// `open` gives for the months ("2021-02") in turn, and finishes each. Memory:
// that of `sort`, of which clients have an eighth.
[[nodiscard]] LogCounts write_log_months(
    const std::vector<InputFile>& files, const LogRules& rules,
    const lines::SortOptions& sort, ProblemSink& problems,
    const std::function<std::unique_ptr<io::Output>(const std::string& month)>&
        open);

}  // namespace wax::rank
