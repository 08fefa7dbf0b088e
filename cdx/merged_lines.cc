#include "cdx/merged_lines.h"

#include <utility>

namespace wax::cdx {
namespace {

class BlockInput final : public SortedInput {
 public:
  BlockInput(ReadAhead& ahead, size_t source)
      : ahead_(&ahead), source_(source) {}

  bool advance() override {
    if (++at_ >= block_.size()) {
      if (!ahead_->next(source_, block_)) return false;
      at_ = 0;
    }
    show();
    return true;
  }

  size_t advance_below(LineCode limit, LineCode least) override {
    // The last one has a code that is less than no limit.
    const LineBlock::Line* lines = block_.lines.data();
    size_t from = at_;
    while (lines[at_ + 1].code < limit && lines[at_ + 1].code >= least) ++at_;
    if (at_ > from) show();
    return at_ - from;
  }

 private:
  void show() {
    line_ = block_.line(at_);
    code_ = block_.lines[at_].code;
    // It may be long until this line comes first.
    __builtin_prefetch(&block_.lines[at_ + 1]);
    for (size_t i = 0; i < line_.size() && i < 256; i += 64) {
      __builtin_prefetch(line_.data() + i);
    }
  }

  ReadAhead* ahead_;
  size_t source_;
  LineBlock block_;
  size_t at_ = 0;
};

class MergedLines final : public LineStream {
 public:
  MergedLines(TreeInputs inputs, bool unique)
      : ahead_(std::move(inputs.ahead)),
        tree_(std::move(inputs.inputs)),
        unique_(unique) {}

  bool next(std::string_view& line) override {
    while (tree_.next()) {
      line = tree_.line();
      bool same = !first_ && tree_.code() == kSameLine && line.size() == size_;
      first_ = false;
      size_ = line.size();
      if (!same || !unique_) return true;
    }
    return false;
  }

  uint64_t copy_to(io::Output& output) override {
    uint64_t count = 0;
    std::string_view line;
    while (next(line)) {
      const char* begin = line.data();
      count += 1 + tree_.next_run(unique_);
      line = tree_.line();
      size_ = line.size();
      const char* end = line.data() + line.size() + 1;
      output.write({begin, static_cast<size_t>(end - begin)});
    }
    return count;
  }

 private:
  std::unique_ptr<ReadAhead> ahead_;  // outlives the tree's inputs
  LoserTree tree_;
  bool unique_;
  bool first_ = true;
  size_t size_ = 0;
};

}  // namespace

TreeInputs read_ahead(std::vector<std::unique_ptr<BlockSource>> sources,
                      unsigned threads) {
  TreeInputs inputs;
  inputs.ahead = std::make_unique<ReadAhead>(std::move(sources), threads);
  for (size_t i = 0; i < inputs.ahead->size(); ++i) {
    inputs.inputs.push_back(std::make_unique<BlockInput>(*inputs.ahead, i));
  }
  return inputs;
}

std::unique_ptr<LineStream> merged_lines(TreeInputs inputs, bool unique) {
  return std::make_unique<MergedLines>(std::move(inputs), unique);
}

}  // namespace wax::cdx
