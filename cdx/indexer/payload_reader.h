// Reads the body of a record once, for its digest and for its first bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "cdx/profile/identity.h"
#include "cdx/profile/profile.h"
#include "io/problem.h"
#include "warc/http/block_head.h"
#include "warc/record/digest.h"

namespace wax::cdx {

class PayloadReader {
 public:
  explicit PayloadReader(const DigestForm& form)
      : form_(form), digester_(form.algorithm) {}

  // A head that is longer than warc::kMaxHttpHead, in pieces: before read(),
  // for digests of whole blocks.
  void take_long_head(std::string_view bytes) {
    digester_.update(bytes);
    has_long_head_ = true;
  }
  // Forgets it.
  void clear() {
    if (std::exchange(has_long_head_, false)) (void)digester_.finish();
  }

  // Reads the block of `view` after its head: all of it where a digest is
  // wanted of `part`, else as much as is kept, the first `keep` bytes. Odd
  // codings are reported for the record in the file `path`.
  void read(const RecordView& view, DigestPart part, size_t keep,
            ProblemSink& problems, const std::string& path);

  // The first bytes of the body as stored, valid until the next read().
  [[nodiscard]] std::string_view kept() const { return kept_; }
  // At most `limit` of these bytes without their HTTP codings, valid until the
  // next call or read().
  [[nodiscard]] std::string_view decoded(const warc::BlockHead& head,
                                         size_t limit);
  // Once after a read() for a digest.
  [[nodiscard]] warc::Digest take_digest() { return digester_.finish(); }

 private:
  DigestForm form_;
  warc::Digester digester_;
  bool has_long_head_ = false;
  std::string kept_;
  std::string decoded_;
};

}  // namespace wax::cdx
