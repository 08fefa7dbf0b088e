// Queries to sorted files, answered as CDX servers do. A look-up is for one
// thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/files/searchable.h"
#include "cdx/lookup/lookup_options.h"
#include "cdx/url/search_range.h"
#include "io/problem.h"
#include "lines/line_stream.h"

namespace wax::cdx {

// The range of lines for the URL of a query; "*" is all lines. Throws
// UsageError when the URL has no key.
[[nodiscard]] SearchRange lookup_range(std::string_view url,
                                       const LookupOptions& options);

// The range of the other spelling of the URL's host by IDNA (idna2008.h), if it
// has two; for LookupOptions::also.
[[nodiscard]] std::optional<SearchRange> other_spelling(
    std::string_view url, const LookupOptions& options);

// The kind of the files' URL keys; nothing when no key tells it. Throws
// UsageError when files state different identities, and when the keys of a file
// are of another kind than those of another. Reads the first lines of each
// file, up to a thousand, until one tells the kind; of a ZipNum, lines of its
// index and then of its blocks.
[[nodiscard]] std::optional<UrlKeyKind> key_kind(
    const std::vector<std::unique_ptr<Searchable>>& files);

// Throws as key_kind(), and UsageError when the URL keys are clearly of another
// kind than `kind`, so that nothing could be found there.
void check_keys(const std::vector<std::unique_ptr<Searchable>>& files,
                UrlKeyKind kind);

// Whether people may ask for these dates (warc::is_given_date()): captures may
// have others. Throws OptionError, and UsageError for a period that ends before
// it begins.
void check_given_dates(const LookupOptions& options);

// The lines of an answer.
class AnswerLines : public lines::LineStream {
 public:
  // The place after the line that next() gave last, for LookupOptions::resume.
  // Only with options.resumable.
  [[nodiscard]] virtual std::string resume_key() const = 0;
};

// The lines of all files in the range, merged in order, after all options are
// applied. A line that is not a capture is reported as "cdx-bad-line" and left
// out when the options need its fields. Memory: that of the files; with
// resolve_revisits, also an entry for each digest in the range.
//
// `reverse` reads lines from the end; `closest` reads an exact range from the
// date in both directions. Both read only as many lines as the answer needs.
// But resolve_revisits and collapsing need the lines in order, and `closest` in
// another range needs all lines: these sort by options.sort. Throws UsageError
// for fields that a file lacks and for invalid options. `problems` and the
// files outlive the stream.
[[nodiscard]] std::unique_ptr<AnswerLines> lookup_lines(
    const std::vector<std::unique_ptr<Searchable>>& files,
    const SearchRange& range, const LookupOptions& options,
    ProblemSink& problems);

// The header for the lines of the answer: made from options.fields, else that
// of the files; empty when they have none. Throws UsageError for columns
// without a letter, LineError when the headers of files differ.
[[nodiscard]] std::string lookup_header(
    const std::vector<std::unique_ptr<Searchable>>& files,
    const LookupOptions& options);

}  // namespace wax::cdx
