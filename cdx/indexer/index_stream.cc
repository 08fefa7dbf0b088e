#include "cdx/indexer/index_stream.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "cdx/format/capture_line.h"
#include "cdx/format/damaged_place.h"
#include "cdx/format/date_reference.h"
#include "io/error.h"
#include "io/inputs/input_files.h"
#include "io/ordered_streams.h"
#include "warc/record/date.h"

namespace wax::cdx {
namespace {

constexpr size_t kChunk = 64 * 1024;
constexpr size_t kMostWaiting = 16 * 1024 * 1024;

// A stretch of a file, which one thread indexes from the first record that
// begins in it. Where the stretch is not the first of its file, that is a guess
// until the one before has been read.
struct Part {
  const ArchiveInput* input;
  uint64_t begin;
  uint64_t end;
  [[nodiscard]] bool first() const { return begin == 0; }
  [[nodiscard]] bool last() const { return end == UINT64_MAX; }
};

class FileIndex;

// A piece of one file's index. The problems were met at its last line.
struct Chunk {
  uint64_t start = 0;  // FileIndex::start(), in a chunk before the others
  std::vector<Problem> problems;
  std::string lines;
  std::string damaged;
  std::string references;
  uint64_t bytes_done = 0;
  bool last = false;    // of its part
  bool at_end = false;  // of the file
  bool failed = false;  // with at_end
  IndexCounts counts;   // with at_end: those of the readers that are done
  std::unique_ptr<FileIndex> file;  // of the last chunk of a part
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

// Duplicate lists are about captures with a body, a digest and a date.
bool may_be_duplicate(const Capture& capture) {
  return !capture.urlkey.empty() && !capture.digest.empty() &&
         capture.mime != "warc/revisit" && warc::is_date14(capture.date);
}

// Makes the chunks of a part, and goes on behind it when asked.
class FileIndex {
 public:
  FileIndex(const Part& part, const IndexStreamOptions& options)
      : input_(*part.input), options_(options), end_(part.end) {
    if (part.first()) return;
    warc::NearReader near =
        warc::open_archive_near(input_.path, part.begin, part.end, problems_);
    start_ = near.reader == nullptr ? UINT64_MAX : near.offset;
    if (near.reader == nullptr) return;
    position_ = start_;
    make_indexer(std::move(near.reader));
  }

  // Where the first record was guessed; UINT64_MAX when there was none.
  [[nodiscard]] uint64_t start() const { return start_; }

  // Goes on up to the first record that begins at `end` or behind it.
  void go_on_to(uint64_t end) {
    end_ = end;
    if (indexer_ != nullptr) indexer_->stop_at(end);
  }

  // Whether one that starts at `offset` does as this one would.
  [[nodiscard]] bool leads_to(uint64_t offset) const {
    return reader_ != nullptr && reader_->boundary() == offset;
  }
  [[nodiscard]] IndexCounts counts() const {
    return indexer_ == nullptr ? IndexCounts() : indexer_->counts();
  }

  void fill(Chunk& chunk) {
    try {
      fill_from_records(chunk);
    } catch (const IoError& error) {
      problems_.report({Severity::kLost, "unreadable-archive", input_.path,
                        std::nullopt, error.what()});
      chunk.failed = chunk.at_end = chunk.last = true;
    }
    chunk.problems = problems_.take();
    if (indexer_ == nullptr) return;
    uint64_t position = indexer_->position();
    chunk.bytes_done = position - position_;
    position_ = position;
  }

 private:
  void make_indexer(std::unique_ptr<warc::ArchiveReader> reader) {
    reader_ = reader.get();
    if (options_.skim) reader_->skim();
    indexer_ =
        std::make_unique<Indexer>(std::move(reader), input_.path,
                                  input_.filename, options_.index, problems_);
    indexer_->stop_at(end_);
  }

  void fill_from_records(Chunk& chunk) {
    if (indexer_ == nullptr) {
      make_indexer(warc::open_archive(input_.path, problems_));
    }
    // A chunk ends at a problem, so that its place among the lines is kept.
    while (chunk.lines.size() < kChunk && !problems_.any()) {
      const Capture* capture = indexer_->next();
      if (capture == nullptr) {
        chunk.last = true;
        chunk.at_end = !indexer_->stopped();
        return;
      }
      if (!capture->intact && options_.damaged && may_be_duplicate(*capture)) {
        append_damaged_place(*capture, chunk.damaged);
      }
      if (options_.references) {
        append_date_reference(*capture, chunk.references);
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
  uint64_t start_ = 0;
  uint64_t end_;
  std::unique_ptr<Indexer> indexer_;
  warc::ArchiveReader* reader_ = nullptr;  // the indexer's
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
      file_ = std::make_unique<FileIndex>(
          Part{&inputs_[index_++], 0, UINT64_MAX}, options_);
    }
    chunk = Chunk();
    file_->fill(chunk);
    if (chunk.at_end) {
      chunk.counts = file_->counts();
      file_.reset();
    }
    return true;
  }

 private:
  const std::vector<ArchiveInput>& inputs_;
  const IndexStreamOptions& options_;
  size_t index_ = 0;
  std::unique_ptr<FileIndex> file_;
};

// 0 of what is no regular file.
uint64_t size_on_disk(const std::string& path) {
  std::error_code error;
  if (io::entry_path(path) || !std::filesystem::is_regular_file(path, error)) {
    return 0;
  }
  uint64_t size = std::filesystem::file_size(path, error);
  return error ? 0 : size;
}

// The parts of all files, in order.
std::vector<Part> split(const std::vector<ArchiveInput>& inputs,
                        const IndexStreamOptions& options) {
  std::vector<Part> parts;
  for (const ArchiveInput& input : inputs) {
    bool can_cut = options.jobs > 1 && !options.index.pairs_requests();
    uint64_t size = can_cut ? size_on_disk(input.path) : 0;
    uint64_t begin = 0;
    for (; size > begin && size - begin > options.part; begin += options.part) {
      parts.push_back({&input, begin, begin + options.part});
    }
    parts.push_back({&input, begin, UINT64_MAX});
  }
  return parts;
}

// Threads index parts ahead. What a thread made of a part is taken where it
// began as the part before ends; else the reader of that goes on.
class ParallelSource final : public ChunkSource {
 public:
  ParallelSource(std::vector<Part> parts, const IndexStreamOptions& options,
                 size_t jobs)
      : parts_(std::move(parts)),
        options_(options),
        // Each part that is done and waits keeps its reader.
        chunks_(parts_.size(), jobs, kMostWaiting,
                [this](size_t part, Chunks::Stream& chunks) {
                  index_part(parts_[part], chunks);
                }) {}

  [[nodiscard]] bool has_threads() { return chunks_.has_threads(); }

  bool next(Chunk& chunk) override {
    if (current_ == parts_.size()) return false;
    if (file_ != nullptr) {
      chunk = Chunk();
      file_->fill(chunk);
    } else {
      // The last chunk of a part says so.
      (void)chunks_.next(chunk);
      if (chunk.last) file_ = std::move(chunk.file);
    }
    if (!chunk.last) return true;
    if (chunk.at_end) {
      counts_ += file_->counts();
      chunk.counts = std::exchange(counts_, {});
      file_.reset();
      while (!parts_[current_].last()) advance();
      advance();
    } else {
      go_on();
    }
    return true;
  }

 private:
  using Chunks = io::OrderedStreams<Chunk>;

  void advance() {
    ++current_;
    chunks_.advance();
  }

  // The current part is done, but its file is not. Where the guess at the start
  // of the next was right, that goes on; else this one does.
  void go_on() {
    advance();
    Chunk first;
    (void)chunks_.next(first);
    if (file_->leads_to(first.start)) {
      counts_ += file_->counts();
      file_.reset();
    } else {
      chunks_.drop();
      file_->go_on_to(parts_[current_].end);
    }
  }

  // In any thread.
  void index_part(const Part& part, Chunks::Stream& chunks) {
    std::unique_ptr<FileIndex> file;
    try {
      file = std::make_unique<FileIndex>(part, options_);
    } catch (const IoError&) {
      // The part before will meet it, too.
    }
    if (!part.first()) {
      Chunk first;
      first.start = file == nullptr ? UINT64_MAX : file->start();
      bool any = first.start != UINT64_MAX;
      if (!chunks.put(std::move(first), 0) || !any) return;
    }
    for (bool last = false; !last;) {
      Chunk chunk;
      file->fill(chunk);
      last = chunk.last;
      if (last) chunk.file = std::move(file);
      uint64_t weight = sizeof(Chunk) + chunk.lines.size();
      if (!chunks.put(std::move(chunk), weight)) return;
    }
  }

  const std::vector<Part> parts_;
  const IndexStreamOptions& options_;
  size_t current_ = 0;
  // The reader of the current part when it has to go on, and the counts of
  // those before it in its file.
  std::unique_ptr<FileIndex> file_;
  IndexCounts counts_;
  Chunks chunks_;  // last: its threads use the parts
};

class IndexStream final : public lines::LineStream {
 public:
  IndexStream(std::vector<ArchiveInput> inputs,
              const IndexStreamOptions& options, ProblemSink& problems,
              IndexReport& report, std::function<void(uint64_t)> progress)
      : inputs_(std::move(inputs)),
        options_(options),
        problems_(problems),
        report_(report),
        progress_(std::move(progress)) {
    std::vector<Part> parts = split(inputs_, options_);
    size_t jobs = std::min<size_t>(options.jobs, parts.size());
    if (jobs > 1) {
      auto parallel =
          std::make_unique<ParallelSource>(std::move(parts), options_, jobs);
      if (parallel->has_threads()) source_ = std::move(parallel);
    }
    if (source_ == nullptr) {
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
    if (!chunk_.damaged.empty()) options_.damaged(chunk_.damaged);
    if (!chunk_.references.empty()) options_.references(chunk_.references);
    if (progress_) progress_(chunk_.bytes_done);
    if (chunk_.at_end) {
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

std::unique_ptr<lines::LineStream> index_archives(
    std::vector<ArchiveInput> inputs, const IndexStreamOptions& options,
    ProblemSink& problems, IndexReport& report,
    std::function<void(uint64_t)> progress) {
  options.index.check();
  if (!options.cdxj) check_legend(options.legend.letters);
  return std::make_unique<IndexStream>(std::move(inputs), options, problems,
                                       report, std::move(progress));
}

}  // namespace wax::cdx
