// An archive, or a piece of one, to captures that may become documents.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "cdx/indexer/indexer.h"
#include "collection/import/block_keeper.h"
#include "collection/import/capture_batch.h"
#include "collection/import/import.h"
#include "io/byte_source.h"
#include "warc/http/block_head.h"
#include "warc/reader/reader.h"

namespace wax::collection {

// The options of the indexer that gives keys, dates and digests of records.
[[nodiscard]] cdx::IndexOptions index_options(const ImportOptions& options);

// Decides which captures are left out, and counts and reports those. A reader
// that begins at a piece of a file is right where the reader of the piece
// before leads to its start (warc::open_archive_near()).
class CaptureReader {
 public:
  // Reads a whole archive from `source`, or opens it by its path at the first
  // fill() if `source` is null. The options, here and below, outlive the
  // reader.
  CaptureReader(const ImportOptions& options, const cdx::IndexOptions& index,
                std::shared_ptr<const Archive> archive,
                std::unique_ptr<io::FileSource> source);
  // Begins at the first record in a piece of a file on disk. Throws IoError.
  CaptureReader(const ImportOptions& options, const cdx::IndexOptions& index,
                std::shared_ptr<const Archive> archive, uint64_t begin,
                uint64_t end);

  // Where it begins to read; UINT64_MAX if no record begins in the piece.
  [[nodiscard]] uint64_t start() const { return start_; }
  // Ends at the first record that begins at `end` or past it.
  void go_on_to(uint64_t end);
  // Whether one that starts at `offset` goes on as this one would.
  [[nodiscard]] bool leads_to(uint64_t offset) const;

  // Called with each capture that was added to the batch, with its HTTP head;
  // null: not known.
  using Take = std::function<void(const warc::BlockHead* head)>;

  // Adds captures to the batch and calls `take` after each, unless it is empty.
  // False when the piece ends, true when the batch is full. What the batch gets
  // does not depend on `take`, which may clear the candidates.
  [[nodiscard]] bool fill(CaptureBatch& batch, const Take& take);
  // Whether the archive has ended, and not only the piece.
  [[nodiscard]] bool at_end() const { return at_end_; }
  // Adds what was counted. Call it once, when the reader is not needed any
  // more.
  void add_counts(ImportStats& stats) const;

 private:
  void open(std::unique_ptr<warc::ArchiveReader> reader);
  bool fill_from_records(CaptureBatch& batch, const Take& take);
  void take_capture(const cdx::Capture& capture, const BlockKeeper::Kept& kept,
                    CaptureBatch& batch);
  void take_revisit(const cdx::Capture& capture, const BlockKeeper::Kept& kept,
                    CaptureBatch& batch);
  Candidate& add_candidate(const cdx::Capture& capture,
                           const BlockKeeper::Kept& kept, CaptureBatch& batch);
  [[nodiscard]] bool may_state_digests() const;
  [[nodiscard]] bool is_listed(const cdx::Capture& capture) const;
  [[nodiscard]] std::string reason_to_skip(const cdx::Capture& capture,
                                           const BlockKeeper::Kept& kept,
                                           std::string_view type) const;

  // Counts the losses that it hands on to the batch.
  class Sink final : public ProblemSink {
   public:
    void report(Problem problem) override;
    ProblemList list;
    uint64_t losses = 0;
  };

  const ImportOptions& options_;
  const cdx::IndexOptions& index_options_;
  std::shared_ptr<const Archive> archive_;
  std::unique_ptr<io::FileSource> source_;
  Sink problems_;
  uint64_t losses_before_ = 0;  // the record at hand
  uint64_t start_ = 0;
  uint64_t end_ = UINT64_MAX;
  uint64_t position_ = 0;
  bool at_end_ = false;
  bool failed_ = false;
  bool listed_ = false;      // the last capture, by the exclusion list
  bool asks_early_ = false;  // as soon as the capture is made
  size_t batch_bytes_ = 0;   // of blocks in the batch that is filled
  size_t batch_captures_ = 0;
  warc::BlockHead revisit_head_;
  warc::ArchiveReader* reader_ = nullptr;  // the indexer's
  BlockKeeper* keeper_ = nullptr;          // likewise
  std::unique_ptr<cdx::Indexer> indexer_;
};

}  // namespace wax::collection
