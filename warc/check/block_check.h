// Whether the block of a record is what its header states.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "io/byte_source.h"
#include "io/problem.h"
#include "warc/record/digest.h"
#include "warc/record/record.h"

namespace wax::warc {

// Counts of the digests that records state.
struct DigestCounts {
  uint64_t stated = 0;
  uint64_t mismatched = 0;
  // Digests of revisits (their payload is elsewhere), of segments and of
  // damaged records, and digests by an unknown algorithm.
  uint64_t unchecked = 0;
  // Matching payload digests, by the bytes that they were computed from.
  uint64_t stored = 0;     // after the HTTP head, still chunked
  uint64_t dechunked = 0;  // the same bytes, dechunked, as WARC 1.1 has it
  uint64_t either = 0;     // after the head of a message without chunks
  // The whole block: of a record that is not HTTP, or a block digest.
  uint64_t whole_block = 0;

  DigestCounts& operator+=(const DigestCounts& other);
};

// Reads the blocks of records, one after another, and compares them with their
// digests. Reports "warc-block-digest-mismatch", "warc-payload-digest-mismatch"
// (of none of the bytes that DigestCounts lists), "warc-bad-digest" (not
// readable), "warc-unknown-digest", and "odd-http" where a header promises an
// HTTP message that the block does not begin with.
//
// Bytes are hashed only where a record states their digest. A chunked payload
// is hashed both as stored and dechunked, because the block is read once.
class BlockCheck {
 public:
  // Without `digests` none are compared. `path` is for problems; both
  // references must outlive the check.
  BlockCheck(const std::string& path, bool digests, ProblemSink& problems)
      : path_(path), digests_(digests), problems_(problems) {}

  // Reads the block to its end. It must be unread.
  void read(const Record& record);
  // After that and Reader::finish(): compares, and adds what the digests of
  // the record say. `intact` is Reader::intact(): the bytes of a damaged
  // record cannot match.
  void compare(bool intact, DigestCounts& block, DigestCounts& payload);

 private:
  // What a record states of some of its bytes, and what was found.
  struct Compared {
    bool is_stated = false;
    std::optional<Digest> stated;  // nothing: it cannot be compared
    Digest found;
  };

  [[nodiscard]] Compared stated(const Record& record, std::string_view name);
  void compare_block(DigestCounts& counts);
  void compare_payload(DigestCounts& counts);
  void report(Severity severity, std::string id, std::string text);

  const std::string& path_;
  bool digests_;
  ProblemSink& problems_;
  std::string head_;     // a buffer
  uint64_t offset_ = 0;  // of the record
  Compared block_;
  Compared payload_;
  Digest dechunked_;
  bool is_http_ = false;
};

}  // namespace wax::warc
