#include "collection/import/capture_reader.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "cdx/indexer/request_pairs.h"
#include "cdx/url/url_key.h"
#include "collection/import/crawler_fields.h"
#include "document/maker/document_maker.h"
#include "io/error.h"
#include "io/inputs/input_files.h"
#include "text/ascii.h"
#include "warc/http/http.h"
#include "warc/http/media_type.h"
#include "warc/record/digest.h"

namespace wax::collection {
namespace {

using warc::RecordType;

constexpr size_t kBatchBytes = 1024 * 1024;
constexpr size_t kBatchRecords = 512;

// A batch is handed on when so many problems were met.
constexpr size_t kMostProblems = 1000;

constexpr const char* kNoUrl = "no-url";

bool is_http_url(std::string_view url) {
  return text::starts_with_ignoring_case(url, "http:") ||
         text::starts_with_ignoring_case(url, "https:");
}

}  // namespace

cdx::IndexOptions index_options(const ImportOptions& options) {
  cdx::IndexOptions index;
  static_cast<cdx::IdentityOptions&>(index) = options.identity;
  index.selection.types = {RecordType::kResponse, RecordType::kResource,
                           RecordType::kConversion, RecordType::kRevisit};
  if (options.exclusions != nullptr && options.exclusions->has_originals()) {
    // They have lines in CDX files, so they may be originals.
    index.selection.types.insert(
        index.selection.types.end(),
        {RecordType::kMetadata, RecordType::kContinuation});
  }
  index.odd_values_are_lost = true;
  index.redirects = false;
  index.meta = false;
  return index;
}

void CaptureReader::Sink::report(Problem problem) {
  if (problem.severity == Severity::kLost) ++losses;
  list.report(std::move(problem));
}

CaptureReader::CaptureReader(const ImportOptions& options,
                             const cdx::IndexOptions& index,
                             std::shared_ptr<const Archive> archive,
                             std::unique_ptr<io::FileSource> source)
    : options_(options),
      index_options_(index),
      archive_(std::move(archive)),
      source_(std::move(source)) {}

CaptureReader::CaptureReader(const ImportOptions& options,
                             const cdx::IndexOptions& index,
                             std::shared_ptr<const Archive> archive,
                             uint64_t begin, uint64_t end)
    : options_(options),
      index_options_(index),
      archive_(std::move(archive)),
      end_(end) {
  warc::NearReader near =
      warc::open_archive_near(archive_->path, begin, end, problems_);
  start_ = near.reader == nullptr ? UINT64_MAX : near.offset;
  if (near.reader == nullptr) return;
  position_ = start_;
  open(std::move(near.reader));
}

void CaptureReader::open(std::unique_ptr<warc::ArchiveReader> reader) {
  reader_ = reader.get();
  asks_early_ = options_.exclusions != nullptr &&
                options_.exclusions->size() > 0 &&
                !index_options_.pairs_requests();
  if (asks_early_ && may_state_digests()) reader_->skim();
  auto keeper = std::make_unique<BlockKeeper>(
      std::move(reader), options_.max_body + warc::kMaxHttpHead,
      index_options_.pairs_requests(), index_options_.selection.types);
  keeper_ = keeper.get();
  keeper_->keep_documents_to(options_.max_document + warc::kMaxHttpHead,
                             options_.tmpdir);
  keeper_->check_blocks(*reader_, archive_->path, problems_);
  indexer_ = std::make_unique<cdx::Indexer>(std::move(keeper), archive_->path,
                                            archive_->filename, index_options_,
                                            problems_);
  if (end_ != UINT64_MAX) indexer_->stop_at(end_);
  if (!asks_early_) return;
  indexer_->on_made([this](const cdx::Capture& capture) {
    listed_ = is_listed(capture);
    // Where the type says nothing, the bytes are looked at.
    bool vague = warc::is_vague(warc::bare_type(capture.mime));
    if (listed_ && !vague) keeper_->pass_over();
  });
}

// If not, bodies are read in any case. ARC files are told by their names, so
// that all pieces of one are read alike.
bool CaptureReader::may_state_digests() const {
  return options_.identity.digest == cdx::DigestMode::kMissing &&
         !io::is_arc_name(archive_->filename);
}

bool CaptureReader::is_listed(const cdx::Capture& capture) const {
  return options_.exclusions != nullptr &&
         options_.exclusions->contains(
             capture.urlkey, warc::normal_digest(capture.digest), capture.date);
}

void CaptureReader::go_on_to(uint64_t end) {
  end_ = end;
  if (indexer_ != nullptr) indexer_->stop_at(end);
  losses_before_ = problems_.losses;
}

bool CaptureReader::leads_to(uint64_t offset) const {
  return reader_ != nullptr && reader_->boundary() == offset;
}

bool CaptureReader::fill(CaptureBatch& batch, const Take& take) {
  bool more = false;
  batch_bytes_ = 0;
  batch_captures_ = 0;
  try {
    more = fill_from_records(batch, take);
  } catch (const IoError& error) {
    problems_.report({Severity::kLost, "unreadable-archive", archive_->path,
                      std::nullopt, error.what()});
    at_end_ = failed_ = true;
  }
  std::vector<Problem>& met = batch.result.met.all;
  std::move(problems_.list.all.begin(), problems_.list.all.end(),
            std::back_inserter(met));
  problems_.list.all.clear();
  if (indexer_ == nullptr) return false;
  uint64_t position = indexer_->position();
  batch.result.bytes_done += position - position_;
  batch.result.stats.bytes += position - position_;
  position_ = position;
  return more;
}

bool CaptureReader::fill_from_records(CaptureBatch& batch, const Take& take) {
  if (indexer_ == nullptr) {
    if (source_ == nullptr) source_ = io::open_input(archive_->path);
    open(warc::open_archive(std::move(source_), problems_));
  }
  keeper_->use(&batch.arena);
  while (batch_bytes_ < kBatchBytes && batch_captures_ < kBatchRecords &&
         problems_.list.all.size() < kMostProblems) {
    const cdx::Capture* capture = indexer_->next();
    if (capture == nullptr) {
      at_end_ = !indexer_->stopped();
      return false;
    }
    size_t before = batch.count;
    take_capture(*capture, keeper_->take(), batch);
    if (batch.count == before) continue;
    ++batch_captures_;
    batch_bytes_ += batch.candidates[before].size;
    if (take) take(indexer_->head());
  }
  return true;
}

void CaptureReader::add_counts(ImportStats& stats) const {
  if (at_end_) ++(failed_ ? stats.failed_archives : stats.archives);
  if (indexer_ == nullptr) return;
  uint64_t counted = indexer_->counts().written;
  for (const auto& [reason, records] : indexer_->counts().skipped) {
    stats.skipped[reason] += records;
    counted += records;
  }
  // Reading broke off before they were told apart.
  uint64_t rest = indexer_->counts().read - counted;
  if (rest > 0) stats.skipped["unknown"] += rest;
  stats.read += indexer_->counts().read;
}

std::string CaptureReader::reason_to_skip(const cdx::Capture& capture,
                                          const BlockKeeper::Kept& kept,
                                          std::string_view type) const {
  if (capture.url.empty()) return kNoUrl;
  if (capture.date.empty()) return "no-date";
  using Record = cdx::CaptureFacts::Record;
  bool response = kept.type == RecordType::kResponse;
  switch (options_.rules.judge({response ? Record::kResponse : Record::kOther,
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

// The date is kept in any case. The head says whether its original is of a type
// and status that are imported; without a head, it may be.
void CaptureReader::take_revisit(const cdx::Capture& capture,
                                 const BlockKeeper::Kept& kept,
                                 CaptureBatch& batch) {
  if (!kept.container.empty()) {
    batch.result.stats.add_container(kept.container, archive_->filename);
  }
  std::string digest = warc::normal_digest(capture.digest);
  if (capture.urlkey.empty() || capture.date.empty() || digest == "-") {
    batch.arena.resize(kept.start);
    count_skipped(batch.result.stats, "revisit without digest or date");
    return;
  }
  batch.result.block.add_date(capture.urlkey, digest, capture.date);
  ++batch.result.stats.dates;
  io::MemorySource block(std::string_view(batch.arena).substr(kept.start));
  revisit_head_.clear();
  if (!block.peek(1).empty()) revisit_head_.read(block);
  batch.arena.resize(kept.start);
  std::string type;
  if (revisit_head_.is_http()) {
    type = warc::bare_type(
        revisit_head_.headers().find("Content-Type").value_or(""));
  }
  bool has_status = !revisit_head_.status().empty();
  cdx::CaptureFacts facts{has_status ? cdx::CaptureFacts::Record::kResponse
                                     : cdx::CaptureFacts::Record::kOther,
                          capture.url, revisit_head_.status(), type};
  cdx::Verdict verdict = options_.rules.judge(facts);
  document::Document& document = add_candidate(capture, kept, batch).document;
  document.type = std::move(type);
  document.status =
      has_status ? std::max(0, cdx::status_number(revisit_head_.status())) : 0;
  document.length = kept.size;
  document.no_text = document::NoText::kElsewhere;
  document.revisit = true;
  document.date_only =
      capture.url.empty() ||
      (verdict != cdx::Verdict::kTaken && verdict != cdx::Verdict::kUncertain);
  std::string key;
  const auto& [original, date] = kept.original;
  if (!original.empty() &&
      cdx::append_url_key(options_.identity.key_kind(), original, key) &&
      key != capture.urlkey) {
    document.revisit_of = original;
  }
  document.revisit_of_date = date;
}

Candidate& CaptureReader::add_candidate(const cdx::Capture& capture,
                                        const BlockKeeper::Kept& kept,
                                        CaptureBatch& batch) {
  Candidate& candidate = batch.add();
  candidate.archive = archive_;
  candidate.content_type.assign(kept.content_type);
  candidate.record_id.assign(kept.record_id);
  candidate.is_record = true;
  candidate.excluded = false;
  candidate.start = kept.start;
  candidate.size = batch.arena.size() - kept.start;
  candidate.rest = kept.rest;
  candidate.whole_size = kept.size;
  candidate.whole = kept.intact && kept.whole && !kept.first_segment;
  document::Document& document = candidate.document;
  document = {};
  document.url.assign(capture.url);
  document.urlkey.assign(capture.urlkey);
  document.digest = warc::normal_digest(capture.digest);
  document.date.assign(capture.date);
  document.collection.assign(archive_->collection);
  document.filename.assign(archive_->filename);
  document.offset = capture.offset;
  set_crawler_fields(kept.crawler_values, document);
  return candidate;
}

void CaptureReader::take_capture(const cdx::Capture& capture,
                                 const BlockKeeper::Kept& kept,
                                 CaptureBatch& batch) {
  if (kept.type == RecordType::kRevisit) {
    take_revisit(capture, kept, batch);
    return;
  }
  std::string type = warc::bare_type(capture.mime);
  bool other = kept.type == RecordType::kMetadata ||
               kept.type == RecordType::kContinuation;
  std::string reason = other ? std::string(warc::name(kept.type))
                             : reason_to_skip(capture, kept, type);
  std::string digest = warc::normal_digest(capture.digest);
  if (!reason.empty()) {
    batch.arena.resize(kept.start);
    batch.result.skipped.add(options_.exclusions,
                             {archive_->path, capture.offset, capture.urlkey,
                              digest, capture.date, reason},
                             !other);
    if (reason == kNoUrl) {
      problems_.report({Severity::kLost, "odd-url", archive_->path,
                        capture.offset, "the record states no URL"});
    }
    if (!other && !kept.intact && problems_.losses == losses_before_) {
      problems_.report({Severity::kLost, "damaged-record-skipped",
                        archive_->path, capture.offset,
                        "the record is skipped: " + reason});
    }
    losses_before_ = problems_.losses;
    count_skipped(batch.result.stats, std::move(reason));
    return;
  }
  bool vague = warc::is_vague(type) && !options_.rules.all_types;
  bool excluded = asks_early_ ? listed_ : is_listed(capture);
  if (excluded && !vague) {
    losses_before_ = problems_.losses;
    batch.arena.resize(kept.start);
    ++batch.result.stats.excluded;
    batch.result.skipped.add_excluded(*options_.exclusions, capture.urlkey,
                                      digest);
    return;
  }
  if (kept.first_segment && !excluded) {
    problems_.report({Severity::kLost, "segmented-record", archive_->path,
                      capture.offset,
                      "the record is the first of several segments; the others "
                      "are not imported"});
  }
  losses_before_ = problems_.losses;
  bool is_http = kept.type == RecordType::kResponse && is_http_url(capture.url);
  if (!document::may_have_text(type, !options_.tika.empty())) {
    // The body has no text: only the HTTP head is read.
    std::string_view block = std::string_view(batch.arena).substr(kept.start);
    size_t head = 0;
    warc::HeadEnd end;
    if (!is_http || end.find(block, head)) {
      batch.arena.resize(kept.start + head);
    }
  }
  Candidate& candidate = add_candidate(capture, kept, batch);
  candidate.is_http = is_http;
  candidate.excluded = excluded;
  candidate.document.type = std::move(type);
  candidate.document.status =
      candidate.is_http ? cdx::status_number(capture.status) : 0;
}

}  // namespace wax::collection
