// Wikidata's items, and the pages about them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "io/problem.h"
#include "lines/line_stream.h"
#include "rank/view_files.h"
#include "rank/wiki_key.h"

namespace wax::rank {

// Appends a line "key id" with its end for each page that a line of the JSON
// dump names as being about its item, by append_wiki_key(). False when the line
// is neither an item nor another entity.
[[nodiscard]] bool append_sitelinks(std::string_view line, std::string& out,
                                    WikiKeys keys = WikiKeys::kTitles);

// These lines of a dump, in its order. Other lines are reported
// ("rank-bad-entity"), and a dump that ends without its "]"
// ("rank-cut-dump"). Memory: some blocks for each job, of half a MiB or of the
// longest line.
[[nodiscard]] std::unique_ptr<lines::LineStream> sitelinks(
    const InputFile& dump, WikiKeys keys, uint64_t jobs, ProblemSink& problems);

}  // namespace wax::rank
