// Terms with their postings in order, of some documents: what is held in memory
// or in temporary files until all documents are there.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/byte_buffer.h"
#include "io/temp_files.h"

namespace wax::index {

// The documents of one run, or of a part of it, that have a term. `documents`
// and `positions` are as in .frq and .prx; but `documents` begins with the
// second document, and `positions` is empty for a field without positions.
struct TermPostings {
  uint32_t count = 0;  // documents
  uint32_t first = 0;  // number of the first
  uint32_t last = 0;   // ... and of the last
  uint32_t first_frequency = 1;
  std::string_view documents;
  std::string_view positions;
};

// A field's part of a run. The fields are in order of their names.
struct RunSection {
  uint32_t field = 0;  // number
  uint64_t begin = 0;
  uint64_t entries = 0;
};

class TermRun {
 public:
  TermRun() = default;
  // Bytes in memory.
  [[nodiscard]] size_t in_memory() const { return file_ ? 0 : bytes_.size(); }
  // Moves them to a file. Throws IoError.
  void spill(const std::string& tmpdir);
  [[nodiscard]] const RunSection* section(uint32_t field) const;

  // How often its postings were merged.
  unsigned level = 0;

 private:
  friend class RunWriter;
  friend class RunCursor;
  io::ByteBuffer bytes_;
  std::unique_ptr<io::UnnamedFile> file_;
  uint64_t size_ = 0;
  std::vector<RunSection> sections_;
};

// Writes a run. A term may come several times, with later documents each time.
class RunWriter {
 public:
  // In memory.
  RunWriter() = default;
  // In a file.
  explicit RunWriter(const std::string& tmpdir);

  void begin_field(uint32_t number);
  void add(std::string_view term, const TermPostings& postings);
  [[nodiscard]] TermRun finish();

 private:
  TermRun run_;
  io::ByteBuffer term_;
};

// Reads one field of a run.
class RunCursor {
 public:
  // The run must outlive it. `buffer`: bytes that are read at once from a file.
  RunCursor(const TermRun& run, const RunSection& section, size_t buffer);

  // Moves to the next entry; false past the last. The views are valid until
  // the next call. Throws IoError.
  [[nodiscard]] bool next();
  [[nodiscard]] std::string_view term() const { return term_.view(); }
  [[nodiscard]] const TermPostings& postings() const { return postings_; }

 private:
  // At least so many bytes from at_ on, if the run has them.
  void need(size_t bytes);

  const TermRun* run_;
  uint64_t left_;  // entries
  uint64_t read_;  // where the file goes on after buffer_
  size_t at_once_;
  io::ByteBuffer buffer_;
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  io::ByteBuffer term_;
  TermPostings postings_;
};

// The entries of one field of several runs, in order of terms, and those of a
// term in order of the runs.
class MergedRuns {
 public:
  MergedRuns(const std::vector<TermRun>& runs, size_t first, uint32_t field,
             size_t buffer);

  [[nodiscard]] bool next();
  [[nodiscard]] std::string_view term() const {
    return cursors_[nodes_[0].cursor].term();
  }
  [[nodiscard]] const TermPostings& postings() const {
    return cursors_[nodes_[0].cursor].postings();
  }

 private:
  struct Node {
    uint64_t key = 0;  // the first eight bytes of the term
    uint32_t cursor = 0;
    bool ended = true;
  };
  [[nodiscard]] Node advanced(uint32_t cursor);
  [[nodiscard]] bool before(const Node& a, const Node& b) const;
  void start();

  std::vector<RunCursor> cursors_;
  std::vector<Node> nodes_;  // [0] the winner, [i] who lost in that match
  bool started_ = false;
};

// The first eight bytes as a number that sorts like them; shorter texts are
// filled up with zeros. Eight bytes from the beginning of a text that is not
// empty may be read.
[[nodiscard]] inline uint64_t first_eight(const char* text, size_t size) {
  if (size == 0) return 0;
  uint64_t bytes;
  std::memcpy(&bytes, text, 8);
  bytes = __builtin_bswap64(bytes);
  return size >= 8 ? bytes : bytes & ~(UINT64_MAX >> (8 * size));
}

}  // namespace wax::index
