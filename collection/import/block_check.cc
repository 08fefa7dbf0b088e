#include "collection/import/block_check.h"

namespace wax::collection {

void BlockCheck::begin(const warc::Record& record) {
  forget();
  if (auto text = record.headers.find("WARC-Block-Digest")) {
    stated_ = warc::parse_digest(*text);
  }
  if (stated_ && stated_->algorithm != warc::DigestAlgorithm::kSha1) {
    stated_.reset();
  }
}

void BlockCheck::end(const std::string& path, uint64_t offset,
                     ProblemSink& problems) {
  if (!stated_) return;
  const warc::Digest found = digester_.finish();
  if (found != *stated_) {
    problems.report({Severity::kWarning, "warc-block-digest-mismatch", path,
                     offset,
                     "the digest of the block is " + warc::spelling(found) +
                         ", not " + warc::spelling(*stated_)});
  }
  stated_.reset();
}

void BlockCheck::forget() {
  if (stated_) (void)digester_.finish();
  stated_.reset();
}

}  // namespace wax::collection
