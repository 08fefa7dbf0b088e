// Digests that records state, made of bytes.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "warc/http/headers.h"
#include "warc/record/digest.h"
#include "warc/record/record.h"

namespace wax::warc {

inline constexpr std::string_view kBlockDigest = "WARC-Block-Digest";
inline constexpr std::string_view kPayloadDigest = "WARC-Payload-Digest";

// The digests that a record of a block should state, as digest.h spells them.
struct BlockDigests {
  std::string block;
  // The digest of what the HTTP message of a response or request carries,
  // without its transfer codings (WARC 1.1, 5.9), or of the whole block of a
  // resource or conversion. Empty: no payload, or that of another record, or a
  // segment, which has a part of it alone.
  std::string payload;
};

// `fields` are those of the record; its WARC-Type decides, and whether it
// is a segment.
[[nodiscard]] BlockDigests digests_of_block(std::span<const Field> fields,
                                            std::string_view block);

// Makes the digest of some bytes, in the algorithm and the spelling of the one
// that a field of a record states.
class StatedDigest {
 public:
  // The field may be missing.
  StatedDigest(const Record& record, std::string_view field);

  // Bytes that belong to it.
  void update(std::string_view bytes) {
    if (known_) digester_.update(bytes);
  }
  [[nodiscard]] bool is_stated() const { return !stated_.empty(); }
  // The digest as the record writes it; empty when it does not state one.
  [[nodiscard]] const std::string& stated() const { return stated_; }
  // The digest of the bytes, and back to the start. It is stated() when that is
  // their digest, and when its algorithm is not known.
  [[nodiscard]] std::string finish();

 private:
  std::string stated_;
  std::optional<Digest> known_;
  Digester digester_;
};

}  // namespace wax::warc
