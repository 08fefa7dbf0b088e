// Records whose stated length is wrong, but whose true end is certain.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "io/spool.h"
#include "warc/record/record.h"

namespace wax::warc {

struct RepairedLength {
  std::string
      header;  // as stored, but with the true length and no wrong digest
  uint64_t length = 0;  // of the block, which begins the bytes
  std::string text;     // what was done, for people
};

// `bytes` holds what lies between the header and the next record (or the end of
// the member). The block is these bytes without the record trailer (CRLF CRLF,
// LF LF; of ARC: LF). Without a trailer the end is uncertain, and the result is
// empty; but with `sure` all bytes are then the block. Only the first `size`
// bytes count. A block or payload digest that does not match the block is left
// out of the header.
[[nodiscard]] std::optional<RepairedLength> repair_length(const Record& record,
                                                          io::Spool& bytes,
                                                          uint64_t size,
                                                          bool sure = false);

// Whether the length that a WARC record states, `stated`, includes bytes of its
// trailer (CRLF CRLF); the first `size` of `bytes` then end with these. True
// for 1 to 3 bytes, unless a digest or an HTTP Content-Length shows that
// `stated` is right. True for 4 bytes only if a digest shows that it is too
// large, because the block itself may end with CRLF CRLF.
[[nodiscard]] bool overlaps_record_trailer(const Record& record,
                                           io::Spool& bytes, uint64_t size,
                                           uint64_t stated);

}  // namespace wax::warc
