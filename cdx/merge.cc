#include "cdx/merge.h"

#include <sys/resource.h>

#include <algorithm>
#include <utility>

#include "cdx/cdx_lines.h"
#include "cdx/line_block.h"
#include "cdx/merged_lines.h"
#include "cdx/read_ahead.h"
#include "cdx/run_file.h"
#include "warc/io/in_order.h"

namespace wax::cdx {
namespace {

constexpr size_t kRunBlock = 256 * 1024;
// More threads would wait for what is written.
constexpr unsigned kMostThreads = 8;

using OpenBlocks = std::function<std::unique_ptr<BlockSource>(size_t)>;

// What is read is merged while it is still in the caches, unless there are many
// inputs.
size_t block_size(size_t inputs) {
  return std::clamp<size_t>((2 << 20) / std::max<size_t>(inputs, 1), 16 * 1024,
                            128 * 1024);
}

// What packed inputs are unpacked to, in one go of each.
size_t member_room(size_t inputs) {
  return std::clamp<size_t>((256U << 20) / std::max<size_t>(inputs, 1),
                            128 * 1024, io::kMemberRoom);
}

// As for blocks. Of many inputs, which all have to be looked at, each should
// have some lines in a range.
size_t range_size(size_t inputs) {
  return std::clamp<size_t>(inputs * 4 * 1024, 1 << 20, 8 << 20);
}

// As many files as may be open, but for some that others need.
size_t most_open_files() {
  constexpr size_t kOthers = 64;
  constexpr size_t kMost = 2048;
  struct rlimit limit {};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return kMergeFanIn;
  if (limit.rlim_cur < kMost + kOthers && limit.rlim_cur < limit.rlim_max) {
    limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, kMost + kOthers);
    (void)::setrlimit(RLIMIT_NOFILE, &limit);
    (void)::getrlimit(RLIMIT_NOFILE, &limit);
  }
  auto allowed = static_cast<size_t>(limit.rlim_cur);
  return std::clamp<size_t>(allowed, kOthers + 2, kMost + kOthers) - kOthers;
}

std::unique_ptr<LineStream> merge_blocks(size_t count, const OpenBlocks& open,
                                         const MergeOptions& options,
                                         const std::string& tmpdir,
                                         uint64_t jobs, size_t fan_in) {
  std::shared_ptr<RunFile> runs;
  std::vector<std::unique_ptr<BlockSource>> merged;
  size_t steps = (count + fan_in - 1) / fan_in;
  MergeShares shares = {range_size(std::min(count, fan_in)),
                        std::min(io::thread_count(jobs), kMostThreads) - 1};
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

}  // namespace

std::unique_ptr<LineStream> merge_lines(std::vector<LineInput> inputs,
                                        const MergeOptions& options) {
  std::vector<std::unique_ptr<BlockSource>> sources;
  for (LineInput& input : inputs) {
    sources.push_back(blocks_of(std::move(input.name), std::move(input.lines),
                                block_size(inputs.size())));
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
                     block_size(std::min(count, kMergeFanIn)));
  };
  return merge_blocks(count, open_blocks, options, tmpdir, 1, kMergeFanIn);
}

MergedFiles merge_files(const std::vector<std::string>& paths,
                        const MergeOptions& options,
                        const std::string& tmpdir) {
  SharedHeader header;
  size_t fan_in = most_open_files();
  size_t at_once = std::min(paths.size(), fan_in);
  size_t size = block_size(at_once);
  size_t room = member_room(at_once);
  auto open = [&](size_t i) -> std::unique_ptr<BlockSource> {
    const std::string& path = paths[i];
    auto file = std::make_unique<CdxBlocks>(
        path == "-" ? "<stdin>" : path, open_bytes(path, size, 1, room), size);
    header.add(file->name(), file->header(), file->first());
    return file;
  };
  auto lines =
      merge_blocks(paths.size(), open, options, tmpdir, options.jobs, fan_in);
  return {header.text(), std::move(lines)};
}

}  // namespace wax::cdx
