// The blocks of ZipNums that a look-up reads, and their pages.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cdx/files/searchable.h"
#include "cdx/lookup/lookup_options.h"
#include "cdx/url/search_range.h"
#include "lines/line_stream.h"

namespace wax::cdx {

// The index lines of the ZipNums that a search in the range reads, one file
// after another; with options.page_blocks, those of one page. Throws UsageError
// for a flat file, and as check_page() does. The files outlive the stream.
[[nodiscard]] std::unique_ptr<lines::LineStream> lookup_blocks(
    const std::vector<std::unique_ptr<Searchable>>& files,
    const SearchRange& range, const LookupOptions& options);

// The size of a range, as pywb's showNumPages tells it. The blocks are the
// parts (Searchable::parts()) of the file that has most of them.
struct PageCounts {
  uint64_t pages = 0;
  uint64_t blocks = 0;
  Searchable* largest = nullptr;  // that file
};
[[nodiscard]] PageCounts count_pages(
    const std::vector<std::unique_ptr<Searchable>>& files,
    const SearchRange& range, uint64_t page_blocks,
    const Searchable::Tick& tick = nullptr);

// The same. Throws UsageError when the range has no page options.page.
PageCounts check_page(const std::vector<std::unique_ptr<Searchable>>& files,
                      const SearchRange& range, const LookupOptions& options);

// The lines of a page, where the files are not one ZipNum: from a part of the
// file with most parts up to another one, in all files. So each line is on one
// page. Throws as check_page().
[[nodiscard]] SearchRange page_range(
    const std::vector<std::unique_ptr<Searchable>>& files,
    const SearchRange& range, const LookupOptions& options);

}  // namespace wax::cdx
