// Compares two sorted streams.
#pragma once

#include <memory>
#include <string_view>

#include "lines/line_stream.h"

namespace wax::lines {

// What a list was, and what it is.
struct ChangedList {
  std::unique_ptr<LineStream> before;  // null: nothing
  std::unique_ptr<LineStream> after;
};

// Walks through the lines of both in order. For one thread. Throws what the
// streams throw.
class ChangedLines {
 public:
  explicit ChangedLines(ChangedList lists);
  [[nodiscard]] bool ended() const { return !has_before_ && !has_after_; }
  // Whether the line was in the list, and whether it is.
  [[nodiscard]] bool was() const {
    return has_before_ && (!has_after_ || before_ <= after_);
  }
  [[nodiscard]] bool is() const {
    return has_after_ && (!has_before_ || after_ <= before_);
  }
  // Valid until next().
  [[nodiscard]] std::string_view line() const {
    return is() ? after_ : before_;
  }
  void next();

 private:
  ChangedList lists_;
  std::string_view before_;
  std::string_view after_;
  bool has_before_ = false;
  bool has_after_ = false;
};

}  // namespace wax::lines
