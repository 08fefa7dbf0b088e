// Digests of records as stored: header, block and compression.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "io/byte_source.h"
#include "warc/record/digest.h"

namespace wax::cdx {

class RecordDigest {
 public:
  // For records in the archive `path`, which is opened a second time.
  explicit RecordDigest(std::string path) : path_(std::move(path)) {}

  // "sha256:" and the digest of `length` bytes at `offset`, in lower-case hex.
  // Nothing for standard input ("-") and for files that cannot seek. Throws
  // IoError.
  [[nodiscard]] std::optional<std::string> of(uint64_t offset, uint64_t length);

 private:
  std::string path_;
  std::unique_ptr<io::FileSource> file_;
  warc::Digester digester_{warc::DigestAlgorithm::kSha256};
};

}  // namespace wax::cdx
