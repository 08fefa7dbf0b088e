#include "lines/changed_lines.h"

#include <utility>

namespace wax::lines {

ChangedLines::ChangedLines(ChangedList lists) : lists_(std::move(lists)) {
  if (lists_.before) has_before_ = lists_.before->next(before_);
  has_after_ = lists_.after->next(after_);
}

void ChangedLines::next() {
  const bool was_it = was();
  const bool is_it = is();
  if (was_it) has_before_ = lists_.before->next(before_);
  if (is_it) has_after_ = lists_.after->next(after_);
}

}  // namespace wax::lines
