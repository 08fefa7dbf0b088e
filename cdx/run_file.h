// Sorted runs on disk, for a merge.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/line_block.h"
#include "cdx/line_span.h"

namespace wax::cdx {

// A temporary file without a name, so that nothing stays behind however the
// program ends. Many runs share one: no limit on open files is met.
class RunFile {
 public:
  // In `directory`; empty: $TMPDIR, else /tmp. Throws IoError.
  explicit RunFile(std::string directory);
  ~RunFile();
  RunFile(const RunFile&) = delete;
  RunFile& operator=(const RunFile&) = delete;

  // Where the bytes went. May be called from several threads. Throws IoError.
  uint64_t append(std::string_view bytes);
  void read(uint64_t offset, char* to, size_t size) const;
  // Gives the disk space of bytes that are not needed any more back, where the
  // file system can.
  void release(uint64_t offset, size_t size) const;

 private:
  std::string directory_;
  int fd_;
  std::atomic<uint64_t> end_{0};
};

// Where the parts of a run are. Lines are stored without what they share with
// the line before.
struct Run {
  struct Part {
    uint64_t offset;
    size_t size;
  };
  std::vector<Part> parts;
};

class RunWriter {
 public:
  // Memory: one block.
  RunWriter(RunFile& file, size_t block);
  // Lines come in order, each with its code relative to the one before.
  void add(std::string_view line, LineCode code);
  [[nodiscard]] Run finish();

 private:
  void put(std::string_view bytes);
  void put_number(uint64_t number);
  void flush();

  RunFile* file_;
  size_t block_;
  std::string buffer_;
  Run run_;
  size_t line_size_ = 0;  // of the line before
};

// The lines again, in blocks of about `size` bytes, codes counted, but at least
// a line. With `release`, disk space is given back as they are read. Memory
// besides: the largest part of the run.
[[nodiscard]] std::unique_ptr<BlockSource> read_run(
    std::shared_ptr<const RunFile> file, Run run, bool release, size_t size);

}  // namespace wax::cdx
