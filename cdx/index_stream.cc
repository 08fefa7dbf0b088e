#include "cdx/index_stream.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "cdx/capture_line.h"
#include "warc/io/error.h"

namespace wax::cdx {
namespace {

constexpr size_t kChunk = 64 * 1024;
constexpr size_t kMostWaiting = 16 * 1024 * 1024;

// A piece of one file's index. The problems were met at its last line.
struct Chunk {
  std::vector<Problem> problems;
  std::string lines;
  uint64_t bytes_done = 0;
  bool last = false;
  bool failed = false;  // of the last chunk
  IndexCounts counts;   // of the last chunk
};

class ChunkProblems final : public ProblemSink {
 public:
  void report(Problem problem) override {
    problems_.push_back(std::move(problem));
  }
  std::vector<Problem> take() { return std::exchange(problems_, {}); }
  [[nodiscard]] bool any() const { return !problems_.empty(); }

 private:
  std::vector<Problem> problems_;
};

// Makes the chunks of one file.
class FileIndex {
 public:
  FileIndex(const ArchiveInput& input, const IndexStreamOptions& options)
      : input_(input), options_(options) {}

  void fill(Chunk& chunk) {
    try {
      fill_from_records(chunk);
    } catch (const IoError& error) {
      problems_.report({Severity::kLost, "unreadable-archive", input_.path,
                        std::nullopt, error.what()});
      chunk.failed = chunk.last = true;
    }
    chunk.problems = problems_.take();
    if (indexer_ == nullptr) return;
    uint64_t position = indexer_->position();
    chunk.bytes_done = position - position_;
    position_ = position;
    if (chunk.last) chunk.counts = indexer_->counts();
  }

 private:
  void fill_from_records(Chunk& chunk) {
    if (indexer_ == nullptr) {
      indexer_ = std::make_unique<Indexer>(
          warc::open_archive(input_.path, problems_), input_.path,
          input_.filename, options_.index, problems_);
    }
    // A chunk ends at a problem, so that its place among the lines is kept.
    while (chunk.lines.size() < kChunk && !problems_.any()) {
      const Capture* capture = indexer_->next();
      if (capture == nullptr) {
        chunk.last = true;
        return;
      }
      if (options_.cdxj) {
        append_cdxj(*capture, chunk.lines, options_.only_fields);
      } else {
        append_line(*capture, options_.legend, chunk.lines);
      }
    }
  }

  const ArchiveInput& input_;
  const IndexStreamOptions& options_;
  ChunkProblems problems_;
  std::unique_ptr<Indexer> indexer_;
  uint64_t position_ = 0;
};

class ChunkSource {
 public:
  virtual ~ChunkSource() = default;
  // The next chunk, in input order; false at the end.
  virtual bool next(Chunk& chunk) = 0;
};

class SerialSource final : public ChunkSource {
 public:
  SerialSource(const std::vector<ArchiveInput>& inputs,
               const IndexStreamOptions& options)
      : inputs_(inputs), options_(options) {}

  bool next(Chunk& chunk) override {
    if (file_ == nullptr) {
      if (index_ == inputs_.size()) return false;
      file_ = std::make_unique<FileIndex>(inputs_[index_++], options_);
    }
    chunk.lines.clear();
    chunk.last = chunk.failed = false;
    file_->fill(chunk);
    if (chunk.last) file_.reset();
    return true;
  }

 private:
  const std::vector<ArchiveInput>& inputs_;
  const IndexStreamOptions& options_;
  size_t index_ = 0;
  std::unique_ptr<FileIndex> file_;
};

class ParallelSource final : public ChunkSource {
 public:
  ParallelSource(const std::vector<ArchiveInput>& inputs,
                 const IndexStreamOptions& options, size_t jobs)
      : inputs_(inputs), options_(options), queues_(inputs.size()) {
    for (size_t i = 0; i < jobs; ++i) {
      threads_.emplace_back([this] { work(); });
    }
  }

  ~ParallelSource() override {
    {
      std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  bool next(Chunk& chunk) override {
    std::unique_lock lock(mutex_);
    if (current_ == inputs_.size()) return false;
    std::deque<Chunk>& queue = queues_[current_];
    changed_.wait(lock, [&] { return failure_ || !queue.empty(); });
    if (failure_) std::rethrow_exception(failure_);
    chunk = std::move(queue.front());
    queue.pop_front();
    waiting_ -= chunk.lines.size();
    if (chunk.last) {
      std::deque<Chunk>().swap(queue);
      ++current_;
    }
    lock.unlock();
    changed_.notify_all();
    return true;
  }

 private:
  void work() {
    try {
      for (;;) {
        size_t index;
        {
          std::lock_guard lock(mutex_);
          if (stopped_ || next_input_ == inputs_.size()) return;
          index = next_input_++;
        }
        FileIndex file(inputs_[index], options_);
        bool last = false;
        while (!last) {
          Chunk chunk;
          file.fill(chunk);
          last = chunk.last;
          if (!push(index, std::move(chunk))) return;
        }
      }
    } catch (...) {
      std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
      changed_.notify_all();
    }
  }

  // Waits while too much waits already, unless this file's turn has come: the
  // reader of chunks can then always go on.
  bool push(size_t index, Chunk chunk) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] {
      return stopped_ || index == current_ || waiting_ < kMostWaiting;
    });
    if (stopped_) return false;
    // Its turn does not mean that the reader keeps up.
    changed_.wait(lock, [&] {
      return stopped_ || waiting_ < kMostWaiting || queues_[index].empty();
    });
    if (stopped_) return false;
    waiting_ += chunk.lines.size();
    queues_[index].push_back(std::move(chunk));
    lock.unlock();
    changed_.notify_all();
    return true;
  }

  const std::vector<ArchiveInput>& inputs_;
  const IndexStreamOptions& options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::deque<Chunk>> queues_;
  size_t next_input_ = 0;
  size_t current_ = 0;
  size_t waiting_ = 0;
  bool stopped_ = false;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

class IndexStream final : public LineStream {
 public:
  IndexStream(std::vector<ArchiveInput> inputs,
              const IndexStreamOptions& options, ProblemSink& problems,
              IndexReport& report, std::function<void(uint64_t)> progress)
      : inputs_(std::move(inputs)),
        options_(options),
        problems_(problems),
        report_(report),
        progress_(std::move(progress)) {
    size_t jobs = std::min<size_t>(options.jobs, inputs_.size());
    if (jobs > 1) {
      source_ = std::make_unique<ParallelSource>(inputs_, options_, jobs);
    } else {
      source_ = std::make_unique<SerialSource>(inputs_, options_);
    }
  }

  bool next(std::string_view& line) override {
    while (rest_.empty()) {
      if (!next_chunk()) return false;
    }
    size_t newline = rest_.find('\n');
    line = rest_.substr(0, newline);
    rest_.remove_prefix(newline + 1);
    return true;
  }

 private:
  bool next_chunk() {
    // Problems stand behind the lines before them.
    for (Problem& problem : std::exchange(chunk_.problems, {})) {
      problems_.report(std::move(problem));
    }
    if (!source_->next(chunk_)) return false;
    rest_ = chunk_.lines;
    if (progress_) progress_(chunk_.bytes_done);
    if (chunk_.last) {
      ++report_.files;
      report_.failed_files += chunk_.failed ? 1 : 0;
      report_.counts += chunk_.counts;
      chunk_.counts = {};
    }
    return true;
  }

  std::vector<ArchiveInput> inputs_;
  IndexStreamOptions options_;
  ProblemSink& problems_;
  IndexReport& report_;
  std::function<void(uint64_t)> progress_;
  std::unique_ptr<ChunkSource> source_;
  Chunk chunk_;
  std::string_view rest_;
};

}  // namespace

std::unique_ptr<LineStream> index_archives(
    std::vector<ArchiveInput> inputs, const IndexStreamOptions& options,
    ProblemSink& problems, IndexReport& report,
    std::function<void(uint64_t)> progress) {
  options.index.check();
  if (!options.cdxj) check_legend(options.legend.letters);
  return std::make_unique<IndexStream>(std::move(inputs), options, problems,
                                       report, std::move(progress));
}

}  // namespace wax::cdx
