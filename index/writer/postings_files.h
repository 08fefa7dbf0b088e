// Writes the terms of a segment with their postings, block by block on threads.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "index/writer/lucene_files.h"
#include "index/writer/term_run.h"
#include "io/ordered_pool.h"

namespace wax::index {

// Terms that follow each other, with postings of all runs, and what becomes of
// them.
struct TermBlock {
  struct Term {
    size_t begin = 0;  // of its text
    size_t size = 0;
    size_t end = 0;  // after its last postings
    TermInfo info;   // places are relative to the block's
  };
  struct Part {
    TermPostings numbers;  // without bytes
    size_t documents = 0;  // sizes
    size_t positions = 0;
  };

  uint32_t field = 0;
  uint32_t skip_interval = 0;
  bool with_positions = false;
  io::ByteBuffer bytes;  // texts and postings
  std::vector<Term> terms;
  std::vector<Part> parts;
  io::ByteBuffer frq;
  io::ByteBuffer prx;

  void begin_term(std::string_view term) {
    terms.push_back({bytes.size(), term.size(), parts.size(), {}});
    bytes.append(term);
  }
  void add(const TermPostings& postings) {
    parts.push_back(
        {postings, postings.documents.size(), postings.positions.size()});
    bytes.append(postings.documents);
    bytes.append(postings.positions);
    terms.back().end = parts.size();
  }
  void encode();
};

// Writes .tis, .tii, .frq and .prx of sorted terms.
class PostingsFiles {
 public:
  // A skip entry for as many documents as a block of block_file.h has: few
  // terms without such blocks are in many more.
  static constexpr uint32_t kSkipInterval = 128;

  PostingsFiles(const std::string& segment, bool with_positions,
                unsigned threads, size_t block,
                uint32_t skip_interval = kSkipInterval)
      : dictionary_(segment, skip_interval),
        skip_interval_(skip_interval),
        frq_(segment + ".frq"),
        block_(block),
        threads_(threads),
        blocks_(threads - 1, [](std::unique_ptr<TermBlock>& terms, size_t) {
          terms->encode();
        }) {
    if (with_positions) prx_.emplace(segment + ".prx");
  }

  // Fields in order of their names.
  void begin_field(uint32_t number, bool with_positions) {
    end_block();
    field_ = number;
    with_positions_ = with_positions;
  }

  // Terms in order. A term may come several times, with later documents each
  // time.
  void add(std::string_view term, const TermPostings& postings);

  // Writes what is left.
  void finish() {
    end_block();
    drain(0);
    dictionary_.finish();
    frq_.finish();
    if (prx_) prx_->finish();
  }

 private:
  // A term whose postings fill several blocks.
  struct LongTerm {
    explicit LongTerm(uint32_t skip_interval)
        : encoder(frq, prx, skip_interval) {}
    io::ByteBuffer frq;
    io::ByteBuffer prx;
    PostingsEncoder encoder;
    std::string text;
    TermInfo info;
  };

  void end_block();
  void drain(size_t most);
  void write(const TermBlock& block);
  void begin_long_term();
  void end_long_term();

  TermDictionary dictionary_;
  uint32_t skip_interval_;
  IndexFile frq_;
  std::optional<IndexFile> prx_;
  size_t block_;
  size_t threads_;
  uint32_t field_ = 0;
  bool with_positions_ = false;
  std::unique_ptr<TermBlock> filling_;
  std::unique_ptr<LongTerm> long_term_;
  io::OrderedPool<std::unique_ptr<TermBlock>> blocks_;
};

// Writes the files of each segment of the index in `directory` (block_file.h,
// combined_file.h); none for a segment without frequent terms. Reads the
// postings of all frequent terms. Throws IoError, FormatError.
void write_blocks(const std::string& directory);

}  // namespace wax::index
