#include "lines/sort.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "io/error.h"
#include "io/ordered_pool.h"
#include "lines/line_span.h"
#include "lines/merged_lines.h"
#include "lines/read_ahead.h"
#include "lines/run_file.h"
#include "lines/sort_chunk.h"

namespace wax::lines {
namespace {

using ChunkPtr = std::unique_ptr<SortChunk>;

// How the memory is divided.
struct Shares {
  unsigned workers;  // threads that sort; 0: the reading one does
  size_t block;      // what a run is written and read by
  size_t chunk;
  size_t chunks;
  size_t range;  // what is merged in one go
  size_t fan_in;

  explicit Shares(const SortOptions& options) {
    unsigned jobs = io::thread_count(options.jobs);
    workers = jobs == 1 ? 0 : jobs;
    uint64_t memory = std::max<uint64_t>(options.memory, 16 * 1024);
    block = static_cast<size_t>(
        std::clamp<uint64_t>(memory / 512, 256, 256U << 10));
    range = static_cast<size_t>(
        std::clamp<uint64_t>(memory / (16 * (workers + 2)), 256, 2U << 20));
    uint64_t merging = 2 * (workers + 2) * range;
    // What a run is written from, and as much to pack it.
    uint64_t buffers = 2 * block * std::max(1U, workers) + merging;
    uint64_t left = memory - std::min(memory / 2, buffers);
    uint64_t least = workers == 0 ? 1 : uint64_t{workers} + 1;
    chunk = static_cast<size_t>(std::min<uint64_t>(left / least, 64U << 20));
    chunks = static_cast<size_t>(std::max(least, left / chunk));
    // A part as it is stored and unpacked, and two blocks of lines.
    fan_in = static_cast<size_t>(std::max<uint64_t>(
        (memory - std::min(memory / 2, merging)) / (4 * block) - 1, 2));
  }
};

class SortedChunks final : public SortedInputs {
 public:
  explicit SortedChunks(std::vector<ChunkPtr> chunks) {
    for (ChunkPtr& chunk : chunks) chunks_.push_back(std::move(chunk));
  }
  size_t size() const override { return chunks_.size(); }
  bool next(size_t input, LineSpan& lines) override {
    if (chunks_[input] == nullptr) return false;
    lines = chunks_[input]->lines();
    lines.owner = std::exchange(chunks_[input], nullptr);
    return true;
  }

 private:
  std::vector<std::shared_ptr<const SortChunk>> chunks_;
};

// Sorts chunks, and once memory is full writes them out as runs.
class RunMaker {
 public:
  RunMaker(const Shares& shares, const SortOptions& options)
      : shares_(shares),
        options_(options),
        tasks_(shares.workers, [this](Task& task, size_t) { run(task); }) {}

  // An empty chunk that takes a line of that size.
  ChunkPtr chunk_for(size_t line_size) {
    size_t capacity = std::max(shares_.chunk, SortChunk::room_for(line_size));
    ChunkPtr chunk;
    if (made_ < shares_.chunks) {
      ++made_;
    } else {
      if (file_ == nullptr) start_spilling();
      Task task = tasks_.take();
      runs_.push_back(std::move(task.run));
      chunk = std::move(task.chunk);
    }
    if (chunk == nullptr || chunk->capacity() + 16 < capacity) {
      chunk.reset();
      chunk = std::make_unique<SortChunk>(capacity);
    }
    return chunk;
  }

  void submit(ChunkPtr chunk) {
    tasks_.put(
        {std::move(chunk), /*sort=*/true, /*write=*/file_ != nullptr, {}});
  }

  // Waits for all that was submitted. Then there are either chunks in memory,
  // or runs in the file.
  void finish() {
    while (tasks_.size() > 0) {
      Task task = tasks_.take();
      if (task.write) {
        runs_.push_back(std::move(task.run));
      } else {
        sorted_.push_back(std::move(task.chunk));
      }
    }
  }
  std::vector<ChunkPtr> chunks() { return std::move(sorted_); }
  std::vector<Run> runs() { return std::move(runs_); }
  std::unique_ptr<RunFile> file() { return std::move(file_); }

 private:
  struct Task {
    ChunkPtr chunk;
    bool sort;
    bool write;
    Run run;  // when written; the chunk is empty then
  };

  // All chunks are in tasks, which sort them only.
  void start_spilling() {
    file_ = std::make_unique<RunFile>(options_.tmpdir);
    for (size_t left = tasks_.size(); left > 0; --left) {
      Task task = tasks_.take();
      tasks_.put({std::move(task.chunk), /*sort=*/false, /*write=*/true, {}});
    }
  }

  // In any thread.
  void run(Task& task) {
    if (task.sort) task.chunk->sort(options_.unique);
    if (!task.write) return;
    task.run = write(*task.chunk);
    task.chunk->clear();
    if (task.chunk->capacity() > shares_.chunk) {
      task.chunk = std::make_unique<SortChunk>(shares_.chunk);
    }
  }

  Run write(const SortChunk& chunk) {
    RunWriter writer(*file_, shares_.block);
    for (size_t i = 0; i < chunk.size(); ++i) {
      chunk.prefetch(i + 8);
      writer.add(chunk.line(i), chunk.code(i));
    }
    return writer.finish();
  }

  const Shares& shares_;
  const SortOptions& options_;
  std::vector<ChunkPtr> sorted_;
  size_t made_ = 0;
  std::unique_ptr<RunFile> file_;  // once memory is full
  std::vector<Run> runs_;
  io::OrderedPool<Task> tasks_;  // last: its threads use the others
};

}  // namespace

struct LineSorter::State {
  explicit State(const SortOptions& given)
      : options(given), shares(given), maker(shares, options) {}

  // Replaces the first runs by one, no more of them than needed so that all
  // can be merged at once.
  void merge_some(std::vector<Run>& runs) {
    size_t n = std::min(shares.fan_in, runs.size() - shares.fan_in + 1);
    auto end = runs.begin() + static_cast<ptrdiff_t>(n);
    auto inputs = inputs_of(runs.begin(), end, true);
    runs.erase(runs.begin(), end);
    runs.push_back(
        merged_run(std::move(inputs), merge_shares(), *file, shares.block));
  }

  [[nodiscard]] MergeShares merge_shares() const {
    return {shares.range, shares.workers - std::min(shares.workers, 1U)};
  }

  std::unique_ptr<SortedInputs> inputs_of(std::vector<Run>::iterator begin,
                                          std::vector<Run>::iterator end,
                                          bool release) {
    std::vector<std::unique_ptr<BlockSource>> sources;
    for (auto run = begin; run != end; ++run) {
      sources.push_back(read_run(file, std::move(*run), release, shares.block));
    }
    return std::make_unique<ReadAhead>(std::move(sources));
  }

  SortOptions options;
  Shares shares;
  RunMaker maker;
  ChunkPtr chunk;
  std::shared_ptr<RunFile> file;
};

LineSorter::LineSorter(const SortOptions& options)
    : state_(std::make_unique<State>(options)) {}
LineSorter::~LineSorter() = default;

void LineSorter::add(std::string_view line) {
  ChunkPtr& chunk = state_->chunk;
  if (chunk != nullptr) {
    if (chunk->add(line)) return;
    state_->maker.submit(std::move(chunk));
  }
  if (SortChunk::room_for(line.size()) > SortChunk::kMost) {
    throw FormatError("input", 0, "a line is longer than 4 GiB");
  }
  chunk = state_->maker.chunk_for(line.size());
  if (!chunk->add(line)) throw Error("no space for a line in a sort chunk");
}

std::unique_ptr<LineStream> LineSorter::sorted() {
  State& state = *state_;
  if (state.chunk != nullptr) state.maker.submit(std::move(state.chunk));
  state.maker.finish();
  state.file = state.maker.file();
  std::unique_ptr<SortedInputs> inputs;
  std::vector<Run> runs = state.maker.runs();
  if (runs.empty()) {
    inputs = std::make_unique<SortedChunks>(state.maker.chunks());
  } else {
    while (runs.size() > state.shares.fan_in) state.merge_some(runs);
    inputs = state.inputs_of(runs.begin(), runs.end(), false);
  }
  auto merged = merged_lines(std::move(inputs), state.options.unique,
                             state.merge_shares());
  state_.reset();
  return merged;
}

namespace {

class SortedLines final : public LineStream {
 public:
  SortedLines(std::unique_ptr<LineStream> input, SortOptions options)
      : input_(std::move(input)), options_(std::move(options)) {}

  bool next(std::string_view& line) override {
    if (merged_ == nullptr) start();
    return merged_->next(line);
  }

  uint64_t copy_to(io::Output& output) override {
    if (merged_ == nullptr) start();
    return merged_->copy_to(output);
  }

 private:
  void start() {
    LineSorter sorter(options_);
    for (std::string_view line; input_->next(line);) sorter.add(line);
    merged_ = sorter.sorted();
  }

  std::unique_ptr<LineStream> input_;
  SortOptions options_;
  std::unique_ptr<LineStream> merged_;
};

}  // namespace

std::unique_ptr<LineStream> sort_lines(std::unique_ptr<LineStream> input,
                                       const SortOptions& options) {
  return std::make_unique<SortedLines>(std::move(input), options);
}

LineSpool::LineSpool(SortOptions sorting)
    : sorting_(std::move(sorting)),
      spool_(std::make_unique<io::Spool>(sorting_.tmpdir)) {
  sorting_.unique = true;
}

void LineSpool::write_sorted(io::Output& output) {
  auto lines = sort_lines(lines_of(std::move(spool_)), sorting_);
  lines->copy_to(output);
  output.finish();
}

}  // namespace wax::lines
