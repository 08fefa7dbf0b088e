#include "lines/read_ahead.h"

#include <utility>

namespace wax::lines {

ReadAhead::ReadAhead(std::vector<std::unique_ptr<BlockSource>> sources)
    : inputs_(sources.size()), unneeded_(std::make_shared<Unneeded>()) {
  for (size_t i = 0; i < sources.size(); ++i) {
    inputs_[i].source = std::move(sources[i]);
  }
}

bool ReadAhead::next(size_t source, LineSpan& lines) {
  Input& input = inputs_[source];
  if (pool_ == nullptr) {
    read(input);
  } else {
    pool_->finish(*input.reading);
  }
  if (!input.any) return false;
  std::shared_ptr<const LineBlock> block(
      input.block.release(), [unneeded = unneeded_](LineBlock* held) {
        std::lock_guard lock(unneeded->mutex);
        unneeded->blocks.emplace_back(held);
      });
  if (pool_ != nullptr) begin(input);
  lines = {block, block->text.get(), block->lines.data(), block->size()};
  return true;
}

void ReadAhead::read_ahead(io::WorkPool& pool) {
  pool_ = &pool;
  for (Input& input : inputs_) begin(input);
}

void ReadAhead::begin(Input& input) {
  input.reading = pool_->begin([this, &input](size_t) { read(input); });
}

void ReadAhead::read(Input& input) {
  if (input.block == nullptr) {
    std::lock_guard lock(unneeded_->mutex);
    if (unneeded_->blocks.empty()) {
      input.block = std::make_unique<LineBlock>();
    } else {
      input.block = std::move(unneeded_->blocks.back());
      unneeded_->blocks.pop_back();
    }
  }
  input.any = input.source->next(*input.block);
}

}  // namespace wax::lines
