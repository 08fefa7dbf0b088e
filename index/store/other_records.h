// Records that are no pages: their URLs have schemes that no page has
// (cdx::kOtherSchemes).
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

namespace wax::index {

struct Shard;

// Whether the bits of documents, which may be none, have this one.
[[nodiscard]] inline bool has_bit(const std::vector<uint64_t>& bits,
                                  uint64_t document) {
  return !bits.empty() && (bits[document / 64] >> document % 64 & 1) != 0;
}

// The records of one shard that are no pages, looked up once. Any number of
// threads may ask.
class OtherRecords {
 public:
  // A bit for each document that is one, in whole windows; empty: none is, or
  // the shard has no field "exacturl". Always of the same shard. Throws
  // FormatError and IoError; it is then looked up again.
  [[nodiscard]] const std::vector<uint64_t>& of(const Shard& shard);

 private:
  std::once_flag found_;
  std::vector<uint64_t> bits_;
};

}  // namespace wax::index
