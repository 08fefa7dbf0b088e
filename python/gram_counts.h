// Runs of words in texts, counted by year.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "index/schema/tokens.h"

namespace wax::python {

// Counts runs of `size` words, or those that are given: then memory does not
// grow. For one thread.
class GramCounts {
 public:
  GramCounts(size_t size, const std::vector<std::string>& only);

  // A text of a year.
  void add(std::string_view text, int year);

  // A dict: "counts" by run and year, and "words" and "documents" by year. With
  // the GIL.
  [[nodiscard]] pybind11::dict result() const;

 private:
  [[nodiscard]] std::deque<std::string> words_of(std::string_view text);

  size_t size_;
  bool counts_all_ = true;
  index::Tokenizer tokens_;
  std::unordered_map<std::string, std::map<int, uint64_t>> counts_;
  std::map<int, uint64_t> totals_;
  std::map<int, uint64_t> documents_;
};

}  // namespace wax::python
