#include "lines/merge.h"

#include <algorithm>
#include <utility>

#include "io/ordered_pool.h"
#include "lines/merged_lines.h"
#include "lines/read_ahead.h"
#include "lines/run_file.h"

namespace wax::lines {
namespace {

constexpr size_t kRunBlock = 256 * 1024;
// More threads would wait for what is written.
constexpr unsigned kMostThreads = 8;

// Lines of a range, as for blocks. Each of many inputs, which all have to be
// looked at, should have some lines in a range.
size_t range_size(size_t inputs) {
  return std::clamp<size_t>(inputs * 4 * 1024, 1 << 20, 8 << 20);
}

}  // namespace

// What is read is merged while it is still in the caches, unless there are many
// inputs.
size_t merge_block_size(size_t inputs) {
  return std::clamp<size_t>((2 << 20) / std::max<size_t>(inputs, 1), 16 * 1024,
                            128 * 1024);
}

std::unique_ptr<LineStream> merge_blocks(
    size_t count,
    const std::function<std::unique_ptr<BlockSource>(size_t)>& open,
    size_t fan_in, const MergeOptions& options, const std::string& tmpdir) {
  std::shared_ptr<RunFile> runs;
  std::vector<std::unique_ptr<BlockSource>> merged;
  size_t steps = (count + fan_in - 1) / fan_in;
  MergeShares shares = {
      range_size(std::min(count, fan_in)),
      std::min(io::thread_count(options.jobs), kMostThreads) - 1};
  for (size_t step = 0; step < steps; ++step) {
    std::vector<std::unique_ptr<BlockSource>> sources;
    size_t end = count * (step + 1) / steps;
    for (size_t i = count * step / steps; i < end; ++i) {
      sources.push_back(open(i));
    }
    if (steps == 1) {
      merged = std::move(sources);
      break;
    }
    if (runs == nullptr) runs = std::make_shared<RunFile>(tmpdir);
    auto inputs = std::make_unique<ReadAhead>(std::move(sources));
    Run run = merged_run(std::move(inputs), shares, *runs, kRunBlock);
    merged.push_back(read_run(runs, std::move(run), false, kRunBlock));
  }
  return merged_lines(std::make_unique<ReadAhead>(std::move(merged)),
                      options.unique, shares);
}

std::unique_ptr<LineStream> merge_lines(std::vector<LineInput> inputs,
                                        const MergeOptions& options) {
  std::vector<std::unique_ptr<BlockSource>> sources;
  for (LineInput& input : inputs) {
    sources.push_back(blocks_of(std::move(input.name), std::move(input.lines),
                                merge_block_size(inputs.size())));
  }
  size_t range = range_size(sources.size());
  return merged_lines(std::make_unique<ReadAhead>(std::move(sources)),
                      options.unique, {range, 0});
}

std::unique_ptr<LineStream> merge_lines(
    size_t count, const std::function<LineInput(size_t)>& open,
    const MergeOptions& options, const std::string& tmpdir) {
  auto open_blocks = [&](size_t i) {
    LineInput input = open(i);
    return blocks_of(std::move(input.name), std::move(input.lines),
                     merge_block_size(std::min(count, kMergeFanIn)));
  };
  MergeOptions alone = options;
  alone.jobs = 1;
  return merge_blocks(count, open_blocks, kMergeFanIn, alone, tmpdir);
}

}  // namespace wax::lines
