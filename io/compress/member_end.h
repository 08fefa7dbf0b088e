// Finds the end of a gzip member without inflating it.
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
// next member, which must begin a record. The size in the member's trailer
// (ISIZE) must be `size` mod 2^32. False if the end cannot be found; then the
// file stands at another place. The first `head` bytes of the member are known
// to belong to it.
//
// If the header of the member has the field "sl" of the Internet Archive's
// tools (RFC 1952, 2.3.1.1), it says where to look. Otherwise there are two
// marks of a boundary: the size, and a member that begins a record. The first
// place that has one of them must have both. It also must not lie in a block
// that deflate may have stored, which can have the bytes of an archive inside
// the record. A body can still be made so that its compressed bytes look like a
// boundary, by somebody who knows the compressor and all bytes before it. The
// bytes of the member are not checked.
//
// Memory: what the file buffers, 1.5 MiB.
[[nodiscard]] bool pass_over_gzip_member(FileSource& file, size_t head,
                                         uint64_t size,
                                         const BeginsRecord& begins);

// Whether the byte at `at` may lie in a stored block: a header of such a block
// stands before it, and the block ends after it, where data go on.
[[nodiscard]] bool in_stored_block(std::string_view bytes, size_t at);

}  // namespace wax::io
