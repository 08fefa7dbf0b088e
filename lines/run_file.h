// Sorted runs on disk, for a merge.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "lines/line_block.h"
#include "lines/line_span.h"

namespace wax::lines {

// Where the parts of a run are. Lines are stored without what they share with
// the line before.
struct Run {
  struct Part {
    uint64_t offset;
    size_t stored;  // bytes there; less than `size` when packed (lz4)
    size_t size;
  };
  std::vector<Part> parts;
};

// A temporary file without a name, so that nothing stays behind however the
// program ends. Many runs share one: no limit on open files is met.
class RunFile {
 public:
  // A thread that writes less in a second gains by packing first.
  static constexpr uint64_t kFastDisk = 300'000'000;

  // In `directory`; empty: $TMPDIR, else /tmp. Parts are packed while the disk,
  // or what the system keeps of it in memory, takes less than `fast_disk` bytes
  // a second; with 0, never. Throws IoError.
  explicit RunFile(std::string directory, uint64_t fast_disk = kFastDisk);
  ~RunFile();
  RunFile(const RunFile&) = delete;
  RunFile& operator=(const RunFile&) = delete;

  // Both may be called from several threads, and throw IoError.
  Run::Part append(std::string_view bytes);
  // Makes `bytes` at least as long as the part. What was there is lost.
  void read(const Run::Part& part, std::vector<char>& bytes) const;
  // Gives the disk space of a part that is not needed any more back, where the
  // file system can.
  void release(const Run::Part& part) const;

 private:
  uint64_t write(std::string_view bytes);
  [[nodiscard]] bool is_slow();

  std::string directory_;
  uint64_t fast_disk_;
  int fd_;
  std::atomic<uint64_t> end_{0};
  std::mutex mutex_;    // guards the two below, which all writers add to
  double written_ = 0;  // bytes, the last ones count most
  double seconds_ = 0;  // that they took
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

}  // namespace wax::lines
