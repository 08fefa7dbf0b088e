// Checksums of what is read of files, taken while it is read: a copy is
// compared with them later, and no file is read twice for that.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace wax::io {

// Bytes of a file and their crc32().
struct SummedRange {
  uint64_t begin = 0;
  uint64_t end = 0;
  uint32_t sum = 0;
  friend bool operator==(const SummedRange&, const SummedRange&) = default;
};

class FileSums;

// Sums all that open_file() opens in this process as it is read, in any thread,
// until it is destroyed. One at a time; files that are open then must not be
// read after it. Memory: 5 bytes for 64 KiB of a file.
class ReadSums {
 public:
  ReadSums();
  ~ReadSums();
  ReadSums(const ReadSums&) = delete;
  ReadSums& operator=(const ReadSums&) = delete;

  // What was read of a file, from front to back; one range when all was. Bytes
  // may be in two ranges. What is in none was not read.
  [[nodiscard]] std::vector<SummedRange> ranges_of(const std::string& path);
  // A line "BEGIN END SUM PATH" for each range of these files.
  [[nodiscard]] std::string lines_of(const std::vector<std::string>& paths);

  // Null when nothing is summed.
  [[nodiscard]] static std::shared_ptr<FileSums> of_opened(
      const std::string& path, uint64_t size);

 private:
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<FileSums>> files_;
};

// The lines of lines_of(), by path. Damaged lines are passed over.
[[nodiscard]] std::map<std::string, std::vector<SummedRange>> parse_read_sums(
    std::string_view lines);

// What one reader of a file reads.
class ReadSum {
 public:
  explicit ReadSum(std::shared_ptr<FileSums> file) : file_(std::move(file)) {}
  ~ReadSum() { leave(); }
  ReadSum(const ReadSum&) = delete;
  ReadSum& operator=(const ReadSum&) = delete;
  void add(uint64_t offset, std::string_view bytes);

 private:
  void leave();

  std::shared_ptr<FileSums> file_;
  uint64_t begin_ = 0;  // of what is summed within the current block
  uint64_t end_ = 0;
  uint32_t sum_ = 0;
};

}  // namespace wax::io
