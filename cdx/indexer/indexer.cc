#include "cdx/indexer/indexer.h"

#include <exception>
#include <span>
#include <string_view>

#include "cdx/indexer/capture_maker.h"
#include "cdx/indexer/request_pairs.h"
#include "io/error.h"
#include "io/inputs/input_files.h"

namespace wax::cdx {
namespace {

std::string_view skip_reason(const RecordView& view,
                             const IndexOptions& options) {
  const Selection& selection = options.selection;
  if (selection.types.empty()) {
    return options.profile->skip_reason(view, selection);
  }
  for (warc::RecordType type : selection.types) {
    if (type == view.record.type) return {};
  }
  return warc::name(view.record.type);
}

}  // namespace

IndexCounts& IndexCounts::operator+=(const IndexCounts& other) {
  read += other.read;
  written += other.written;
  listed += other.listed;
  for (const auto& [reason, count] : other.skipped) skipped[reason] += count;
  return *this;
}

struct Indexer::State {
  State(std::unique_ptr<warc::Reader> reader_in, std::string path_in,
        std::string filename, const IndexOptions& options_in,
        ProblemSink& problems_in)
      : reader(std::move(reader_in)),
        path(std::move(path_in)),
        options(options_in),
        problems(problems_in),
        maker(path, std::move(filename), options, problems),
        pairing(options.pairs_requests()),
        requests(options),
        pairs(pairing ? kRequestWindow : 0),
        record_digest(path) {
    take_long_head = [this](std::string_view bytes) {
      maker.payload().take_long_head(bytes);
    };
  }

  RecordView view_record();
  bool is_wanted(const RecordView& view);
  bool read_record(PairedRecord& slot);
  bool read_or_break_off(PairedRecord& slot);
  void add_location(Capture& capture);
  void read_again(const ListedRecord& line, Capture& capture);
  void report_if_unknown();
  const Capture* next_alone();
  const Capture* next_paired();

  std::unique_ptr<warc::Reader> reader;
  std::string path;
  const IndexOptions& options;
  ProblemSink& problems;

  warc::Record record;
  warc::BlockHead head;
  bool has_head = false;  // of the last record
  std::function<void(const Capture&)> made;
  const ListedRecords* listed = nullptr;
  warc::HeadPieces take_long_head;
  CaptureMaker maker;
  const bool pairing;
  RequestColumns requests;
  RequestPairs pairs;
  PairedRecord alone;  // when requests are not paired
  RecordDigest record_digest;
  bool at_end = false;
  std::exception_ptr broken_off;  // when requests are paired
  uint64_t stop = UINT64_MAX;
  uint64_t end = 0;  // of the last record, while there is a stop
  IndexCounts counts;
  // Reasons are string literals, so that counting allocates nothing.
  std::map<std::string_view, uint64_t> skipped;
};

RecordView Indexer::State::view_record() {
  RecordView view{record, nullptr, options.minimal};
  has_head = !options.minimal && should_have_head(record);
  if (has_head) {
    maker.payload().clear();
    head.read(*record.body, take_long_head);
    view.head = &head;
  }
  return view;
}

// Counts those that are not.
bool Indexer::State::is_wanted(const RecordView& view) {
  bool verified = !options.verify_http || verify_http(view, path, problems);
  std::string_view reason =
      verified ? skip_reason(view, options) : std::string_view("odd-http");
  if (reason.empty()) return true;
  ++skipped[reason];
  return false;
}

// Reads the next record; false at the end.
bool Indexer::State::read_record(PairedRecord& slot) {
  if (!reader->next(record)) return false;
  ++counts.read;
  slot.clear();
  RecordView view = view_record();
  slot.wanted = is_wanted(view);
  bool is_request = pairing && record.type == warc::RecordType::kRequest;
  if (!slot.wanted && !is_request) {
    if (listed != nullptr) io::skip(*record.body, UINT64_MAX);
    report_if_unknown();
    return true;
  }
  std::span<const ListedRecord> lines;
  if (listed != nullptr) lines = listed->at(record.offset);
  const ListedRecord* line = maker.make(
      view, pairing ? requests.needed(view) : 0, slot.capture, lines);
  if (listed != nullptr && line == nullptr) {
    io::skip(*record.body, UINT64_MAX);
  }
  if (pairing) requests.read(view, maker.payload(), slot);
  if (made) made(slot.capture);
  add_location(slot.capture);
  if (line != nullptr) read_again(*line, slot.capture);
  return true;
}

// Where the record does not end where the line says, the line may be of
// another record.
void Indexer::State::read_again(const ListedRecord& line, Capture& capture) {
  if (line.length == 0 || line.length == capture.length) {
    ++counts.listed;
    return;
  }
  auto again =
      warc::open_archive_at(io::open_file(path), capture.offset, problems);
  if (again == nullptr) return;
  Indexer whole(std::move(again), path, capture.filename, options, problems);
  whole.stop_at(capture.offset);
  if (const Capture* read = whole.next()) capture = *read;
}

// A record of an unknown type may have been a response.
void Indexer::State::report_if_unknown() {
  if (record.type != warc::RecordType::kUnknown) return;
  warc::Extent extent = reader->finish();
  if (!reader->intact()) {
    problems.report({Severity::kLost, "damaged-record-skipped", path,
                     extent.offset, "the record's type is unknown"});
  } else if (options.odd_values_are_lost) {
    const auto type = record.headers.find("WARC-Type");
    problems.report({Severity::kLost, "odd-type", path, extent.offset,
                     type ? "the record has an unknown type: \"" +
                                std::string(type->substr(0, 100)) + '"'
                          : "the record states no type"});
  }
}

void Indexer::State::add_location(Capture& capture) {
  warc::Extent extent = reader->finish();
  capture.offset = extent.offset;
  capture.length = extent.length;
  capture.intact = reader->intact();
  // A member that goes on after its first record has no length for it.
  if (!extent.seekable || extent.length == 0) capture.has_location = false;
  if (!options.record_digest || !capture.has_location) return;
  if (auto digest = record_digest.of(capture.offset, capture.length)) {
    capture.fields.emplace_back("recordDigest", *std::move(digest));
  }
}

const Capture* Indexer::State::next_alone() {
  while (end < stop && read_record(alone)) {
    if (stop != UINT64_MAX) {
      reader->finish();
      end = reader->position();
    }
    if (alone.wanted) return &alone.capture;
  }
  at_end = end < stop;
  return nullptr;
}

// What waits for its request comes before the error.
bool Indexer::State::read_or_break_off(PairedRecord& slot) {
  try {
    return read_record(slot);
  } catch (const IoError&) {
    broken_off = std::current_exception();
    return false;
  }
}

const Capture* Indexer::State::next_paired() {
  for (;;) {
    for (PairedRecord* slot; !at_end && (slot = pairs.room()) != nullptr;) {
      at_end = !read_or_break_off(*slot);
      if (at_end || !(slot->wanted || slot->is_request)) continue;
      if (PairedRecord* other = pairs.add()) {
        bool is_request = slot->is_request;
        requests.add(is_request ? *slot : *other, is_request ? *other : *slot);
      }
    }
    PairedRecord* oldest = pairs.take();
    if (oldest == nullptr) {
      if (broken_off)
        std::rethrow_exception(std::exchange(broken_off, nullptr));
      return nullptr;
    }
    if (oldest->wanted) return &oldest->capture;
  }
}

Indexer::Indexer(std::unique_ptr<warc::Reader> reader, std::string path,
                 std::string filename, const IndexOptions& options,
                 ProblemSink& problems)
    : state_(std::make_unique<State>(std::move(reader), std::move(path),
                                     std::move(filename), options, problems)) {
  options.check();
}

Indexer::~Indexer() = default;

const Capture* Indexer::next() {
  const Capture* capture =
      state_->pairing ? state_->next_paired() : state_->next_alone();
  if (capture != nullptr) {
    ++state_->counts.written;
    return capture;
  }
  for (const auto& [reason, count] : state_->skipped) {
    state_->counts.skipped[std::string(reason)] = count;
  }
  return nullptr;
}

const warc::BlockHead* Indexer::head() const {
  return state_->has_head && !state_->pairing ? &state_->head : nullptr;
}

void Indexer::on_made(std::function<void(const Capture&)> made) {
  state_->made = std::move(made);
}

void Indexer::listed_in(const ListedRecords* records) {
  state_->listed = records;
}

void Indexer::stop_at(uint64_t offset) { state_->stop = offset; }

bool Indexer::stopped() const { return !state_->at_end; }

const IndexCounts& Indexer::counts() const { return state_->counts; }

uint64_t Indexer::position() const { return state_->reader->position(); }

std::optional<std::string> RecordDigest::of(uint64_t offset, uint64_t length) {
  if (path_ == "-") return std::nullopt;
  if (file_ == nullptr) file_ = io::open_input(path_);
  if (!file_->seek(offset)) return std::nullopt;
  io::LimitedSource stored(*file_, length);
  for (;;) {
    std::string_view bytes = stored.peek();
    if (bytes.empty()) break;
    digester_.update(bytes);
    stored.consume(bytes.size());
  }
  return warc::spelling(digester_.finish());
}

}  // namespace wax::cdx
