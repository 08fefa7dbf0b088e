// Lines that are kept until all have come, and are sorted then.
#pragma once

#include <memory>
#include <string_view>

#include "io/output.h"
#include "io/spool.h"
#include "lines/sort.h"

namespace wax::lines {

// Memory and temporary files as io::Spool and, when they are written, as
// sort_lines().
class LineSpool {
 public:
  explicit LineSpool(SortOptions sorting);
  // Whole lines.
  void add(std::string_view lines) { spool_->write(lines); }
  // Writes each line once, in byte order, and finishes the output. Call once.
  void write_sorted(io::Output& output);

 private:
  SortOptions sorting_;
  std::unique_ptr<io::Spool> spool_;
};

}  // namespace wax::lines
