// Captures that were read from archives, and what becomes of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "collection/import/import_stats.h"
#include "collection/import/skipped_originals.h"
#include "collection/segment/segment.h"
#include "document/text/document.h"
#include "io/problem.h"
#include "io/spool.h"

namespace wax::collection {

struct Archive {
  std::string path;
  std::string filename;
  std::string collection;
};

class ProblemList final : public ProblemSink {
 public:
  void report(Problem problem) override { all.push_back(std::move(problem)); }
  std::vector<Problem> all;
};

// A capture that becomes a document, unless its bytes say otherwise.
struct Candidate {
  std::shared_ptr<const Archive> archive;
  document::Document document;  // what is known without reading the body
  std::string content_type;
  std::string record_id;
  size_t start = 0;  // of its block in the arena
  size_t size = 0;
  std::shared_ptr<io::Spool> rest;  // of a large document, after that
  uint64_t whole_size = 0;
  bool is_http = false;
  bool whole = true;
  bool is_record = true;  // of an archive
  // By a list; the bytes tell whether its type is imported at all.
  bool excluded = false;
};

// What some records gave, in their order.
struct ImportedBlock {
  SegmentBlock block;
  std::vector<std::string> printed;  // of each document, in place of the block
  ImportStats stats;
  SkippedOriginals skipped;
  ProblemList met;          // when the records were read
  ProblemList made;         // when the documents were made
  uint64_t bytes_done = 0;  // stored bytes of the archive

  void clear();
  // Bytes that it holds, about.
  [[nodiscard]] uint64_t weight() const;
};

// Candidates, and what was already met when they were read.
struct CaptureBatch {
  std::string arena;
  std::vector<Candidate> candidates;  // the first `count` of them
  size_t count = 0;
  ImportedBlock result;

  // For batches of documents that are no records.
  [[nodiscard]] bool is_full() const {
    return arena.size() >= 1024 * 1024 || count >= 512;
  }
  Candidate& add() {
    if (count == candidates.size()) candidates.emplace_back();
    return candidates[count++];
  }
  // After their documents were made.
  void clear_candidates() {
    arena.clear();
    count = 0;
  }
};

void count_skipped(ImportStats& stats, std::string reason);

}  // namespace wax::collection
