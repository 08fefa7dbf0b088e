// What CDX servers answer, from sorted files.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/files/searchable.h"
#include "cdx/lookup/lookup_options.h"
#include "cdx/url/search_range.h"
#include "io/problem.h"
#include "lines/line_stream.h"

namespace wax::cdx {

// The range for a URL as it was asked for. Throws UsageError when there is
// none.
[[nodiscard]] SearchRange lookup_range(std::string_view url,
                                       const LookupOptions& options);

// Throws UsageError when the URL keys of a file are plainly of another kind
// than `kind`, so that nothing could be found there, or than those of another
// file. Of each file, up to a thousand lines at its front are looked at until
// one tells it; of a ZipNum those of its index, then those of its blocks.
void check_key_kinds(const std::vector<std::unique_ptr<Searchable>>& files,
                     UrlKeyKind kind);

// The lines of all files in the range, merged in order, and what the options
// make of them. A line that options have to look into and that is no capture is
// reported as "cdx-bad-line" and left out. Memory: what the files need; with
// resolve_revisits, an entry for each digest in the range. Lines are read from
// the end for `reverse`, and from the date in both directions for `closest` in
// an exact range: no more than the answer is long. But resolve_revisits and
// collapsing look at lines in their order, and `closest` in another range at
// all of them: these sort, by options.sort. Throws UsageError for fields that a
// file lacks and for options that make no sense. `problems` and the files
// outlive the stream.
[[nodiscard]] std::unique_ptr<lines::LineStream> lookup_lines(
    const std::vector<std::unique_ptr<Searchable>>& files,
    const SearchRange& range, const LookupOptions& options,
    ProblemSink& problems);

// The header of the answer's lines: one of options.fields, else that of the
// files; empty when they have none. Throws UsageError for columns that have no
// letter, LineError for files whose headers differ.
[[nodiscard]] std::string lookup_header(
    const std::vector<std::unique_ptr<Searchable>>& files,
    const LookupOptions& options);

}  // namespace wax::cdx
