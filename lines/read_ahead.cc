#include "lines/read_ahead.h"

#include <algorithm>
#include <utility>

namespace wax::lines {

ReadAhead::ReadAhead(std::vector<std::unique_ptr<BlockSource>> sources)
    : inputs_(sources.size()), unneeded_(std::make_shared<Unneeded>()) {
  for (size_t i = 0; i < sources.size(); ++i) {
    inputs_[i].source = std::move(sources[i]);
    taken_.push_back(i);
  }
}

bool ReadAhead::next(size_t source, LineSpan& lines) {
  Input& input = inputs_[source];
  if (input.reading != nullptr) {
    pool_->finish(*input.reading);
    input.reading.reset();
  }
  if (input.blocks.empty()) read(input, 1);
  if (input.blocks.empty()) {
    if (input.failure) std::rethrow_exception(input.failure);
    return false;
  }
  std::shared_ptr<const LineBlock> block(
      input.blocks.front().release(), [unneeded = unneeded_](LineBlock* held) {
        std::lock_guard lock(unneeded->mutex);
        unneeded->blocks.emplace_back(held);
      });
  input.blocks.erase(input.blocks.begin());
  if (input.taken++ == 0) taken_.push_back(source);
  lines = {block, block->text.get(), block->lines.data(), block->size()};
  return true;
}

void ReadAhead::read_ahead(io::WorkPool& pool) {
  pool_ = &pool;
  for (size_t i : taken_) {
    Input& input = inputs_[i];
    size_t have = input.blocks.size();
    more_ += input.more;
    size_t want =
        std::max(have, std::min(std::exchange(input.taken, 0), 1 + more_));
    if (input.at_end) want = have;
    input.more = want - std::min<size_t>(want, 1);
    more_ -= input.more;
    if (want == have) continue;
    input.reading = pool.begin(
        [this, &input, count = want - have](size_t) { read(input, count); },
        false);
  }
  taken_.clear();
}

void ReadAhead::read(Input& input, size_t count) try {
  for (; count > 0 && !input.at_end; --count) {
    std::unique_ptr<LineBlock> block = unneeded_block();
    input.at_end = !input.source->next(*block);
    if (!input.at_end) input.blocks.push_back(std::move(block));
  }
} catch (...) {
  input.failure = std::current_exception();
  input.at_end = true;
}

std::unique_ptr<LineBlock> ReadAhead::unneeded_block() {
  std::lock_guard lock(unneeded_->mutex);
  if (unneeded_->blocks.empty()) return std::make_unique<LineBlock>();
  std::unique_ptr<LineBlock> block = std::move(unneeded_->blocks.back());
  unneeded_->blocks.pop_back();
  return block;
}

}  // namespace wax::lines
