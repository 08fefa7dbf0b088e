#include "lines/line_spool.h"

#include <utility>

#include "lines/line_stream.h"

namespace wax::lines {

LineSpool::LineSpool(SortOptions sorting)
    : sorting_(std::move(sorting)),
      spool_(std::make_unique<io::Spool>(sorting_.tmpdir)) {
  sorting_.unique = true;
}

void LineSpool::write_sorted(io::Output& output) {
  auto lines = sort_lines(lines_of(std::move(spool_)), sorting_);
  lines->copy_to(output);
  output.finish();
}

}  // namespace wax::lines
