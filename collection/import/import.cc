#include "collection/import/import.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <utility>

#include "collection/import/capture_batch.h"
#include "collection/import/capture_reader.h"
#include "collection/import/page_lines.h"
#include "document/maker/document_maker.h"
#include "io/inputs/input_files.h"
#include "io/ordered_pool.h"
#include "warc/check/data_package.h"
#include "warc/reader/archive_parts.h"

namespace wax::collection {
namespace {

constexpr uint64_t kMostWaiting = 16 * 1024 * 1024;
// Bytes of documents made of page lists.
constexpr size_t kPagesBlock = 1024 * 1024;

// Reads a piece of an archive. While a thread reads ahead, it has what that
// needs to make documents of the records.
class PieceReader {
 public:
  explicit PieceReader(std::unique_ptr<CaptureReader> reader)
      : reader_(std::move(reader)) {}

  [[nodiscard]] CaptureReader& captures() { return *reader_; }
  // What warc::PartReaders asks of a reader.
  [[nodiscard]] uint64_t start() const { return reader_->start(); }
  [[nodiscard]] bool leads_to(uint64_t offset) const {
    return reader_->leads_to(offset);
  }
  void go_on_to(uint64_t end) { reader_->go_on_to(end); }
  [[nodiscard]] bool at_end() const { return reader_->at_end(); }

  std::unique_ptr<document::DocumentMaker> maker;
  std::unique_ptr<CaptureBatch> batch;

 private:
  std::unique_ptr<CaptureReader> reader_;
};

using BlockOfPiece = std::unique_ptr<ImportedBlock>;
using PieceReaders = warc::PartReaders<PieceReader, BlockOfPiece>;

std::shared_ptr<const Archive> archive_of(const std::string& path,
                                          const std::string& collection) {
  return std::make_shared<const Archive>(
      Archive{path, std::string(io::base_name(path)), collection});
}

// Makers of documents that no thread uses.
class SpareMakers {
 public:
  explicit SpareMakers(const ImportOptions& options) : options_(options) {}

  std::unique_ptr<document::DocumentMaker> take() {
    std::lock_guard lock(mutex_);
    if (spare_.empty()) {
      auto maker = std::make_unique<document::DocumentMaker>(options_.max_body,
                                                             options_.tika);
      maker->read_documents_to(options_.max_document, options_.tmpdir);
      return maker;
    }
    auto maker = std::move(spare_.back());
    spare_.pop_back();
    return maker;
  }
  void give(std::unique_ptr<document::DocumentMaker> maker) {
    std::lock_guard lock(mutex_);
    spare_.push_back(std::move(maker));
  }

 private:
  const ImportOptions& options_;
  std::mutex mutex_;  // guards spare_
  std::vector<std::unique_ptr<document::DocumentMaker>> spare_;
};

}  // namespace

struct Importer::State {
  State(const ImportOptions& options_in, SegmentWriter* writer_in,
        DocumentPrinter printer_in, ProblemSink& problems_in)
      : options(options_in),
        writer(writer_in),
        printer(std::move(printer_in)),
        problems(problems_in),
        index(index_options(options)),
        jobs(std::max(1u, options.jobs)),
        makers(options),
        batch(std::make_unique<CaptureBatch>()),
        // The caller's thread is one of the jobs.
        under_way(jobs - 1, [this](std::unique_ptr<CaptureBatch>& read,
                                   size_t) { make_batch(*read); }) {}

  // In any thread.
  void make_documents(CaptureBatch& read, document::DocumentMaker& maker,
                      const warc::BlockHead* head);
  void make_document(Candidate& candidate, std::string_view arena,
                     document::DocumentMaker& maker,
                     const warc::BlockHead* head, ImportedBlock& result);
  void exclude(const document::CapturedBlock& block,
               const document::Document& document,
               document::DocumentMaker& maker, ImportedBlock& result) const;
  void make_batch(CaptureBatch& read);
  bool read_piece(PieceReader& piece, BlockOfPiece& block);

  // In the caller's thread.
  void read_on(CaptureReader& reader);
  void submit();
  void retire_until(size_t most);
  void retire(ImportedBlock& block);
  void hand_on(ProblemList& list);
  void import_pieces(PieceReaders& pieces);
  void import_page_lines(const Archive& archive);

  const ImportOptions& options;
  std::set<std::string> read_waczs = {};  // whose page lists have been read
  SegmentWriter* writer;                  // null: documents are printed
  DocumentPrinter printer;
  ProblemSink& problems;
  const cdx::IndexOptions index;
  const unsigned jobs;
  std::function<void(uint64_t)> progress;
  uint64_t bytes_done = 0;
  ImportStats stats;
  SkippedOriginals skipped_originals;
  SpareMakers makers;
  std::unique_ptr<CaptureBatch> batch;
  std::vector<std::unique_ptr<CaptureBatch>> idle;
  // Last: its threads use the rest.
  io::OrderedPool<std::unique_ptr<CaptureBatch>> under_way;
};

// `head` is that of the only candidate, or null.
void Importer::State::make_documents(CaptureBatch& read,
                                     document::DocumentMaker& maker,
                                     const warc::BlockHead* head) {
  for (size_t i = 0; i < read.count; ++i) {
    make_document(read.candidates[i], read.arena, maker, head, read.result);
  }
  read.clear_candidates();
}

void Importer::State::make_document(Candidate& candidate,
                                    std::string_view arena,
                                    document::DocumentMaker& maker,
                                    const warc::BlockHead* head,
                                    ImportedBlock& result) {
  document::Document& document = candidate.document;
  if (document.revisit) {
    if (writer) result.block.add(document);
    return;
  }
  document::CapturedBlock block;
  block.bytes = arena.substr(candidate.start, candidate.size);
  block.rest = candidate.rest.get();
  block.is_http = candidate.is_http;
  block.head = head;
  block.whole = candidate.whole;
  block.content_type = candidate.content_type;
  block.archive = candidate.archive->path;
  block.offset = document.offset;
  if (candidate.excluded) {
    exclude(block, document, maker, result);
    return;
  }
  maker.make(block, candidate.whole_size, document, result.made);
  if (options.ignore_robots) document.noindex = false;
  // They would become words of other documents.
  if (document.noindex) document.images.clear();
  if (candidate.is_record && !options.rules.takes_type(document.type)) {
    std::string reason = "type " + document.type;
    result.skipped.add(
        options.exclusions,
        {candidate.archive->path, document.offset, document.urlkey,
         document.digest, document.date, reason},
        false);
    count_skipped(result.stats, std::move(reason));
    return;
  }
  if (options.exclusions) {
    options.exclusions->mark(document.urlkey, document.digest,
                             ExclusionList::kImported);
  }
  if (writer) {
    result.block.add(document);
  } else {
    printer.print(document, candidate.record_id, result.printed.emplace_back());
  }
  ++result.stats.imported;
  result.stats.truncated += document.truncated;
  result.stats.noindex += document.noindex;
  if (document.content.empty()) {
    const std::string_view reason = document::word_of(document.no_text);
    ++result.stats.without_text[std::string(reason)];
  }
  result.stats.text_bytes += document.content.size();
  result.stats.links += document.links.size();
}

// A capture of a vague type that a list excludes: if it is of a type that is
// not imported, nothing is lost when its original is not imported either.
void Importer::State::exclude(const document::CapturedBlock& block,
                              const document::Document& document,
                              document::DocumentMaker& maker,
                              ImportedBlock& result) const {
  std::vector<std::string_view> types =
      maker.possible_types(block, document.url);
  if (std::any_of(types.begin(), types.end(), [&](std::string_view type) {
        return options.rules.takes_type(type);
      })) {
    ++result.stats.excluded;
    result.skipped.add_excluded(*options.exclusions, document.urlkey,
                                document.digest);
  } else {
    count_skipped(result.stats, "type " + std::string(types.front()));
  }
}

void Importer::State::make_batch(CaptureBatch& read) {
  auto maker = makers.take();
  make_documents(read, *maker, nullptr);
  makers.give(std::move(maker));
  read.result.block.seal();
}

// The next block of a piece; false with the last one.
bool Importer::State::read_piece(PieceReader& piece, BlockOfPiece& block) {
  if (piece.maker == nullptr) piece.maker = makers.take();
  if (piece.batch == nullptr) piece.batch = std::make_unique<CaptureBatch>();
  CaptureBatch& read = *piece.batch;
  bool more = piece.captures().fill(read, [&](const warc::BlockHead* head) {
    make_documents(read, *piece.maker, head);
  });
  read.result.block.seal();
  block = std::make_unique<ImportedBlock>(std::move(read.result));
  read.result.clear();
  if (more) return true;
  makers.give(std::move(piece.maker));
  piece.batch.reset();
  return false;
}

// Until its piece ends. The results may be still under way.
void Importer::State::read_on(CaptureReader& reader) {
  std::unique_ptr<document::DocumentMaker> maker;
  CaptureReader::Take make_at_once;
  if (jobs == 1) {
    maker = makers.take();
    make_at_once = [&](const warc::BlockHead* head) {
      make_documents(*batch, *maker, head);
    };
  }
  while (!reader.at_end()) {
    bool more = reader.fill(*batch, make_at_once);
    submit();
    if (!more) break;
  }
  if (maker) makers.give(std::move(maker));
}

void Importer::State::submit() {
  under_way.put(std::move(batch));
  // Before retire_until(), which throws what a thread has thrown.
  if (idle.empty()) {
    batch = std::make_unique<CaptureBatch>();
  } else {
    batch = std::move(idle.back());
    idle.pop_back();
  }
  retire_until(jobs == 1 ? 0 : 2 * jobs);
}

// The oldest batches, until no more than `most` are under way.
void Importer::State::retire_until(size_t most) {
  while (under_way.size() > most) {
    std::unique_ptr<CaptureBatch> done = under_way.take();
    retire(done->result);
    done->result.clear();
    idle.push_back(std::move(done));
  }
}

void Importer::State::retire(ImportedBlock& done) {
  hand_on(done.met);
  hand_on(done.made);
  if (writer) writer->append(done.block);
  for (const std::string& text : done.printed) printer.take(text);
  stats += done.stats;
  skipped_originals.add_all(done.skipped);
  bytes_done += done.bytes_done;
  if (progress) progress(bytes_done);
}

void Importer::State::hand_on(ProblemList& list) {
  for (Problem& problem : list.all) {
    if (problem.severity == Severity::kLost) ++stats.failed;
    problems.report(std::move(problem));
  }
  list.all.clear();
}

void Importer::State::import_pieces(PieceReaders& pieces) {
  for (; !pieces.ended(); pieces.end_part()) {
    if (PieceReader* piece = pieces.reader()) {
      read_on(piece->captures());
      continue;
    }
    retire_until(0);
    for (BlockOfPiece block; pieces.take(block);) retire(*block);
  }
}

// The pages of the WACZ that the archive is in, and what it says of itself,
// once.
void Importer::State::import_page_lines(const Archive& archive) {
  if (writer == nullptr) return;
  const std::string wacz = wacz_of(archive.path);
  if (wacz.empty() || !read_waczs.insert(wacz).second) return;
  retire_until(0);
  ImportedBlock pages;
  auto hand_on_block = [&] {
    pages.block.seal();
    retire(pages);
    pages.clear();
  };
  warc::check_claims_of_package(wacz, pages.met);
  auto maker = makers.take();
  read_page_lines(
      wacz, options.max_body,
      [&](const PageLine& line) {
        pages.block.add(page_document(line, archive, options.identity, *maker));
        if (pages.block.size() >= kPagesBlock) hand_on_block();
      },
      pages.met);
  hand_on_block();
  makers.give(std::move(maker));
}

Importer::Importer(const ImportOptions& options, SegmentWriter& writer,
                   ProblemSink& problems)
    : state_(std::make_unique<State>(options, &writer, DocumentPrinter(),
                                     problems)) {}

Importer::Importer(const ImportOptions& options, DocumentPrinter printer,
                   ProblemSink& problems)
    : state_(std::make_unique<State>(options, nullptr, std::move(printer),
                                     problems)) {}

Importer::~Importer() = default;

void Importer::import_archives(const std::vector<ListedArchive>& archives,
                               const std::function<void(uint64_t)>& progress) {
  State& state = *state_;
  state.progress = progress;
  std::vector<std::string> paths;
  std::vector<std::shared_ptr<const Archive>> all;
  for (const ListedArchive& listed : archives) {
    paths.push_back(listed.path);
    all.push_back(archive_of(listed.path, listed.collection));
  }
  // The same for any number of threads.
  std::vector<warc::ArchivePart> parts = warc::archive_parts(
      paths, state.index.pairs_requests() ? UINT64_MAX : state.options.piece);
  PieceReaders::Work work;
  work.open = [&](const warc::ArchivePart& part) {
    const auto& archive = all[part.archive];
    if (!part.first()) {
      return std::make_unique<PieceReader>(std::make_unique<CaptureReader>(
          state.options, state.index, archive, part.begin, part.end));
    }
    auto reader = std::make_unique<CaptureReader>(state.options, state.index,
                                                  archive, nullptr);
    reader->go_on_to(part.end);
    return std::make_unique<PieceReader>(std::move(reader));
  };
  work.read = [&](PieceReader& piece, BlockOfPiece& block) {
    return state.read_piece(piece, block);
  };
  work.weight = [](const BlockOfPiece& block) { return block->weight(); };
  work.done = [&](PieceReader& piece) {
    piece.captures().add_counts(state.stats);
  };
  size_t threads = parts.size() >= state.jobs ? state.jobs : 1;
  PieceReaders pieces(std::move(parts), threads, kMostWaiting, std::move(work));
  state.import_pieces(pieces);
  for (const auto& archive : all) state.import_page_lines(*archive);
}

void Importer::import_archive(std::unique_ptr<io::FileSource> source,
                              const std::string& path,
                              const std::string& collection) {
  State& state = *state_;
  CaptureReader reader(state.options, state.index, archive_of(path, collection),
                       std::move(source));
  state.read_on(reader);
  reader.add_counts(state.stats);
}

void Importer::import_document(std::string_view bytes, const std::string& path,
                               const std::string& url,
                               const std::string& type) {
  CaptureBatch& batch = *state_->batch;
  Candidate& candidate = batch.add();
  candidate.archive = archive_of(path, {});
  candidate.content_type.clear();
  candidate.record_id.clear();
  candidate.start = batch.arena.size();
  candidate.size = bytes.size();
  candidate.rest.reset();
  candidate.whole_size = bytes.size();
  candidate.is_http = false;
  candidate.whole = true;
  candidate.is_record = false;
  candidate.excluded = false;
  candidate.document = {};
  candidate.document.url = url;
  candidate.document.type = type;
  candidate.document.filename = path;
  batch.arena += bytes;
  if (batch.is_full()) state_->submit();
}

void Importer::unreadable(const std::string& path, const IoError& error) {
  ++state_->stats.failed_archives;
  state_->batch->result.met.report({Severity::kLost, "unreadable-archive", path,
                                    std::nullopt, error.what()});
}

ImportStats Importer::finish(SkippedOriginals* skipped) {
  State& state = *state_;
  state.submit();
  state.retire_until(0);
  if (skipped != nullptr) {
    *skipped = std::move(state.skipped_originals);
  } else if (state.options.exclusions != nullptr) {
    ProblemList reports;
    (void)state.skipped_originals.report(*state.options.exclusions, reports);
    state.hand_on(reports);
  }
  return state.stats;
}

}  // namespace wax::collection
