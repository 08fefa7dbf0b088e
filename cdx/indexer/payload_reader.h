// One pass over what follows a record's head: its digest and its beginning.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cdx/profile/profile.h"
#include "io/problem.h"
#include "warc/http/block_head.h"
#include "warc/record/digest.h"
#include "warc/record/record.h"

namespace wax::cdx {

struct DigestForm {
  warc::DigestAlgorithm algorithm = warc::DigestAlgorithm::kSha1;
  // Of an HTTP body without its transfer coding, as WARC 1.1 defines the
  // payload digest; else of the bytes as stored, as most writers take it.
  bool payload = false;
};

class PayloadReader {
 public:
  explicit PayloadReader(const DigestForm& form)
      : form_(form), digester_(form.algorithm) {}

  // Reads the block of `view` behind its head: all of it where a digest is
  // wanted of `part`, else as much as is kept, the first `keep` bytes. Odd
  // transfer codings are reported for the record in the file `path`.
  void read(const RecordView& view, DigestPart part, size_t keep,
            ProblemSink& problems, const std::string& path);

  // The beginning of the body as stored, which holds until the next read().
  [[nodiscard]] std::string_view kept() const { return kept_; }
  // The same without its codings, at most `limit` bytes of it, which hold until
  // the next call or read().
  [[nodiscard]] std::string_view decoded(const warc::BlockHead& head,
                                         size_t limit);
  // Once after a read() for a digest: SHA-1 in base32, with "sha1:" before it
  // on demand; of others "sha256:" and lower-case hex.
  void take_digest(bool sha1_prefix, std::string& digest);

 private:
  DigestForm form_;
  warc::Digester digester_;
  std::string kept_;
  std::string decoded_;
  std::string sum_;
};

}  // namespace wax::cdx
