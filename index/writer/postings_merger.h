// Writes the terms of merged documents with their postings and positions.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "index/writer/merge_plan.h"
#include "index/writer/postings_files.h"
#include "index/writer/term_run.h"
#include "index/writer/terms_of_parts.h"
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
  // For documents whose order in the part is that of their new numbers.
  void add_postings(const std::string& term,
                    const TermsOfParts::Postings& postings,
                    PostingsFiles& files);
  void add_kept(const std::string& term, const TermsOfParts::Postings& postings,
                PostingsFiles& files);
  // In any order. `with_joined`: those of documents that others replace, too.
  void add_sorted(const TermsOfParts& terms, bool with_joined,
                  PostingsFiles& files);
  void gather(const TermsOfParts::Postings& postings, bool with_joined,
              uint64_t first, uint64_t end);
  void add_piece(const std::string& term, PostingsFiles& files);
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
  std::vector<uint32_t> positions_;
  // What is sorted.
  struct Gathered {
    uint32_t number = 0;
    uint32_t frequency = 0;
    std::string_view positions;  // as in .prx
  };
  std::vector<Gathered> gathered_;
  std::deque<std::string> made_positions_;
};

}  // namespace wax::index
