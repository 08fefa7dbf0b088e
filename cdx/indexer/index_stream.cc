#include "cdx/indexer/index_stream.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <optional>
#include <thread>
#include <utility>

#include "cdx/format/capture.h"
#include "cdx/format/list_lines.h"
#include "io/error.h"
#include "io/inputs/watched_input.h"
#include "warc/reader/archive_parts.h"
#include "warc/record/date.h"

namespace wax::cdx {
namespace {

constexpr size_t kChunk = 64 * 1024;
constexpr size_t kMostWaiting = 16 * 1024 * 1024;

// A piece of one file's index. The problems were met at its last line.
struct Chunk {
  std::vector<Problem> problems;
  std::string lines;
  std::string damaged;
  std::string references;
  uint64_t bytes_done = 0;
  bool at_end = false;  // of the file
  bool failed = false;  // with at_end
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

// Makes the chunks of a part, and goes on after it when asked.
class FileIndex {
 public:
  FileIndex(const ArchiveInput& input, const warc::ArchivePart& part,
            const IndexStreamOptions& options, io::Watch watch)
      : input_(input),
        options_(options),
        watch_(std::move(watch)),
        end_(part.end) {
    if (part.first()) return;
    warc::NearReader near =
        warc::open_archive_near(input_.path, part.begin, part.end, problems_,
                                [this](const std::string& path) {
                                  return io::open_watched(path, watch_);
                                });
    start_ = near.reader == nullptr ? UINT64_MAX : near.offset;
    if (near.reader == nullptr) return;
    position_ = start_;
    make_indexer(std::move(near.reader));
  }

  // What warc::PartReaders asks of a reader.
  [[nodiscard]] uint64_t start() const { return start_; }
  [[nodiscard]] bool at_end() const { return at_end_; }
  void go_on_to(uint64_t end) {
    end_ = end;
    if (indexer_ != nullptr) indexer_->stop_at(end);
  }
  [[nodiscard]] bool leads_to(uint64_t offset) const {
    return next() == offset;
  }
  [[nodiscard]] std::optional<uint64_t> next() const {
    return reader_ == nullptr ? std::nullopt : reader_->boundary();
  }

  [[nodiscard]] IndexCounts counts() const {
    return indexer_ == nullptr ? IndexCounts() : indexer_->counts();
  }

  // The next chunk; false with the last one of the part.
  bool fill(Chunk& chunk) {
    if (failure_) std::rethrow_exception(failure_);
    bool more = false;
    try {
      more = fill_from_records(chunk);
    } catch (const IoError& error) {
      if (options_.throws_unreadable) {
        // After the lines before it.
        failure_ = std::current_exception();
        more = true;
      } else {
        problems_.report({Severity::kLost, "unreadable-archive", input_.path,
                          std::nullopt, error.what()});
        chunk.failed = at_end_ = true;
      }
    }
    chunk.at_end = at_end_;
    chunk.problems = problems_.take();
    if (indexer_ == nullptr) return more;
    uint64_t position = indexer_->position();
    chunk.bytes_done = position - position_;
    position_ = position;
    return more;
  }

 private:
  void make_indexer(std::unique_ptr<warc::ArchiveReader> reader) {
    reader_ = reader.get();
    const ListedRecords* listed =
        options_.listed != nullptr && !options_.index.pairs_requests()
            ? options_.listed->of(input_.path)
            : nullptr;
    if (options_.skim || listed != nullptr) reader_->skim();
    indexer_ =
        std::make_unique<Indexer>(std::move(reader), input_.path,
                                  input_.filename, options_.index, problems_);
    if (!options_.skim) indexer_->listed_in(listed);
    indexer_->stop_at(end_);
  }

  bool fill_from_records(Chunk& chunk) {
    if (indexer_ == nullptr) {
      make_indexer(
          warc::open_archive(io::open_watched(input_.path, watch_), problems_));
    }
    // A chunk ends at a problem, so that its place among the lines is kept.
    while (chunk.lines.size() < kChunk && !problems_.any()) {
      const Capture* capture = indexer_->next();
      if (capture == nullptr) {
        at_end_ = !indexer_->stopped();
        return false;
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
    return true;
  }

  const ArchiveInput& input_;
  const IndexStreamOptions& options_;
  const io::Watch watch_;
  ChunkProblems problems_;
  uint64_t start_ = 0;
  uint64_t end_;
  bool at_end_ = false;
  std::unique_ptr<Indexer> indexer_;
  warc::ArchiveReader* reader_ = nullptr;  // the indexer's
  uint64_t position_ = 0;
  std::exception_ptr failure_;  // thrown by the next fill()
};

using FileIndexes = warc::PartReaders<FileIndex, Chunk>;

// Chunks to lines, and what comes beside them.
class ChunkLines : public lines::LineStream {
 public:
  ChunkLines(const IndexStreamOptions& options, ProblemSink& problems,
             IndexReport& report, std::function<void(uint64_t)> progress)
      : options_(options),
        report_(report),
        problems_(problems),
        progress_(std::move(progress)) {}

  bool next(std::string_view& line) final {
    while (rest_.empty()) {
      if (!next_chunk()) return false;
    }
    size_t newline = rest_.find('\n');
    line = rest_.substr(0, newline);
    rest_.remove_prefix(newline + 1);
    return true;
  }

 protected:
  // False when there is none.
  virtual bool read_chunk(Chunk& chunk) = 0;

  const IndexStreamOptions options_;
  IndexReport& report_;

 private:
  bool next_chunk() {
    // Problems come after the lines before them.
    for (Problem& problem : std::exchange(chunk_.problems, {})) {
      problems_.report(std::move(problem));
    }
    chunk_ = Chunk();
    if (!read_chunk(chunk_)) return false;
    rest_ = chunk_.lines;
    if (!chunk_.damaged.empty()) options_.damaged(chunk_.damaged);
    if (!chunk_.references.empty()) options_.references(chunk_.references);
    if (progress_) progress_(chunk_.bytes_done);
    if (chunk_.at_end) {
      ++report_.files;
      report_.failed_files += chunk_.failed ? 1 : 0;
    }
    return true;
  }

  ProblemSink& problems_;
  std::function<void(uint64_t)> progress_;
  Chunk chunk_;
  std::string_view rest_;
};

// Nobody wants what a thread reads.
struct Ended {};

class IndexStream final : public ChunkLines {
 public:
  IndexStream(std::vector<ArchiveInput> inputs,
              const IndexStreamOptions& options, ProblemSink& problems,
              IndexReport& report, std::function<void(uint64_t)> progress)
      : ChunkLines(options, problems, report, std::move(progress)),
        inputs_(std::move(inputs)) {
    bool can_cut = options_.jobs > 1 && !options_.index.pairs_requests();
    std::vector<std::string> paths;
    for (const ArchiveInput& input : inputs_) paths.push_back(input.path);
    std::vector<warc::ArchivePart> parts =
        warc::archive_parts(paths, can_cut ? options_.part : UINT64_MAX);
    size_t jobs = std::min<size_t>(options_.jobs, parts.size());
    // Each part that is done and waits keeps its reader.
    files_ = std::make_unique<FileIndexes>(std::move(parts), jobs, kMostWaiting,
                                           work());
  }

  ~IndexStream() override { is_ended_ = true; }
  IndexStream(const IndexStream&) = delete;
  IndexStream& operator=(const IndexStream&) = delete;

 private:
  FileIndexes::Work work() {
    FileIndexes::Work work;
    work.open = [this](const warc::ArchivePart& part) {
      return std::make_unique<FileIndex>(inputs_[part.archive], part, options_,
                                         [this] { watch(); });
    };
    work.read = [](FileIndex& file, Chunk& chunk) { return file.fill(chunk); };
    work.weight = [](const Chunk& chunk) {
      return sizeof(Chunk) + chunk.lines.size();
    };
    work.done = [this](FileIndex& file) { report_.counts += file.counts(); };
    work.tick = options_.tick;
    return work;
  }

  // In any thread that reads.
  void watch() {
    if (is_ended_) throw Ended();
    if (options_.tick && std::this_thread::get_id() == caller_) options_.tick();
  }

  bool read_chunk(Chunk& chunk) override {
    caller_ = std::this_thread::get_id();
    while (true) {
      if (part_ended_) files_->end_part();
      part_ended_ = false;
      if (files_->ended()) return false;
      if (FileIndex* file = files_->reader()) {
        part_ended_ = !file->fill(chunk);
        return true;
      }
      if (files_->take(chunk)) return true;
      part_ended_ = true;
    }
  }

  std::vector<ArchiveInput> inputs_;
  std::atomic<bool> is_ended_ = false;
  std::atomic<std::thread::id> caller_ = std::thread::id();
  std::unique_ptr<FileIndexes> files_;
  bool part_ended_ = false;
};

class PartLines final : public ChunkLines {
 public:
  PartLines(ArchiveInput input, const warc::ArchivePart& part,
            const IndexStreamOptions& options, ProblemSink& problems,
            IndexReport& report, PartEnds& ends,
            std::function<void(uint64_t)> progress)
      : ChunkLines(options, problems, report, std::move(progress)),
        input_(std::move(input)),
        part_(part),
        ends_(ends) {}

 private:
  bool read_chunk(Chunk& chunk) override {
    if (ended_ || (!file_ && !open())) return false;
    ended_ = !file_->fill(chunk);
    if (!ended_) return true;
    report_.counts += file_->counts();
    ends_ = {file_->start(), file_->next(), file_->at_end()};
    return true;
  }
  bool open() {
    try {
      file_.emplace(input_, part_, options_, [this] {
        if (options_.tick) options_.tick();
      });
    } catch (const IoError&) {
      // The reader of the first part meets it, too.
    }
    ended_ = !file_ || file_->start() == UINT64_MAX;
    return !ended_;
  }

  const ArchiveInput input_;
  const warc::ArchivePart part_;
  PartEnds& ends_;
  std::optional<FileIndex> file_;
  bool ended_ = false;
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

std::unique_ptr<lines::LineStream> index_part(
    ArchiveInput input, const warc::ArchivePart& part,
    const IndexStreamOptions& options, ProblemSink& problems,
    IndexReport& report, PartEnds& ends,
    std::function<void(uint64_t)> progress) {
  options.index.check();
  if (!options.cdxj) check_legend(options.legend.letters);
  if (options.index.pairs_requests()) {
    throw UsageError(
        "requests are paired with responses only in whole archives");
  }
  return std::make_unique<PartLines>(std::move(input), part, options, problems,
                                     report, ends, std::move(progress));
}

}  // namespace wax::cdx
