// Wikimedia's counts of page views.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/problem.h"
#include "rank/view_counts.h"
#include "rank/view_files.h"
#include "rank/wiki_key.h"

namespace wax::rank {

// Reads a line "wiki title page-id access count hours" of pageview_complete,
// and appends the key of its page (append_wiki_key()). Escapes in the title are
// undone when they all are escapes. Or a line "Wiki,PageID,Count" of the files
// that Wikidata QRank makes of a week: the key is "Wiki,PageID". Nothing, and
// why, for lines of another form and titles that are no UTF-8; a count of 0,
// without a reason, for what has no views, for sites that are no wikis and for
// the head of a week.
[[nodiscard]] std::optional<uint64_t> read_page_views(
    std::string_view line, std::string& key, const char*& why,
    WikiKeys keys = WikiKeys::kTitles);

// The views in files of such lines. Lines of another form are reported
// ("rank-bad-page-view"), as warnings. Memory: some blocks of lines for each
// job.
[[nodiscard]] std::unique_ptr<CountSource> page_views(
    std::vector<InputFile> files, WikiKeys keys, uint64_t jobs,
    ProblemSink& problems);

}  // namespace wax::rank
