// The full text without what clients have deleted.
#pragma once

#include "answers/opened/generation.h"
#include "answers/opened/submitted_runs.h"
#include "index/store/index_reader.h"

namespace wax::answers {

// The documents of which a capture is left, with the dates of those that are
// left: of the captures that `runs` delete, those that `files` have again.
// `files` are all captures that are there now. Memory: the URL keys of what is
// deleted. Throws IoError, FormatError.
[[nodiscard]] index::IndexReader without_deleted_captures(
    const index::IndexReader& reader, const SubmittedRuns& runs,
    Searchables files, cdx::UrlKeyKind kind);

// Whether a run has a capture whose URL key and date another of `runs` deletes.
// Throws IoError, FormatError.
[[nodiscard]] bool adds_deleted_again(const SubmittedRun& run,
                                      const SubmittedRuns& runs);

}  // namespace wax::answers
