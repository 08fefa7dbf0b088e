// One block of a bzip2 file, decompressed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace wax::io {

// Decodes the block whose mark is at bit `begin` of `bytes` and which ends
// before bit `end`. Replaces `out` by its bytes. False when these bits are not
// one whole block with the checksum that it states. Bits are counted as in
// bzip2_blocks.h. Any number of threads may call it; each keeps 10 MB for its
// next block.
[[nodiscard]] bool decode_bzip2_block(std::string_view bytes, uint64_t begin,
                                      uint64_t end, std::string& out);

}  // namespace wax::io
