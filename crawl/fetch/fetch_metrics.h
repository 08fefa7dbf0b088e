// How far a run is, for those who watch it.
#pragma once

#include <string>

#include "crawl/fetch/fetch_run.h"

namespace wax::crawl {

// The counts in the text format of Prometheus. Any thread.
[[nodiscard]] std::string fetch_metrics(const FetchCounts& counts);

// Replaces the file by the counts, in one step. Does not wait for the disk: a
// file that a failure of power takes away is written again soon. Throws
// IoError.
void write_metrics_file(const std::string& path, const FetchCounts& counts);

// The words of a line of progress, with the bytes after them: "1,234 answers
// (2xx 1,200, 4xx 34), 5 failed, 64 hosts asked, 20 wait, ".
[[nodiscard]] std::string progress_words(const FetchCounts& counts);

// Throws UsageError when there is a file at `path` with other text.
void check_metrics_file(const std::string& path);

}  // namespace wax::crawl
