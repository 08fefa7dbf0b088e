#include "index/import/import.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "cdx/indexer/indexer.h"
#include "cdx/indexer/request_pairs.h"
#include "cdx/url/url_key.h"
#include "index/document/document_maker.h"
#include "index/import/block_keeper.h"
#include "io/error.h"
#include "io/ordered_pool.h"
#include "text/ascii.h"
#include "warc/http/block_head.h"
#include "warc/http/http.h"
#include "warc/http/media_type.h"
#include "warc/record/date.h"
#include "warc/record/digest.h"

namespace wax::index {
namespace {

using warc::RecordType;

constexpr size_t kBatchBytes = 1024 * 1024;
constexpr size_t kBatchRecords = 512;

// So many problems wait for their turn.
constexpr size_t kMostProblems = 1000;

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
  std::string record_id;
  size_t start = 0;  // of its block in the arena
  size_t size = 0;
  uint64_t whole_size = 0;
  bool is_http = false;
  bool whole = true;
  bool is_record = true;  // of an archive
  // By a list; the bytes tell whether its type is imported at all.
  bool excluded = false;
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
  std::vector<std::string> printed;  // of each document, in place of the block
  ImportStats stats;
  SkippedOriginals skipped;
  ProblemList met;   // when its records were read
  ProblemList made;  // when its documents were made

  void clear() {
    arena.clear();
    count = 0;
    block.clear();
    printed.clear();
    stats = {};
    met.all.clear();
    made.all.clear();
  }
  Candidate& add() {
    if (count == candidates.size()) candidates.emplace_back();
    return candidates[count++];
  }
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

std::string base_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

}  // namespace

struct Importer::State {
  // What is met in reading waits for its turn with the batch that is being
  // filled, so that the order does not depend on the threads.
  class ReadingSink final : public ProblemSink {
   public:
    explicit ReadingSink(State& state) : state_(&state) {}
    void report(Problem problem) override {
      if (problem.severity == Severity::kLost) ++state_->losses;
      ProblemList& met = state_->batch->met;
      met.report(std::move(problem));
      if (met.all.size() < kMostProblems) return;
      state_->retire_until(0);
      state_->hand_on(met);
    }

   private:
    State* state_;
  };

  State(const ImportOptions& options_in, SegmentWriter* writer_in,
        DocumentPrinter printer_in, ProblemSink& problems_in)
      : options(options_in),
        writer(writer_in),
        printer(std::move(printer_in)),
        problems(problems_in),
        reading(*this),
        jobs(std::max(1u, options.jobs)),
        batch(std::make_unique<Batch>()),
        // The caller's thread is one of the jobs.
        under_way(jobs - 1, [this](std::unique_ptr<Batch>& done,
                                   size_t thread) { work(*done, thread); }) {
    for (unsigned i = 0; i < jobs; ++i) {
      makers.emplace_back(options.max_body, options.tika);
    }
    static_cast<cdx::IdentityOptions&>(index_options) = options.identity;
    index_options.selection.types = {
        RecordType::kResponse, RecordType::kResource, RecordType::kConversion,
        RecordType::kRevisit};
    if (options.exclusions != nullptr && options.exclusions->has_originals()) {
      // They have lines in CDX files, so they may be originals.
      index_options.selection.types.insert(
          index_options.selection.types.end(),
          {RecordType::kMetadata, RecordType::kContinuation});
    }
    index_options.odd_values_are_lost = true;
    index_options.redirects = false;
    index_options.meta = false;
  }

  std::string reason_to_skip(const cdx::Capture& capture,
                             const BlockKeeper::Kept& kept,
                             std::string_view type) const;
  void take(const cdx::Capture& capture, const BlockKeeper::Kept& kept,
            const std::shared_ptr<const Archive>& archive);
  // Notes a capture that others are excluded because of.
  void note_skipped(SkippedOriginal capture, bool sure, Batch& done) const;
  void take_revisit(const cdx::Capture& capture, const BlockKeeper::Kept& kept,
                    const std::shared_ptr<const Archive>& archive);
  Candidate& add_candidate(const cdx::Capture& capture,
                           const BlockKeeper::Kept& kept,
                           const std::shared_ptr<const Archive>& archive);
  void report_unreadable(const std::string& path, const IoError& error);
  void hand_on(ProblemList& list);
  void submit();
  void work(Batch& done, size_t thread);
  void exclude(const CapturedBlock& block, const Document& document,
               DocumentMaker& maker, Batch& done) const;
  void retire_until(size_t most);

  const ImportOptions& options;
  SegmentWriter* writer;  // null: documents are printed
  DocumentPrinter printer;
  ProblemSink& problems;
  ReadingSink reading;
  cdx::IndexOptions index_options;
  ImportStats stats;
  warc::BlockHead revisit_head;
  SkippedOriginals skipped_originals;
  uint64_t losses = 0;         // met in reading
  uint64_t losses_before = 0;  // the record at hand
  const unsigned jobs;
  std::unique_ptr<Batch> batch;
  std::vector<std::unique_ptr<Batch>> idle;
  std::deque<DocumentMaker> makers;  // one a thread
  // Last: its threads use the rest.
  io::OrderedPool<std::unique_ptr<Batch>> under_way;
};

std::string Importer::State::reason_to_skip(const cdx::Capture& capture,
                                            const BlockKeeper::Kept& kept,
                                            std::string_view type) const {
  if (capture.url.empty()) return "no-url";
  if (capture.date.empty()) return "no-date";
  using Record = cdx::CaptureFacts::Record;
  bool response = kept.type == RecordType::kResponse;
  switch (options.rules.judge({response ? Record::kResponse : Record::kOther,
                               capture.url, capture.status, type})) {
    case cdx::Verdict::kTaken:
    case cdx::Verdict::kUncertain:  // the bytes tell, later
      return {};
    case cdx::Verdict::kStatus:
      return "status " + (capture.status.empty() ? "none" : capture.status);
    case cdx::Verdict::kScheme:
      return capture.url.substr(0, capture.url.find(':')).substr(0, 20);
    case cdx::Verdict::kType:
      break;
  }
  return "type " + std::string(type);
}

void Importer::State::note_skipped(SkippedOriginal capture, bool sure,
                                   Batch& done) const {
  ExclusionList* list = options.exclusions;
  if (list == nullptr ||
      !list->has_original(capture.urlkey, capture.digest, capture.date)) {
    return;
  }
  done.skipped.add(*list, std::move(capture), sure);
}

// The date is kept in any case. The head says whether its original is of a type
// and status that are imported; without a head, it may be.
void Importer::State::take_revisit(
    const cdx::Capture& capture, const BlockKeeper::Kept& kept,
    const std::shared_ptr<const Archive>& archive) {
  std::string digest = warc::normal_digest(capture.digest);
  if (capture.urlkey.empty() || capture.date.empty() || digest == "-") {
    batch->arena.resize(kept.start);
    count_skipped(stats, "revisit without digest or date");
    return;
  }
  if (writer) writer->add_date(capture.urlkey, digest, capture.date);
  ++stats.dates;
  io::MemorySource block(std::string_view(batch->arena).substr(kept.start));
  revisit_head.clear();
  if (!block.peek(1).empty()) revisit_head.read(block);
  batch->arena.resize(kept.start);
  std::string type;
  if (revisit_head.is_http()) {
    type = warc::bare_type(
        revisit_head.headers().find("Content-Type").value_or(""));
  }
  bool has_status = !revisit_head.status().empty();
  cdx::CaptureFacts facts{has_status ? cdx::CaptureFacts::Record::kResponse
                                     : cdx::CaptureFacts::Record::kOther,
                          capture.url, revisit_head.status(), type};
  cdx::Verdict verdict = options.rules.judge(facts);
  Document& document = add_candidate(capture, kept, archive).document;
  document.type = std::move(type);
  document.status =
      has_status ? std::max(0, cdx::status_number(revisit_head.status())) : 0;
  document.length = kept.size;
  document.no_text = "text-elsewhere";
  document.revisit = true;
  document.date_only =
      capture.url.empty() ||
      (verdict != cdx::Verdict::kTaken && verdict != cdx::Verdict::kUncertain);
  std::string key;
  std::string_view original = cdx::without_brackets(kept.original_url);
  if (!original.empty() &&
      cdx::append_url_key(options.identity.key_kind(), original, key) &&
      key != capture.urlkey) {
    document.revisit_of = original;
  }
  document.revisit_of_date =
      warc::date14_of_warc(kept.original_date).value_or("");
}

Candidate& Importer::State::add_candidate(
    const cdx::Capture& capture, const BlockKeeper::Kept& kept,
    const std::shared_ptr<const Archive>& archive) {
  Candidate& candidate = batch->add();
  candidate.archive = archive;
  candidate.content_type.assign(kept.content_type);
  candidate.record_id.assign(kept.record_id);
  candidate.is_record = true;
  candidate.excluded = false;
  candidate.start = kept.start;
  candidate.size = batch->arena.size() - kept.start;
  candidate.whole_size = kept.size;
  candidate.whole = kept.intact && kept.whole && !kept.first_segment;
  Document& document = candidate.document;
  document = {};
  document.url.assign(capture.url);
  document.urlkey.assign(capture.urlkey);
  document.digest = warc::normal_digest(capture.digest);
  document.date.assign(capture.date);
  document.collection.assign(archive->collection);
  document.filename.assign(archive->filename);
  document.offset = capture.offset;
  return candidate;
}

void Importer::State::take(const cdx::Capture& capture,
                           const BlockKeeper::Kept& kept,
                           const std::shared_ptr<const Archive>& archive) {
  if (kept.type == RecordType::kRevisit) {
    take_revisit(capture, kept, archive);
    return;
  }
  std::string type = warc::bare_type(capture.mime);
  bool other = kept.type == RecordType::kMetadata ||
               kept.type == RecordType::kContinuation;
  std::string reason = other ? std::string(warc::name(kept.type))
                             : reason_to_skip(capture, kept, type);
  std::string digest = warc::normal_digest(capture.digest);
  if (!reason.empty()) {
    batch->arena.resize(kept.start);
    note_skipped({archive->path, capture.offset, capture.urlkey, digest,
                  capture.date, reason},
                 !other, *batch);
    if (!other && !kept.intact && losses == losses_before) {
      reading.report({Severity::kLost, "damaged-record-skipped", archive->path,
                      capture.offset, "the record is skipped: " + reason});
    }
    losses_before = losses;
    count_skipped(stats, std::move(reason));
    return;
  }
  losses_before = losses;
  bool vague = warc::is_vague(type) && !options.rules.all_types;
  bool excluded =
      options.exclusions &&
      options.exclusions->contains(capture.urlkey, digest, capture.date);
  if (excluded && !vague) {
    batch->arena.resize(kept.start);
    ++stats.excluded;
    batch->skipped.add_excluded(*options.exclusions, capture.urlkey, digest);
    return;
  }
  if (kept.first_segment && !excluded) {
    reading.report({Severity::kLost, "segmented-record", archive->path,
                    capture.offset,
                    "the record is the first of several segments; the others "
                    "are not imported"});
    losses_before = losses;
  }
  bool is_http = kept.type == RecordType::kResponse && is_http_url(capture.url);
  if (!makers.front().may_have_text(type)) {
    // Of HTTP, the head is read.
    std::string_view block = std::string_view(batch->arena).substr(kept.start);
    size_t head = 0;
    warc::HeadEnd end;
    if (!is_http || end.find(block, head)) {
      batch->arena.resize(kept.start + head);
    }
  }
  Candidate& candidate = add_candidate(capture, kept, archive);
  candidate.is_http = is_http;
  candidate.excluded = excluded;
  candidate.document.type = std::move(type);
  candidate.document.status =
      candidate.is_http ? cdx::status_number(capture.status) : 0;
}

void Importer::State::report_unreadable(const std::string& path,
                                        const IoError& error) {
  ++stats.failed_archives;
  reading.report({Severity::kLost, "unreadable-archive", path, std::nullopt,
                  error.what()});
}

// A batch without documents goes on with its problems.
void Importer::State::submit() {
  if (batch->count == 0) {
    batch->arena.clear();
    skipped_originals.add_all(batch->skipped);
    return;
  }
  under_way.put(std::move(batch));
  retire_until(jobs == 1 ? 0 : 2 * jobs);
  if (idle.empty()) {
    batch = std::make_unique<Batch>();
  } else {
    batch = std::move(idle.back());
    idle.pop_back();
  }
}

void Importer::State::hand_on(ProblemList& list) {
  for (Problem& problem : list.all) {
    if (problem.severity == Severity::kLost) ++stats.failed;
    problems.report(std::move(problem));
  }
  list.all.clear();
}

// On any thread.
void Importer::State::work(Batch& done, size_t thread) {
  for (size_t i = 0; i < done.count; ++i) {
    Candidate& candidate = done.candidates[i];
    Document& document = candidate.document;
    if (document.revisit) {
      if (writer) done.block.add(document);
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
    if (candidate.excluded) {
      exclude(block, document, makers[thread], done);
      continue;
    }
    makers[thread].make(block, candidate.whole_size, document, done.made);
    if (options.ignore_robots) document.noindex = false;
    // They would become words of other documents.
    if (document.noindex) document.images.clear();
    if (candidate.is_record && !options.rules.takes_type(document.type)) {
      std::string reason = "type " + document.type;
      note_skipped({candidate.archive->path, document.offset, document.urlkey,
                    document.digest, document.date, reason},
                   false, done);
      count_skipped(done.stats, std::move(reason));
      continue;
    }
    if (options.exclusions) {
      options.exclusions->mark(document.urlkey, document.digest,
                               ExclusionList::kImported);
    }
    if (writer) {
      done.block.add(document);
    } else {
      printer.print(document, candidate.record_id, done.printed.emplace_back());
    }
    ++done.stats.imported;
    done.stats.truncated += document.truncated;
    done.stats.noindex += document.noindex;
    if (document.content.empty()) {
      ++done.stats.without_text[document.no_text];
    }
    done.stats.text_bytes += document.content.size();
    done.stats.links += document.links.size();
  }
  done.block.seal();
}

// A capture of a vague type that a list excludes: as it is of a type that is
// not imported, nothing is lost when its original is not imported either.
void Importer::State::exclude(const CapturedBlock& block,
                              const Document& document, DocumentMaker& maker,
                              Batch& done) const {
  std::vector<std::string_view> types =
      maker.possible_types(block, document.url);
  if (std::any_of(types.begin(), types.end(), [&](std::string_view type) {
        return options.rules.takes_type(type);
      })) {
    ++done.stats.excluded;
    done.skipped.add_excluded(*options.exclusions, document.urlkey,
                              document.digest);
  } else {
    count_skipped(done.stats, "type " + std::string(types.front()));
  }
}

// The oldest batches, until no more than `most` are under way.
void Importer::State::retire_until(size_t most) {
  while (under_way.size() > most) {
    std::unique_ptr<Batch> done = under_way.take();
    hand_on(done->met);
    hand_on(done->made);
    if (writer) writer->append(done->block);
    for (const std::string& text : done->printed) printer.take(text);
    stats += done->stats;
    skipped_originals.add_all(done->skipped);
    done->clear();
    idle.push_back(std::move(done));
  }
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

ProblemSink& Importer::problems() { return state_->reading; }

void Importer::import_archive(std::unique_ptr<warc::Reader> reader,
                              const std::string& path,
                              const std::string& collection,
                              const std::function<void(uint64_t)>& progress) {
  State& state = *state_;
  auto archive = std::make_shared<const Archive>(
      Archive{path, base_name(path), collection});
  auto keeper = std::make_unique<BlockKeeper>(
      std::move(reader), state.options.max_body + warc::kMaxHttpHead,
      state.index_options.pairs_requests(),
      state.index_options.selection.types);
  BlockKeeper& kept = *keeper;
  kept.use(&state.batch->arena);
  cdx::Indexer indexer(std::move(keeper), path, archive->filename,
                       state.index_options, state.reading);
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
    state.take(*capture, kept.take(), archive);
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

void Importer::import_document(std::string_view bytes, const std::string& path,
                               const std::string& url,
                               const std::string& type) {
  State& state = *state_;
  Candidate& candidate = state.batch->add();
  candidate.archive =
      std::make_shared<const Archive>(Archive{path, base_name(path), {}});
  candidate.content_type.clear();
  candidate.record_id.clear();
  candidate.start = state.batch->arena.size();
  candidate.size = bytes.size();
  candidate.whole_size = bytes.size();
  candidate.is_http = false;
  candidate.whole = true;
  candidate.is_record = false;
  candidate.document = {};
  candidate.document.url = url;
  candidate.document.type = type;
  candidate.document.filename = path;
  state.batch->arena += bytes;
  if (state.batch->arena.size() >= kBatchBytes ||
      state.batch->count >= kBatchRecords) {
    state.submit();
  }
}

void Importer::unreadable(const std::string& path, const IoError& error) {
  state_->report_unreadable(path, error);
}

ImportStats Importer::finish(SkippedOriginals* skipped) {
  state_->submit();
  state_->retire_until(0);
  if (skipped != nullptr) {
    *skipped = std::move(state_->skipped_originals);
  } else if (state_->options.exclusions != nullptr) {
    (void)state_->skipped_originals.report(*state_->options.exclusions,
                                           state_->reading);
  }
  state_->hand_on(state_->batch->met);
  return state_->stats;
}

}  // namespace wax::index
