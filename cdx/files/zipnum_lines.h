// The lines of a ZipNum: those of its index, and those of its blocks. The
// streams use the ZipNum and its index, which outlive them. They throw
// FormatError for capture lines that are out of order and for a line that is
// not one of an index, and what ZipNum::decompress() throws.
#pragma once

#include <cstdint>
#include <memory>

#include "cdx/files/searchable.h"
#include "cdx/files/sorted_file.h"
#include "cdx/files/zipnum.h"
#include "lines/line_stream.h"

namespace wax::cdx {

// The lines of the index whose blocks may have lines of the range.
[[nodiscard]] std::unique_ptr<lines::LineStream> zipnum_blocks(
    SortedFile& index, const SearchRange& range);

// The capture lines of a range. The block after the last one is looked at, too.
[[nodiscard]] std::unique_ptr<lines::LineStream> zipnum_lines(
    ZipNum& zipnum, SortedFile& index, const SearchRange& range);

// The capture lines in `count` of the blocks of the range, from the block
// `first` on.
[[nodiscard]] std::unique_ptr<lines::LineStream> zipnum_lines_of_blocks(
    ZipNum& zipnum, SortedFile& index, const SearchRange& range, uint64_t first,
    uint64_t count);

// The capture lines of a range, the last one first.
[[nodiscard]] std::unique_ptr<lines::LineStream> zipnum_lines_backwards(
    ZipNum& zipnum, SortedFile& index, const SearchRange& range);

// Every line of every block, with headers. Digests of blocks are checked where
// the index has them.
[[nodiscard]] std::unique_ptr<lines::LineStream> all_zipnum_lines(
    ZipNum& zipnum);

}  // namespace wax::cdx
