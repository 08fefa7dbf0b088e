// Lines that are written first and read later.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "io/spool.h"
#include "lines/line_stream.h"
#include "lines/sort.h"

namespace wax::lines {

// Lines that are written, then read in the same order, more than once. Memory:
// io::Spool::kMemory bytes; what is more is in an unnamed file of `folder`. For
// one thread. Throws IoError.
class KeptLines {
 public:
  explicit KeptLines(const std::string& folder)
      : spool_(std::make_unique<io::Spool>(folder)) {}
  void add(std::string_view line);
  [[nodiscard]] bool empty() const { return spool_->size() == 0; }
  // All of them. Only one of these streams may be in use; the lines outlive it.
  [[nodiscard]] std::unique_ptr<LineStream> read();

 private:
  std::unique_ptr<io::Spool> spool_;
};

// Lines that are written in any order, then read sorted, each once.
class CollectedLines {
 public:
  explicit CollectedLines(SortOptions sort)
      : sort_(std::move(sort)), lines_(sort_.tmpdir) {
    sort_.unique = true;
  }
  void add(std::string_view line) { lines_.add(line); }
  [[nodiscard]] std::unique_ptr<LineStream> sorted() {
    return sort_lines(lines_.read(), sort_);
  }

 private:
  SortOptions sort_;
  KeptLines lines_;
};

}  // namespace wax::lines
