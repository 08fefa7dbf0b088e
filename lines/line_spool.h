// Collects lines, and writes them sorted.
#pragma once

#include <memory>
#include <string_view>

#include "io/output.h"
#include "io/spool.h"
#include "lines/sort.h"

namespace wax::lines {

// Needs memory and temporary files as io::Spool does; while it writes, as
// sort_lines() does.
class LineSpool {
 public:
  explicit LineSpool(SortOptions sorting);
  // Adds whole lines.
  void add(std::string_view lines) { spool_->write(lines); }
  // Writes each line once, in byte order, and finishes the output. Call once.
  void write_sorted(io::Output& output);

 private:
  SortOptions sorting_;
  std::unique_ptr<io::Spool> spool_;
};

}  // namespace wax::lines
