// Records whose stated length is wrong, but whose true end is plain to see.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "warc/io/spool.h"
#include "warc/record.h"

namespace wax::warc {

struct MendedLength {
  std::string header;   // as stored, but for the length and untrue digests
  uint64_t length = 0;  // of the block, at the front of the bytes
  std::string text;     // what was done, for people
};

// `bytes` holds what lies between the header and the next record (or the end of
// the member): the block is that without the blank lines that close a record
// (CRLF CRLF, LF LF; of ARC: LF). Nothing when there are none, as the end is
// then not to be trusted. Only the first `size` bytes count. A block or payload
// digest that does not hold over the block is left out of the header.
[[nodiscard]] std::optional<MendedLength> mend_length(const Record& record,
                                                      io::Spool& bytes,
                                                      uint64_t size);

}  // namespace wax::warc
