// Archive files to captures, and digests of records as stored.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "cdx/files/neighbour_cdx.h"
#include "cdx/format/capture.h"
#include "cdx/indexer/index_options.h"
#include "io/byte_source.h"
#include "io/problem.h"
#include "warc/http/block_head.h"
#include "warc/reader/reader.h"
#include "warc/record/digest.h"

namespace wax::cdx {

// Raise it when an archive gives other captures or lines, so that builds run
// the step again.
inline constexpr int kCaptureRules = 3;

struct IndexCounts {
  uint64_t read = 0;
  uint64_t written = 0;
  uint64_t listed = 0;  // of them, whose bodies were not read (listed_in())
  std::map<std::string, uint64_t> skipped;  // by the profile's skip_reason

  IndexCounts& operator+=(const IndexCounts& other);
};

// The captures of one archive file, in the order of its records. Memory: one
// head, one block of input and, with post_append, kRequestWindow captures.
//
// Odd records are reported and kept: "odd-date", "odd-mime", "odd-status",
// "odd-url", "http-head-limit". With verify_http: "odd-http".
class Indexer {
 public:
  // Lines have `filename`, problems have `path`. `options`
  // and `problems` outlive the indexer.
  Indexer(std::unique_ptr<warc::Reader> reader, std::string path,
          std::string filename, const IndexOptions& options,
          ProblemSink& problems);
  ~Indexer();

  // The next capture, which is valid until the next call; nullptr at the end.
  // Throws IoError. A capture waits until its request cannot come any more.
  [[nodiscard]] const Capture* next();

  // The HTTP head of the last capture's record, or what is read in its place;
  // null if the record should have none. Valid until the next call of next().
  // Always null if requests are paired.
  [[nodiscard]] const warc::BlockHead* head() const;

  // Calls `made` with each capture when no more of its record's block is
  // needed, before the rest of that is passed over. Not for options that pair
  // requests.
  void on_made(std::function<void(const Capture&)> made);

  // The bodies of records are not read (warc::ArchiveReader::skim(), which the
  // caller has called) where these lines say the same as the header and the
  // place of the record; all other records are read whole. Captures are the
  // same as without, but damage in bodies that are not read is not found.
  // `records` outlives the indexer. Not for options that pair requests.
  void listed_in(const ListedRecords* records);

  // next() returns nullptr after the first record that ends at `offset` or
  // after it, and does not read the next one. A greater offset lets it go on.
  // Not for options that pair requests.
  void stop_at(uint64_t offset);
  // Whether stop_at() ended it, and not the file.
  [[nodiscard]] bool stopped() const;

  [[nodiscard]] const IndexCounts& counts() const;
  // Compressed bytes read so far.
  [[nodiscard]] uint64_t position() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

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
