// Writes the terms of merged documents with their postings and positions.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "index/writer/merge_plan.h"
#include "index/writer/postings_files.h"
#include "index/writer/term_run.h"
#include "io/byte_buffer.h"

namespace wax::index {

class PostingsMerger {
 public:
  // `plan` must outlive it. `segment`: its files' names without the extension.
  PostingsMerger(const MergePlan& plan, std::string segment, uint64_t memory,
                 unsigned threads)
      : plan_(plan),
        segment_(std::move(segment)),
        memory_(memory),
        threads_(threads) {}

  // Throws FormatError, IoError; UsageError for a term of too many documents.
  void run();

 private:
  void add_postings(const MergePart& part, const TermWalk& walk,
                    PostingsFiles& files);
  void add_kept(const MergePart& part, const TermWalk& walk,
                PostingsFiles& files);
  void add_piece(const TermWalk& walk, PostingsFiles& files);
  void gather(const MergePart& part, const TermWalk& walk);
  void add_gathered(const std::string& term, PostingsFiles& files);
  void put_document(uint32_t document, uint32_t frequency, bool with_positions);

  static constexpr uint32_t kDocumentsOfAPiece = 1 << 16;

  const MergePlan& plan_;
  std::string segment_;
  uint64_t memory_;
  unsigned threads_;
  // What is written of one term.
  TermPostings piece_;
  io::ByteBuffer piece_documents_;
  io::ByteBuffer piece_positions_;
  std::vector<uint32_t> gathered_;
  std::vector<uint32_t> positions_;
};

}  // namespace wax::index
