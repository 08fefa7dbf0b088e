// Finds lines in a sorted file without reading all of it. An object is for one
// thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "io/inputs/random_input.h"

namespace wax::cdx {

// A file of lines in byte order, or a URL of one (io::open_random()). Lines end
// in "\n" or "\r\n"; empty lines are skipped. Headers (" CDX N b a ...") and
// CDXJ metadata
// ("!meta ...") on top are not part of what is searched. Memory: 256 KiB, or
// one line if that is longer, and the first lines that searches meet: half a
// MiB for usual ones, so that later searches read fewer.
class SortedFile {
 public:
  // Throws IoError, and FormatError when the file is gzip'd or a pipe.
  explicit SortedFile(const std::string& path);

  [[nodiscard]] const std::string& path() const { return file_->path(); }
  // Headers and metadata on top, without line ends.
  [[nodiscard]] const std::vector<std::string>& top() const { return top_; }
  // The first line on top for which this is true begins the searched lines.
  void end_top_at(bool (*is_searched)(std::string_view line));
  // Offset of the first searched line.
  [[nodiscard]] uint64_t begin() const { return begin_; }

  // Offset of the first line that is not less than `text`; the end of the file
  // when all lines are less. Reads some 20 lines of a big file, later ten.
  // Throws FormatError when they are out of order.
  [[nodiscard]] uint64_t lower_bound(std::string_view text);

  // From now on, this part of each line is compared to check the order.
  void check_order_by(std::string_view (*part)(std::string_view line)) {
    checked_ = part;
  }

  // Offset of the line before the one at `offset`; empty at the first.
  [[nodiscard]] std::optional<uint64_t> line_before(uint64_t offset);

  // The line at `offset`, which moves past it; the line is valid until the next
  // call. False at the end of the file.
  [[nodiscard]] bool read(uint64_t& offset, std::string_view& line);

  // The line that ends at `offset` or, if none ends there, contains it;
  // `offset` moves to its beginning. For reading backwards.
  // False at the first line.
  [[nodiscard]] bool read_back(uint64_t& offset, std::string_view& line);

  // The error to throw for a line at `offset` that is less than a line before
  // it, or greater than a line after it.
  [[noreturn]] void throw_unsorted(uint64_t offset) const;

 private:
  // A line where a search halves the file.
  struct Probe {
    uint64_t start = 0;
    uint64_t next = 0;  // of the line after it
    std::string line;
  };

  // The bytes from `offset` on: `at_least` of them, fewer only at the end.
  std::string_view bytes(uint64_t offset, size_t at_least);
  // The first line at `middle` or after it; `kept` is then valid until the
  // next call. False at the end. `node` is the place of `middle` in the tree of
  // all halvings: 1 on top, below n 2n and 2n + 1.
  bool probe(uint64_t node, uint64_t middle, Probe& read_line,
             const Probe*& kept);
  // The first line start that is not before `offset`.
  uint64_t line_start(uint64_t offset);
  void read_top();

  std::string_view (*checked_)(std::string_view) = nullptr;
  std::unique_ptr<io::RandomInput> file_;
  uint64_t size_;
  uint64_t begin_ = 0;
  std::vector<std::string> top_;
  std::vector<char> buffer_;
  uint64_t buffer_offset_ = 0;
  size_t buffered_ = 0;
  size_t read_on_ = 0;      // bytes to read when the last bytes are passed
  bool searching_ = false;  // nothing is read on
  std::unordered_map<uint64_t, Probe> probes_;
};

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
