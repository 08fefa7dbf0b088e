// Lines as merges take them, for tests.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lines/line_block.h"
#include "lines/line_span.h"

namespace wax::lines {

// Sorted lines in spans of so many.
inline std::vector<LineSpan> spans_of(const std::vector<std::string>& lines,
                                      size_t span) {
  std::vector<LineSpan> spans;
  std::string before;
  for (size_t from = 0; from < lines.size(); from += span) {
    auto block = std::make_shared<LineBlock>();
    for (size_t i = from; i < std::min(from + span, lines.size()); ++i) {
      LineCode code;
      (void)less_from(lines[i], before, 0, code);
      size_t used = block->bytes();
      block->reserve(used, used + lines[i].size() + 1);
      std::memcpy(block->text.get() + used, lines[i].data(), lines[i].size());
      block->text[used + lines[i].size()] = '\n';
      block->add(code, used, lines[i].size());
      before = lines[i];
    }
    spans.push_back(
        {block, block->text.get(), block->lines.data(), block->size()});
  }
  return spans;
}

// Inputs that have such spans.
class InputsOfSpans final : public SortedInputs {
 public:
  explicit InputsOfSpans(std::vector<std::vector<LineSpan>> inputs)
      : inputs_(std::move(inputs)), at_(inputs_.size()) {}
  size_t size() const override { return inputs_.size(); }
  bool next(size_t input, LineSpan& lines) override {
    if (at_[input] == inputs_[input].size()) return false;
    lines = std::move(inputs_[input][at_[input]++]);
    return true;
  }

 private:
  std::vector<std::vector<LineSpan>> inputs_;
  std::vector<size_t> at_;
};

}  // namespace wax::lines
