// Finds lines of rising prefixes in a sorted file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wax::cdx {

// A file of lines in byte order, below comments, each with "\n". What it reads
// between two prefixes grows with the logarithm of what lies between them.
// Memory: some KiB, or a line if that is longer.
class SortedRun {
 public:
  // Throws IoError.
  explicit SortedRun(std::string path);
  ~SortedRun();
  SortedRun(const SortedRun&) = delete;
  SortedRun& operator=(const SortedRun&) = delete;

  // Moves to the first line that is not less than `prefix`, which is not less
  // than the one before it. Throws IoError.
  void seek(std::string_view prefix);
  // The line at hand if it begins with `prefix`; moves past it. Valid until the
  // next call.
  [[nodiscard]] bool next(std::string_view prefix, std::string_view& line);

 private:
  // The line at `offset`, without "\n"; false at the end.
  bool line_at(uint64_t offset, std::string_view& line);
  // The first line that begins after `offset`.
  uint64_t line_behind(uint64_t offset);
  // At least so many bytes from `offset` on; fewer only at the end.
  std::string_view bytes(uint64_t offset, size_t at_least);

  std::string path_;
  int fd_ = -1;
  uint64_t size_ = 0;
  uint64_t at_ = 0;
  std::vector<char> buffer_;
  uint64_t buffer_offset_ = 0;
  size_t buffered_ = 0;
};

}  // namespace wax::cdx
