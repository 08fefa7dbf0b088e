#include "cdx/merge.h"

#include <sys/resource.h>

#include <algorithm>
#include <utility>

#include "cdx/cdx_lines.h"
#include "cdx/line_block.h"
#include "cdx/loser_tree.h"
#include "cdx/merged_lines.h"
#include "cdx/run_file.h"
#include "warc/io/in_order.h"

namespace wax::cdx {
namespace {

constexpr size_t kRunBlock = 256 * 1024;

using OpenBlocks = std::function<std::unique_ptr<BlockSource>(size_t)>;

// So many blocks of text are in memory, for all inputs together.
constexpr size_t kBlocks = 32 * 1024 * 1024;

size_t block_size(size_t inputs) {
  return std::clamp<size_t>(kBlocks / std::max<size_t>(inputs, 1), 32 * 1024,
                            256 * 1024);
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
                                         unsigned threads, size_t fan_in) {
  std::shared_ptr<RunFile> runs;
  std::vector<std::unique_ptr<BlockSource>> merged;
  size_t steps = (count + fan_in - 1) / fan_in;
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
    TreeInputs part = read_ahead(std::move(sources), threads);
    if (runs == nullptr) runs = std::make_shared<RunFile>(tmpdir);
    LoserTree tree(std::move(part.inputs));
    RunWriter writer(*runs, kRunBlock);
    while (tree.next()) writer.add(tree.line(), tree.code());
    merged.push_back(read_run(runs, writer.finish(), false, kRunBlock));
  }
  return merged_lines(read_ahead(std::move(merged), threads), options.unique);
}

}  // namespace

std::unique_ptr<LineStream> merge_lines(std::vector<LineInput> inputs,
                                        const MergeOptions& options) {
  std::vector<std::unique_ptr<BlockSource>> sources;
  for (LineInput& input : inputs) {
    sources.push_back(blocks_of(std::move(input.name), std::move(input.lines),
                                block_size(inputs.size())));
  }
  return merged_lines(read_ahead(std::move(sources), 0), options.unique);
}

std::unique_ptr<LineStream> merge_lines(
    size_t count, const std::function<LineInput(size_t)>& open,
    const MergeOptions& options, const std::string& tmpdir) {
  auto open_blocks = [&](size_t i) {
    LineInput input = open(i);
    return blocks_of(std::move(input.name), std::move(input.lines),
                     block_size(std::min(count, kMergeFanIn)));
  };
  return merge_blocks(count, open_blocks, options, tmpdir, 0, kMergeFanIn);
}

MergedFiles merge_files(const std::vector<std::string>& paths,
                        const MergeOptions& options,
                        const std::string& tmpdir) {
  SharedHeader header;
  size_t fan_in = most_open_files();
  size_t size = block_size(std::min(paths.size(), fan_in));
  auto open = [&](size_t i) -> std::unique_ptr<BlockSource> {
    const std::string& path = paths[i];
    auto file = std::make_unique<CdxBlocks>(path == "-" ? "<stdin>" : path,
                                            open_bytes(path, size, 1), size);
    header.add(file->name(), file->header(), file->first());
    return file;
  };
  unsigned jobs = io::thread_count(options.jobs);
  auto lines = merge_blocks(paths.size(), open, options, tmpdir,
                            jobs == 1 ? 0 : jobs - 1, fan_in);
  return {header.text(), std::move(lines)};
}

}  // namespace wax::cdx
