// Compares blocks with the digests that their records state. An archive that is
// not compressed has no other checksum. For one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "io/problem.h"
#include "warc/reader/reader.h"
#include "warc/record/digest.h"

namespace wax::collection {

class BlockCheck {
 public:
  // The bytes that come next are the block of this record. Nothing is compared
  // when it states no digest (WARC-Block-Digest) by SHA-1.
  void begin(const warc::Record& record);
  void add(std::string_view bytes) {
    if (stated_) digester_.update(bytes);
  }
  // All of the block has been added. Reports "warc-block-digest-mismatch".
  void end(const std::string& path, uint64_t offset, ProblemSink& problems);
  // Some of it has not.
  void forget();

 private:
  std::optional<warc::Digest> stated_;
  warc::Digester digester_;
};

}  // namespace wax::collection
