// The payloads of an archive: what servers answered, without HTTP.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "io/byte_source.h"
#include "io/problem.h"
#include "warc/http/block_head.h"
#include "warc/reader/reader.h"

namespace wax::warc {

struct Payload {
  std::string url;
  std::string date;     // 14 digits
  uint64_t offset = 0;  // Extent::offset of the record
  // Decoded: without transfer and content codings. Valid until the next call.
  io::ByteSource* body = nullptr;  // null: none, it is not changed
  // The digest of the payload that the record states, as digest.h spells it;
  // empty if it states none. Without a body, it is the digest of the payload
  // that the capture had; it is empty for a 304, and for a revisit with the
  // profile server-not-modified.
  std::string digest;
};

// Reads the payloads of responses with status 200 and of resources, of records
// that have a URL and a date. For one thread.
class PayloadReader {
 public:
  // Both outlive it. Throws what open_archive() does.
  PayloadReader(const std::string& path, ProblemSink& problems);
  PayloadReader(std::unique_ptr<io::FileSource> source, ProblemSink& problems);
  // From now on also gives, without a body, captures that say that nothing has
  // changed: revisits and responses with status 304.
  void give_unchanged() { gives_unchanged_ = true; }

  // False at the end. Throws IoError.
  [[nodiscard]] bool next(Payload& payload);
  // Where the record of the payload lay; what is left of it is passed over.
  Extent finish();
  // Known after finish(): whether the record was whole and undamaged.
  [[nodiscard]] bool intact() const { return reader_->intact(); }
  // Records so far, also those without a payload.
  [[nodiscard]] uint64_t records() const { return records_; }
  // Compressed bytes so far.
  [[nodiscard]] uint64_t position() const { return reader_->position(); }

 private:
  // Whether the record has a payload, or is one of those without.
  [[nodiscard]] bool read(io::ByteSource*& body);

  std::unique_ptr<ArchiveReader> reader_;
  Record record_;
  BlockHead head_;
  const Problem where_;  // of problems that nobody is told
  NoProblems ignored_;   // what servers did wrong
  std::unique_ptr<io::ByteSource> decoded_;
  uint64_t records_ = 0;
  bool gives_unchanged_ = false;
};

}  // namespace wax::warc
