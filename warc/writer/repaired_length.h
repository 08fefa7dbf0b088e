// Records whose stated length is wrong, but whose true end is plain to see.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "io/spool.h"
#include "warc/record/record.h"

namespace wax::warc {

struct RepairedLength {
  std::string header;   // as stored, but for the length and untrue digests
  uint64_t length = 0;  // of the block, at the front of the bytes
  std::string text;     // what was done, for people
};

// `bytes` holds what lies between the header and the next record (or the end of
// the member): the block is that without the record trailer (CRLF CRLF, LF LF;
// of ARC: LF). Nothing when there are none, as the end is
// then not to be trusted, unless `sure` says that it is: all of it is then the
// block. Only the first `size` bytes count. A block or payload digest that does
// not hold over the block is left out of the header.
[[nodiscard]] std::optional<RepairedLength> repair_length(const Record& record,
                                                          io::Spool& bytes,
                                                          uint64_t size,
                                                          bool sure = false);

// Whether a WARC record's length, `stated`, is too large by some bytes of its
// trailer, CRLF CRLF, which `bytes`, `size` of them, then end with. By 1 to 3,
// unless a digest or an HTTP Content-Length says that `stated` is right; by 4
// only if a digest says so, as these may be the block's own.
[[nodiscard]] bool overlaps_record_trailer(const Record& record,
                                           io::Spool& bytes, uint64_t size,
                                           uint64_t stated);

}  // namespace wax::warc
