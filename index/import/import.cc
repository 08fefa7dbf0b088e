#include "index/import/import.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <utility>

#include "cdx/indexer/indexer.h"
#include "index/document/document_maker.h"
#include "index/import/block_keeper.h"
#include "index/text/media_type.h"
#include "io/error.h"
#include "io/ordered_pool.h"
#include "text/ascii.h"
#include "warc/http/http.h"
#include "warc/record/digest.h"

namespace wax::index {
namespace {

using warc::RecordType;

constexpr size_t kBatchBytes = 1024 * 1024;
constexpr size_t kBatchRecords = 512;

// Reasons come from hostile data too: past this many they are counted as one.
constexpr size_t kMostReasons = 500;

struct Archive {
  std::string path;
  std::string filename;
  std::string collection;
};

// A capture that becomes a document, unless the exclusion lists say otherwise.
struct Candidate {
  std::shared_ptr<const Archive> archive;
  Document document;  // what is known without reading the body
  std::string content_type;
  size_t start = 0;  // of its block in the arena
  size_t size = 0;
  uint64_t whole_size = 0;
  bool is_http = false;
  bool whole = true;
};

class ProblemList final : public ProblemSink {
 public:
  void report(Problem problem) override { all.push_back(std::move(problem)); }
  std::vector<Problem> all;
};

struct Batch {
  std::string arena;
  std::vector<Candidate> candidates;
  size_t count = 0;
  SegmentBlock block;
  ImportStats stats;
  ProblemList problems;

  void clear() {
    arena.clear();
    count = 0;
    block.clear();
    stats = {};
    problems.all.clear();
  }
  Candidate& add() {
    if (count == candidates.size()) candidates.emplace_back();
    return candidates[count++];
  }
};

class CountingSink final : public ProblemSink {
 public:
  explicit CountingSink(ProblemSink& sink) : sink_(&sink) {}
  void report(Problem problem) override {
    if (problem.severity == Severity::kLost) ++lost_;
    sink_->report(std::move(problem));
  }
  [[nodiscard]] uint64_t lost() const { return lost_; }

 private:
  ProblemSink* sink_;
  uint64_t lost_ = 0;
};

void count_skipped(ImportStats& stats, std::string reason) {
  if (stats.skipped.size() >= kMostReasons && !stats.skipped.count(reason)) {
    reason = "other";
  }
  ++stats.skipped[reason];
}

bool is_http_url(std::string_view url) {
  return text::starts_with_ignoring_case(url, "http:") ||
         text::starts_with_ignoring_case(url, "https:");
}

int status_of(std::string_view text) {
  int status = -1;
  std::from_chars(text.data(), text.data() + text.size(), status);
  return status;
}

std::string base_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

}  // namespace

std::vector<std::pair<int, int>> parse_statuses(std::string_view text) {
  std::vector<std::pair<int, int>> ranges;
  for (std::string_view rest = text; !rest.empty();) {
    std::string_view range = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(range.size() + 1, rest.size()));
    int first = -1;
    int last = -1;
    const char* end = range.data() + range.size();
    auto [at, error] = std::from_chars(range.data(), end, first);
    last = first;
    if (error == std::errc() && at != end && *at == '-') {
      auto answer = std::from_chars(at + 1, end, last);
      at = answer.ptr;
      error = answer.ec;
    }
    if (error != std::errc() || at != end || first < 0 || last < first) {
      throw UsageError("\"" + std::string(text) +
                       "\" is no list of HTTP statuses such as 200-299,404");
    }
    ranges.emplace_back(first, last);
  }
  if (ranges.empty()) {
    throw UsageError("an empty list of HTTP statuses would import nothing");
  }
  return ranges;
}

struct Importer::State {
  State(const ImportOptions& options_in, SegmentWriter& writer_in,
        ProblemSink& problems_in)
      : options(options_in),
        writer(writer_in),
        problems(problems_in),
        jobs(std::max(1u, options.jobs)),
        batch(std::make_unique<Batch>()),
        // The caller's thread is one of the jobs.
        under_way(jobs - 1, [this](std::unique_ptr<Batch>& done,
                                   size_t thread) { work(*done, thread); }) {
    for (unsigned i = 0; i < jobs; ++i) {
      makers.emplace_back(options.max_body);
    }
    index_options.profile = options.profile;
    index_options.url_key = options.url_key;
    index_options.selection.types = {
        RecordType::kResponse, RecordType::kResource, RecordType::kConversion,
        RecordType::kRevisit};
    index_options.redirects = false;
    index_options.meta = false;
  }

  bool is_wanted_status(int status) const;
  bool is_wanted_type(std::string_view type) const;
  std::string reason_to_skip(const cdx::Capture& capture,
                             const BlockKeeper::Kept& kept,
                             std::string_view type) const;
  void take(const cdx::Capture& capture, const BlockKeeper::Kept& kept,
            const std::shared_ptr<const Archive>& archive);
  void add_date(const cdx::Capture& capture);
  void report_unreadable(const std::string& path, const IoError& error);
  void submit();
  void work(Batch& done, size_t thread);
  void retire_until(size_t most);

  const ImportOptions& options;
  SegmentWriter& writer;
  CountingSink problems;
  cdx::IndexOptions index_options;
  ImportStats stats;
  const unsigned jobs;
  std::unique_ptr<Batch> batch;
  std::vector<std::unique_ptr<Batch>> idle;
  std::deque<DocumentMaker> makers;  // one a thread
  // Last: its threads use the rest.
  io::OrderedPool<std::unique_ptr<Batch>> under_way;
};

bool Importer::State::is_wanted_status(int status) const {
  return std::any_of(options.statuses.begin(), options.statuses.end(),
                     [&](const auto& range) {
                       return status >= range.first && status <= range.second;
                     });
}

bool Importer::State::is_wanted_type(std::string_view type) const {
  if (options.all_types) return true;
  if (options.types.empty()) return text_kind(type) != TextKind::kNone;
  return std::any_of(
      options.types.begin(), options.types.end(), [&](std::string_view wanted) {
        if (!wanted.ends_with("/*")) return type == wanted;
        return type.starts_with(wanted.substr(0, wanted.size() - 1));
      });
}

std::string Importer::State::reason_to_skip(const cdx::Capture& capture,
                                            const BlockKeeper::Kept& kept,
                                            std::string_view type) const {
  if (capture.url.empty()) return "no-url";
  if (capture.date.empty()) return "no-date";
  if (kept.type == RecordType::kResponse) {
    if (is_http_url(capture.url)) {
      if (!is_wanted_status(status_of(capture.status))) {
        return "status " + (capture.status.empty() ? "none" : capture.status);
      }
    } else if (!text::starts_with_ignoring_case(capture.url, "ftp:")) {
      return std::string(capture.url.substr(0, capture.url.find(':')))
          .substr(0, 20);
    }
  }
  // A type that says nothing is told by the bytes, later.
  if (!is_vague(type) && !is_wanted_type(type))
    return "type " + bare_type(type);
  return {};
}

void Importer::State::add_date(const cdx::Capture& capture) {
  std::string digest = warc::normal_digest(capture.digest);
  if (capture.urlkey.empty() || capture.date.empty() || digest == "-") {
    count_skipped(stats, "revisit without digest or date");
    return;
  }
  writer.add_date(capture.urlkey, digest, capture.date);
  ++stats.dates;
}

void Importer::State::take(const cdx::Capture& capture,
                           const BlockKeeper::Kept& kept,
                           const std::shared_ptr<const Archive>& archive) {
  if (kept.type == RecordType::kRevisit) {
    add_date(capture);
    return;
  }
  std::string type = bare_type(capture.mime);
  std::string reason = reason_to_skip(capture, kept, type);
  if (!reason.empty()) {
    batch->arena.resize(kept.start);
    count_skipped(stats, std::move(reason));
    return;
  }
  Candidate& candidate = batch->add();
  candidate.archive = archive;
  candidate.content_type.assign(kept.content_type);
  candidate.start = kept.start;
  candidate.size = batch->arena.size() - kept.start;
  candidate.whole_size = kept.size;
  candidate.is_http =
      kept.type == RecordType::kResponse && is_http_url(capture.url);
  candidate.whole = kept.intact && candidate.size == kept.size;
  Document& document = candidate.document;
  document.url.assign(capture.url);
  document.urlkey.assign(capture.urlkey);
  document.digest = warc::normal_digest(capture.digest);
  document.date.assign(capture.date);
  document.type = std::move(type);
  document.collection.assign(archive->collection);
  document.filename.assign(archive->filename);
  document.offset = capture.offset;
  document.status = candidate.is_http ? status_of(capture.status) : 0;
}

void Importer::State::report_unreadable(const std::string& path,
                                        const IoError& error) {
  ++stats.failed_archives;
  problems.report({Severity::kLost, "unreadable-archive", path, std::nullopt,
                   error.what()});
}

void Importer::State::submit() {
  if (batch->count > 0) {
    under_way.put(std::move(batch));
    retire_until(jobs == 1 ? 0 : 2 * jobs);
    if (idle.empty()) {
      batch = std::make_unique<Batch>();
    } else {
      batch = std::move(idle.back());
      idle.pop_back();
    }
  }
  batch->clear();
}

// On any thread.
void Importer::State::work(Batch& done, size_t thread) {
  for (size_t i = 0; i < done.count; ++i) {
    Candidate& candidate = done.candidates[i];
    Document& document = candidate.document;
    if (options.exclusions &&
        options.exclusions->contains(document.urlkey, document.digest,
                                     document.date)) {
      ++done.stats.excluded;
      continue;
    }
    CapturedBlock block;
    block.bytes =
        std::string_view(done.arena).substr(candidate.start, candidate.size);
    block.is_http = candidate.is_http;
    block.whole = candidate.whole;
    block.content_type = candidate.content_type;
    block.archive = candidate.archive->path;
    block.offset = document.offset;
    makers[thread].make(block, candidate.whole_size, document, done.problems);
    if (!is_wanted_type(document.type)) {
      count_skipped(done.stats, "type " + document.type);
      continue;
    }
    done.block.add(document);
    ++done.stats.imported;
    done.stats.truncated += document.truncated;
    done.stats.noindex += document.noindex;
    done.stats.text_bytes += document.content.size();
    done.stats.links += document.links.size();
  }
  done.block.seal();
}

// The oldest batches, until no more than `most` are under way.
void Importer::State::retire_until(size_t most) {
  while (under_way.size() > most) {
    std::unique_ptr<Batch> done = under_way.take();
    for (Problem& problem : done->problems.all) {
      problems.report(std::move(problem));
    }
    writer.append(done->block);
    stats += done->stats;
    done->clear();
    idle.push_back(std::move(done));
  }
}

Importer::Importer(const ImportOptions& options, SegmentWriter& writer,
                   ProblemSink& problems)
    : state_(std::make_unique<State>(options, writer, problems)) {}

Importer::~Importer() = default;

ProblemSink& Importer::problems() { return state_->problems; }

void Importer::import_archive(std::unique_ptr<warc::Reader> reader,
                              const std::string& path,
                              const std::string& collection,
                              const std::function<void(uint64_t)>& progress) {
  State& state = *state_;
  auto archive = std::make_shared<const Archive>(
      Archive{path, base_name(path), collection});
  auto keeper = std::make_unique<BlockKeeper>(
      std::move(reader), state.options.max_body + warc::kMaxHttpHead);
  BlockKeeper& kept = *keeper;
  kept.use(&state.batch->arena);
  cdx::Indexer indexer(std::move(keeper), path, archive->filename,
                       state.index_options, state.problems);
  bool readable = true;
  auto next = [&]() -> const cdx::Capture* {
    try {
      return indexer.next();
    } catch (const IoError& error) {
      state.report_unreadable(path, error);
      readable = false;
      return nullptr;
    }
  };
  while (const cdx::Capture* capture = next()) {
    state.take(*capture, kept.kept(), archive);
    if (state.batch->arena.size() < kBatchBytes &&
        state.batch->count < kBatchRecords) {
      continue;
    }
    state.submit();
    kept.use(&state.batch->arena);
    if (progress) progress(indexer.position());
  }
  uint64_t counted = indexer.counts().written;
  for (const auto& [reason, records] : indexer.counts().skipped) {
    state.stats.skipped[reason] += records;
    counted += records;
  }
  // Reading broke off before they were told apart.
  uint64_t rest = indexer.counts().read - counted;
  if (rest > 0) state.stats.skipped["unknown"] += rest;
  state.stats.read += indexer.counts().read;
  state.stats.bytes += indexer.position();
  if (readable) ++state.stats.archives;
}

void Importer::unreadable(const std::string& path, const IoError& error) {
  state_->report_unreadable(path, error);
}

ImportStats Importer::finish() {
  state_->submit();
  state_->retire_until(0);
  state_->stats.failed = state_->problems.lost();
  return state_->stats;
}

}  // namespace wax::index
