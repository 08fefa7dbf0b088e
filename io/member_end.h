// Where a gzip member ends, told without inflating it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

#include "io/byte_source.h"

namespace wax::io {

// Whether a record begins in the member at the start of `in`.
using BeginsRecord = std::function<bool(std::string_view in)>;

// Moves `file`, which stands at a gzip member of `size` inflated bytes, to the
// next member, which begins a record. The size that the member says of itself
// (ISIZE) must be `size` mod 2^32 where it would end. False when that cannot be
// told: the file is then elsewhere. `head` bytes of the member are known to be
// its own.
//
// Where the header of the member has the field "sl" of the Internet Archive's
// tools (RFC 1952, 2.3.1.1), that says where to look. Else the first place that
// has one mark of a boundary, the size or a member with a record, has to have
// both; and it must not lie in what may be a block that deflate stored: bytes
// of an archive inside the record. A body can still be made so that its
// compressed bytes look like a boundary, by one who knows the compressor and
// all that comes before. What lies between is not checked.
//
// Memory: what the file buffers, 1.5 MiB.
[[nodiscard]] bool pass_over_gzip_member(FileSource& file, size_t head,
                                         uint64_t size,
                                         const BeginsRecord& begins);

// Whether the byte at `at` may lie in a stored block: a header of one before it
// reaches over it, and data go on behind.
[[nodiscard]] bool in_stored_block(std::string_view bytes, size_t at);

}  // namespace wax::io
