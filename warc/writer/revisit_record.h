// Records whose payload another record has as well: made revisits, and put
// together again (WARC 1.1, section 6.7).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "io/byte_source.h"
#include "io/spool.h"
#include "warc/record/digest.h"
#include "warc/record/named_original.h"
#include "warc/record/record.h"

namespace wax::warc {

// The profile of the revisits that are made.
inline constexpr std::string_view kIdenticalPayload =
    "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";

// Whether a revisit says that its payload is that of its original, in any
// version of WARC.
[[nodiscard]] bool has_identical_payload(const Record& revisit);

// Whether make_revisit() made it.
[[nodiscard]] bool is_made_revisit(const Record& revisit);

// A record ready to be written.
struct NewRecord {
  std::string header;  // with version line, Content-Length and blank line
  io::Spool block;
};

enum class KeptAs {
  kRevisit,
  kOtherType,     // neither a response nor a resource, or truncated
  kOtherPayload,  // its payload has another digest than it states
  kOddHeader,     // it could not be put together again byte for byte
};

// `original` is the capture that has the payload, too: the revisit names it,
// and the file that has it (`container`, without folders; empty: it is in the
// same one, or not known).
// Reads `record`, whose body is unread, and makes a revisit of it, of the HTTP
// head and without the payload. The field X-Original-Record keeps what a
// revisit must say otherwise than the record, so that restored_record() gives
// the record back byte for byte; a record of which that is not sure is not made
// a revisit. The caller then finishes the record, and uses the answer only if
// the record is intact. Memory: io::Spool. Throws IoError.
[[nodiscard]] KeptAs make_revisit(const Record& record,
                                  const NamedOriginal& original,
                                  NewRecord& revisit,
                                  std::string_view container = {});

// Makes the record of which `revisit`, whose body is unread, was made, with
// this payload. For revisits of other programs it is a record with their header
// and HTTP head: a response if that is HTTP, else a resource. False when the
// payload has not the digest that the revisit states: then there is no record.
// Throws IoError.
[[nodiscard]] bool restore_record(const Record& revisit,
                                  io::ByteSource& payload, NewRecord& restored);

// Whether the payload of `record`, whose body is unread, has the digest that
// the record states, if it states one that is known.
[[nodiscard]] bool has_stated_payload(const Record& record);

// Passes over what is no payload in the block of a record: the HTTP head.
// Gives its bytes; nothing when it is longer than kMaxHttpHead.
[[nodiscard]] std::optional<std::string> take_head(const Record& record);

}  // namespace wax::warc
