// The findings of a check of capture files, by kind.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wax::cdx {

struct Example {
  std::string file;
  uint64_t line = 0;  // from 1
  std::string text;
};

struct Finding {
  std::string_view id;    // a stable word: "order", "date", ...
  std::string_view text;  // what it means
  uint64_t count = 0;
  std::vector<Example> examples;  // the first ones
};

// Counts findings of known kinds.
class Findings {
 public:
  // `most_examples`: kept of each kind.
  Findings(std::vector<Finding> kinds, size_t most_examples)
      : kinds_(std::move(kinds)), most_examples_(most_examples) {}

  // `id` is one of the kinds.
  void add(std::string_view id, std::string_view file, uint64_t line,
           std::string_view text);
  // The kinds that were found, in their order.
  [[nodiscard]] std::vector<Finding> found() const;

 private:
  std::vector<Finding> kinds_;
  size_t most_examples_;
};

}  // namespace wax::cdx
