#include "cdx/merge.h"

#include <sys/resource.h>

#include <algorithm>
#include <utility>

#include "cdx/cdx_lines.h"
#include "cdx/line_block.h"
#include "cdx/loser_tree.h"
#include "cdx/read_ahead.h"
#include "cdx/run_file.h"
#include "warc/io/in_order.h"

namespace wax::cdx {
namespace {

constexpr size_t kRunBlock = 256 * 1024;

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
    for (size_t i = 0; i < line_.size() && i < 256; i += 64) {
      __builtin_prefetch(line_.data() + i);
    }
  }

  ReadAhead* ahead_;
  size_t source_;
  LineBlock block_;
  size_t at_ = 0;
};

// What a tree takes its lines from, and what they need.
struct Inputs {
  std::unique_ptr<ReadAhead> ahead;
  std::unique_ptr<RunFile> runs;
  std::vector<std::unique_ptr<SortedInput>> inputs;
};

class MergedLines final : public LineStream {
 public:
  MergedLines(Inputs inputs, const MergeOptions& options)
      : ahead_(std::move(inputs.ahead)),
        file_(std::move(inputs.runs)),
        tree_(std::move(inputs.inputs)),
        options_(options) {}

  bool next(std::string_view& line) override {
    while (tree_.next()) {
      line = tree_.line();
      bool same = !first_ && tree_.code() == kSameLine && line.size() == size_;
      first_ = false;
      size_ = line.size();
      if (!same || !options_.unique) return true;
    }
    return false;
  }

  uint64_t copy_to(io::Output& output) override {
    uint64_t count = 0;
    std::string_view line;
    while (next(line)) {
      const char* begin = line.data();
      count += 1 + tree_.next_run(options_.unique);
      line = tree_.line();
      size_ = line.size();
      const char* end = line.data() + line.size() + 1;
      output.write({begin, static_cast<size_t>(end - begin)});
    }
    return count;
  }

 private:
  std::unique_ptr<ReadAhead> ahead_;  // these two outlive the tree's inputs
  std::unique_ptr<RunFile> file_;
  LoserTree tree_;
  MergeOptions options_;
  bool first_ = true;
  size_t size_ = 0;
};

using OpenBlocks = std::function<std::unique_ptr<BlockSource>(size_t)>;

// So many blocks of text are in memory, for all inputs together.
constexpr size_t kBlocks = 64 * 1024 * 1024;

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

Inputs read_ahead(std::vector<std::unique_ptr<BlockSource>> sources,
                  unsigned threads) {
  Inputs inputs;
  inputs.ahead = std::make_unique<ReadAhead>(std::move(sources), threads);
  for (size_t i = 0; i < inputs.ahead->size(); ++i) {
    inputs.inputs.push_back(std::make_unique<BlockInput>(*inputs.ahead, i));
  }
  return inputs;
}

std::unique_ptr<LineStream> merge_blocks(size_t count, const OpenBlocks& open,
                                         const MergeOptions& options,
                                         const std::string& tmpdir,
                                         unsigned threads, size_t fan_in) {
  Inputs all;
  size_t steps = (count + fan_in - 1) / fan_in;
  for (size_t step = 0; step < steps; ++step) {
    std::vector<std::unique_ptr<BlockSource>> sources;
    size_t end = count * (step + 1) / steps;
    for (size_t i = count * step / steps; i < end; ++i) {
      sources.push_back(open(i));
    }
    Inputs part = read_ahead(std::move(sources), threads);
    if (steps == 1) {
      all = std::move(part);
      break;
    }
    if (all.runs == nullptr) all.runs = std::make_unique<RunFile>(tmpdir);
    LoserTree tree(std::move(part.inputs));
    RunWriter writer(*all.runs, kRunBlock);
    while (tree.next()) writer.add(tree.line(), tree.code());
    all.inputs.push_back(read_run(*all.runs, writer.finish(), false));
  }
  return std::make_unique<MergedLines>(std::move(all), options);
}

}  // namespace

std::unique_ptr<LineStream> merge_lines(std::vector<LineInput> inputs,
                                        const MergeOptions& options) {
  std::vector<std::unique_ptr<BlockSource>> sources;
  for (LineInput& input : inputs) {
    sources.push_back(blocks_of(std::move(input.name), std::move(input.lines),
                                block_size(inputs.size())));
  }
  return std::make_unique<MergedLines>(read_ahead(std::move(sources), 0),
                                       options);
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
                                            open_bytes(path, size), size);
    header.add(file->name(), file->header(), file->first());
    return file;
  };
  unsigned jobs = io::thread_count(options.jobs);
  auto lines = merge_blocks(paths.size(), open, options, tmpdir,
                            jobs == 1 ? 0 : jobs - 1, fan_in);
  return {header.text(), std::move(lines)};
}

}  // namespace wax::cdx
