// The blocks of ZipNums that a look-up reads, and pages of them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cdx/files/searchable.h"
#include "cdx/lookup/lookup_options.h"
#include "cdx/url/search_range.h"
#include "lines/line_stream.h"

namespace wax::cdx {

// The lines of ZipNums' indexes that a search in the range looks at, one file
// after another; of one page, where the options have one. Throws UsageError for
// a flat file, and as lookup_lines() does. The files outlive the stream.
[[nodiscard]] std::unique_ptr<lines::LineStream> lookup_blocks(
    const std::vector<std::unique_ptr<Searchable>>& files,
    const SearchRange& range, const LookupOptions& options);

// What there is of a range in a ZipNum, as pywb's showNumPages tells it.
struct PageCounts {
  uint64_t pages = 0;
  uint64_t blocks = 0;
};
[[nodiscard]] PageCounts count_pages(Searchable& zipnum,
                                     const SearchRange& range,
                                     uint64_t page_blocks);

// Throws UsageError when there is no such page of the range, or several files.
void check_page(const std::vector<std::unique_ptr<Searchable>>& files,
                const SearchRange& range, const LookupOptions& options);

}  // namespace wax::cdx
