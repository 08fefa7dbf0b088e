// Sorted runs on disk, for a merge.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "io/temp_files.h"
#include "lines/line_block.h"
#include "lines/line_span.h"

namespace wax::lines {

// Where the parts of a run are. Lines are stored without what they share with
// the line before.
struct Run {
  struct Part {
    uint64_t offset;  // in the file
    size_t stored;    // bytes there; less than `size` when compressed (lz4)
    size_t size;      // in bytes
  };
  std::vector<Part> parts;
};

// Runs in one UnnamedFile, so that many runs need few open files.
class RunFile {
 public:
  // In bytes a second. On a slower disk, a thread that compresses first is
  // sooner done.
  static constexpr uint64_t kFastDisk = 300'000'000;

  // In io::temp_folder(folder). Parts are compressed while the disk, or the
  // system's cache of it, takes less than `fast_disk` bytes a second; with 0,
  // never. Throws IoError.
  explicit RunFile(const std::string& folder, uint64_t fast_disk = kFastDisk)
      : file_(folder), fast_disk_(fast_disk) {}

  // Several threads may call both. They throw IoError.
  Run::Part append(std::string_view bytes);
  // Makes `bytes` at least as long as the part. What was there is lost.
  void read(const Run::Part& part, std::vector<char>& bytes) const;
  // Gives the disk space of a part back, where the file system can. The part
  // must not be read again.
  void release(const Run::Part& part) const;

 private:
  uint64_t write(std::string_view bytes);
  [[nodiscard]] bool is_slow();

  io::UnnamedFile file_;
  uint64_t fast_disk_;
  std::atomic<uint64_t> end_{0};
  std::mutex mutex_;    // guards the two below, to which all writers add
  double written_ = 0;  // bytes; the last ones count most
  double seconds_ = 0;  // for them
};

// Writes a run. All throw IoError.
class RunWriter {
 public:
  // A part has about `block` bytes. `file` must outlive the writer. Memory: one
  // block.
  RunWriter(RunFile& file, size_t block);
  // Lines come in order, each with its code relative to the one before.
  void add(std::string_view line, LineCode code);
  // Call once, after the last line.
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

// The lines again, in blocks of about `size` bytes with their codes; a block
// has at least one line. With `release`, disk space is given back as lines are
// read. Memory besides: the largest part of the run.
[[nodiscard]] std::unique_ptr<BlockSource> read_run(
    std::shared_ptr<const RunFile> file, Run run, bool release, size_t size);

}  // namespace wax::lines
