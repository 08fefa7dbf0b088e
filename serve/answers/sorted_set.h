// Lines of a sorted file as a set. One thread at a time uses an object.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "cdx/files/searchable.h"
#include "lines/line_stream.h"

namespace wax::serve {

// Asks whether lines are in a sorted file: quickly when each is near the one
// before it.
class SortedSet {
 public:
  explicit SortedSet(std::unique_ptr<cdx::Searchable> file)
      : file_(std::move(file)) {}

  [[nodiscard]] bool has(std::string_view line);

 private:
  void seek(std::string_view line);
  void read();

  std::unique_ptr<cdx::Searchable> file_;
  std::unique_ptr<lines::LineStream> lines_;
  bool any_ = false;
  bool ended_ = false;
  std::string at_;  // the first line not less than asked_
  std::string asked_;
};

// "URLKEY DATE": the first two words of a line.
void set_key_and_date(std::string_view line, std::string& out);

}  // namespace wax::serve
