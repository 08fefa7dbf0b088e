#include "index/writer/index_writer.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "index/schema/fields.h"
#include "index/schema/main_ranges.h"
#include "index/schema/stems.h"
#include "index/schema/word_tables.h"
#include "index/store/date_places.h"
#include "index/store/key_file.h"
#include "index/store/lucene_segment.h"
#include "index/store/manifest.h"
#include "index/store/shard_folder.h"
#include "index/writer/inverter.h"
#include "index/writer/lucene_files.h"
#include "index/writer/norm_column.h"
#include "index/writer/postings_files.h"
#include "index/writer/term_run.h"
#include "io/error.h"
#include "io/folder.h"
#include "io/new_directory.h"
#include "io/ordered_pool.h"

namespace wax::index {
namespace {

namespace fs = std::filesystem;

}  // namespace

struct IndexWriter::State {
  State(std::string path, const WriterOptions& writer_options)
      : options(writer_options),
        threads(io::thread_count(options.jobs)),
        part((make_folders(path, options), std::move(path)), options.force,
             index_folders(), options.inputs),
        keys(sorting(options)),
        inverters(threads),
        batches(threads - 1,
                [this](std::unique_ptr<DocumentBatch>& batch, size_t thread) {
                  inverters[thread].invert(*batch);
                }) {
    for (const Field& field : fields()) numbers[field.name] = {&field, -1};
    for (const ColumnName& column : options.columns) {
      Field& made = own_fields.emplace_back();
      made.name = column.name;
      made.indexed = indexed_as(column.kind);
      if (column.kind != ColumnKind::kText) made.stored = Stored::kLucene;
      numbers[made.name] = {&made, -1};
      about["column." + column.name] = kind_name(column.kind);
    }
    if (!options.stems.empty()) about["stems"] = text_of_stems(options.stems);
  }

  static Indexed indexed_as(ColumnKind kind) {
    switch (kind) {
      case ColumnKind::kInteger:
        return Indexed::kInteger;
      case ColumnKind::kReal:
        return Indexed::kReal;
      case ColumnKind::kText:
        return Indexed::kWords;
      case ColumnKind::kKeyword:
        break;
    }
    return Indexed::kExact;
  }

  static void make_folders(const std::string& path,
                           const WriterOptions& options) {
    io::check_replaceable(path, options.force, index_folders(), options.inputs);
    fs::path above = fs::path(path).parent_path();
    if (!above.empty()) io::make_folders(above.string());
  }

  [[nodiscard]] std::string segment() const { return part.part() + "/_0"; }

  static lines::SortOptions sorting(const WriterOptions& options) {
    return {options};
  }

  // A field with its number once it has one.
  struct Numbered {
    const Field* field;
    int64_t number;
  };
  uint32_t number_of(Numbered& field);
  void add_value(std::string_view name, std::string_view value);
  void end_batch();
  // Ends the sampling, and hands out the batches that waited for it.
  void make_dictionary();
  void hand_out(std::unique_ptr<DocumentBatch> batch);
  // Takes batches that are done until only so many are left.
  void drain(size_t most);
  void take(DocumentBatch& batch);
  void add_run(TermRun run);
  [[nodiscard]] size_t buffer_for(size_t runs) const;
  [[nodiscard]] std::vector<uint32_t> fields_in_order() const;
  void write_postings();
  void write_norms();
  void write_keys();
  // Adds the dates that begin at `i` as one value, if they can be packed.
  void add_main(std::span<const TextRange> ranges);
  bool add_packed_dates(const std::vector<FieldValue>& values, size_t& i);
  [[nodiscard]] bool with_positions() const;

  // Runs that are merged into one before all are merged.
  static constexpr size_t kMostRuns = 128;
  // Bytes that a batch needs for each value beside its text.
  static constexpr size_t kValueBytes = 100;
  // And for each date: its terms.
  static constexpr size_t kDateBytes = 60;

  WriterOptions options;
  unsigned threads;
  io::NewDirectory part;
  std::deque<Field> own_fields;  // of columns
  std::map<std::string_view, Numbered> numbers;
  std::vector<const Field*> numbered;
  // Once there is a document.
  std::optional<StoredFileWriter> stored;
  std::optional<LuceneStoredWriter> lucene_stored;
  std::vector<std::unique_ptr<NormColumn>> norms;  // by number
  std::optional<io::TextSamples> samples =
      io::TextSamples();  // until they suffice
  uint64_t sampled = 0;   // bytes of the documents they are from
  std::unique_ptr<io::TextDictionary> dictionary;
  std::unique_ptr<DocumentBatch> filling;
  std::vector<std::unique_ptr<DocumentBatch>> waiting;  // for the dictionary
  std::vector<std::unique_ptr<DocumentBatch>> spare;    // to be used again
  std::vector<TermRun> runs;
  KeyFileWriter keys;
  std::vector<std::string_view> dates;  // of a document
  std::string packed;
  uint64_t dates_in_batch = 0;
  uint64_t documents = 0;
  uint64_t taken = 0;  // documents of batches that are done
  std::map<std::string, std::string> about;
  std::vector<Inverter> inverters;  // by thread
  io::OrderedPool<std::unique_ptr<DocumentBatch>> batches;
};

uint32_t IndexWriter::State::number_of(Numbered& field) {
  if (field.number < 0) {
    field.number = static_cast<int64_t>(numbered.size());
    numbered.push_back(field.field);
  }
  return static_cast<uint32_t>(field.number);
}

void IndexWriter::State::add_value(std::string_view name,
                                   std::string_view value) {
  auto found = numbers.find(name);
  if (found == numbers.end()) {
    throw std::logic_error("no such field: " + std::string(name));
  }
  if (value.size() > INT32_MAX - filling->text.size()) {
    throw UsageError(part.path() +
                     ": the values of a document are longer than "
                     "2,147,483,647 bytes");
  }
  filling->values.push_back({found->second.field, number_of(found->second),
                             static_cast<uint32_t>(value.size()), false});
  filling->text.append(value);
  if (samples) {
    sampled += value.size();
    if (found->second.field->stored == Stored::kCompressed) samples->add(value);
  }
  if (name == "url") filling->exacturl = number_of(numbers["exacturl"]);
  if (name == "title" || name == "content") {
    filling->exact = number_of(numbers["exact"]);
    if (!options.stems.empty()) {
      filling->stems = number_of(numbers[kStemsField]);
    }
  }
}

void IndexWriter::State::add_main(std::span<const TextRange> ranges) {
  add_value("main_ranges", main_ranges(ranges));
  filling->values.back().ranges = static_cast<uint32_t>(ranges.size());
  filling->ranges.insert(filling->ranges.end(), ranges.begin(), ranges.end());
  filling->main = number_of(numbers["main"]);
  filling->border = number_of(numbers[kBorderField]);
}

bool IndexWriter::State::add_packed_dates(const std::vector<FieldValue>& values,
                                          size_t& i) {
  dates.clear();
  for (size_t k = i; k < values.size() && values[k].field == kDateField; ++k) {
    dates.push_back(values[k].value);
  }
  packed.clear();
  if (!pack_dates(dates, packed)) return false;
  add_value(kDateField, packed);
  filling->values.back().is_packed_dates = true;
  dates_in_batch += dates.size();
  i += dates.size() - 1;
  return true;
}

std::vector<uint32_t> IndexWriter::State::fields_in_order() const {
  std::vector<uint32_t> order(numbered.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return numbered[a]->name < numbered[b]->name;
  });
  return order;
}

bool IndexWriter::State::with_positions() const {
  return std::any_of(numbered.begin(), numbered.end(), [](const Field* field) {
    return field->indexed == Indexed::kWords;
  });
}

void IndexWriter::State::end_batch() {
  if (!filling) return;
  dates_in_batch = 0;
  filling->in_order = fields_in_order();
  if (samples) {
    waiting.push_back(std::move(filling));
  } else {
    hand_out(std::move(filling));
  }
}

void IndexWriter::State::make_dictionary() {
  dictionary = samples->train();
  samples.reset();
  if (dictionary) {
    IndexFile file(part.part() + '/' + std::string(kDictionaryName));
    file.write(dictionary->bytes());
    file.finish();
  }
  for (auto& batch : waiting) hand_out(std::move(batch));
  waiting.clear();
}

void IndexWriter::State::hand_out(std::unique_ptr<DocumentBatch> batch) {
  batch->dictionary = dictionary.get();
  if (!options.stems.empty()) batch->stem_languages = &options.stems;
  drain(2 * threads - 1);
  batches.put(std::move(batch));
}

void IndexWriter::State::drain(size_t most) {
  while (batches.size() > most) {
    std::unique_ptr<DocumentBatch> batch = batches.take();
    take(*batch);
    batch->clear();
    spare.push_back(std::move(batch));
  }
}

void IndexWriter::State::take(DocumentBatch& batch) {
  if (!stored) {
    stored.emplace(part.part() + '/' + stored_file_name("_0"));
    lucene_stored.emplace(segment());
  }
  stored->add(batch.stored);
  lucene_stored->add(batch.lucene_stored);
  for (auto& [number, bytes] : batch.norms) {
    if (norms.size() <= number) norms.resize(number + 1);
    if (norms[number]) continue;
    norms[number] = std::make_unique<NormColumn>(options.tmpdir);
    norms[number]->fill(taken);
  }
  for (uint32_t number = 0; number < norms.size(); ++number) {
    if (!norms[number]) continue;
    auto found = std::find_if(batch.norms.begin(), batch.norms.end(),
                              [&](auto& one) { return one.first == number; });
    if (found != batch.norms.end()) {
      norms[number]->add(found->second.view());
    } else {
      norms[number]->fill(batch.documents());
    }
  }
  taken += batch.documents();
  add_run(std::move(batch.run));
}

size_t IndexWriter::State::buffer_for(size_t count) const {
  return std::clamp<size_t>(options.memory / 4 / std::max<size_t>(count, 1),
                            size_t{16} << 10, size_t{1} << 20);
}

void IndexWriter::State::add_run(TermRun run) {
  size_t in_memory = run.in_memory();
  for (const TermRun& other : runs) in_memory += other.in_memory();
  if (in_memory > options.memory / 4) run.spill(options.tmpdir);
  runs.push_back(std::move(run));
  while (runs.size() >= kMostRuns &&
         runs[runs.size() - kMostRuns].level == runs.back().level) {
    size_t first = runs.size() - kMostRuns;
    RunWriter merged(options.tmpdir);
    for (uint32_t field : fields_in_order()) {
      merged.begin_field(field);
      MergedRuns terms(runs, first, field, buffer_for(kMostRuns));
      while (terms.next()) merged.add(terms.term(), terms.postings());
    }
    unsigned level = runs.back().level + 1;
    runs.resize(first);
    runs.push_back(merged.finish());
    runs.back().level = level;
  }
}

void IndexWriter::State::write_postings() {
  size_t block =
      std::clamp<size_t>(options.memory / 64, size_t{4} << 10, size_t{2} << 20);
  PostingsFiles files(segment(), with_positions(), threads, block,
                      options.skip_interval);
  for (uint32_t field : fields_in_order()) {
    files.begin_field(field, numbered[field]->indexed == Indexed::kWords);
    MergedRuns terms(runs, 0, field, buffer_for(runs.size()));
    while (terms.next()) files.add(terms.term(), terms.postings());
  }
  files.finish();
  runs.clear();
}

void IndexWriter::State::write_norms() {
  if (!with_positions()) return;
  IndexFile file(segment() + ".nrm");
  file.write("NRM\xFF");
  for (uint32_t number = 0; number < norms.size(); ++number) {
    if (norms[number]) norms[number]->write(file);
  }
  file.finish();
}

void IndexWriter::State::write_keys() {
  if (keys.empty()) return;
  IndexFile file(part.part() + '/' + std::string(kKeyFileName));
  keys.write([&](std::string_view bytes) { file.write(bytes); });
  file.finish();
}

IndexWriter::IndexWriter(std::string path, const WriterOptions& options)
    : state_(std::make_unique<State>(std::move(path), options)) {}

IndexWriter::~IndexWriter() = default;

void IndexWriter::add(const std::vector<FieldValue>& values,
                      std::span<const TextRange> main) {
  State& state = *state_;
  // Lucene++ counts places of stored fields in 31 bits, eight bytes each.
  constexpr uint64_t kMostDocuments = uint64_t{1} << 28;
  if (state.documents >= kMostDocuments) {
    throw UsageError(state.part.path() +
                     ": an index holds at most 268,435,456 documents; make "
                     "several shards");
  }
  if (!state.filling) {
    if (state.spare.empty()) {
      state.spare.push_back(std::make_unique<DocumentBatch>());
    }
    state.filling = std::move(state.spare.back());
    state.spare.pop_back();
    state.filling->first = static_cast<uint32_t>(state.documents);
  }
  DocumentBatch& batch = *state.filling;
  bool dated = false;
  std::string_view urlkey;
  std::string_view digest;
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i].field == kDateField) {
      dated |= has_calendar_day(values[i].value);
      if (state.add_packed_dates(values, i)) continue;
    }
    if (values[i].field == "content" && !main.empty()) {
      state.add_main(std::exchange(main, {}));
    }
    if (values[i].field == "urlkey") urlkey = values[i].value;
    if (values[i].field == "digest") digest = values[i].value;
    state.add_value(values[i].field, values[i].value);
  }
  if (!main.empty()) state.add_main(main);
  if (dated) {
    batch.year = state.number_of(state.numbers["year"]);
    batch.month = state.number_of(state.numbers["month"]);
    batch.day = state.number_of(state.numbers["day"]);
  }
  if (!urlkey.empty()) state.keys.add(urlkey, digest, state.documents);
  batch.ends.push_back(static_cast<uint32_t>(batch.values.size()));
  ++state.documents;
  size_t size = batch.text.size() + batch.values.size() * State::kValueBytes +
                state.dates_in_batch * State::kDateBytes;
  if (size >= state.options.memory / (8 * state.threads) &&
      state.documents % StoredFile::kDocuments == 0) {
    state.end_batch();
  }
  if (state.samples && state.samples->suffice(state.sampled)) {
    state.make_dictionary();
  }
}

uint64_t IndexWriter::documents() const { return state_->documents; }

void IndexWriter::about(std::string name, std::string value) {
  state_->about[std::move(name)] = std::move(value);
}

void IndexWriter::finish() {
  State& state = *state_;
  state.end_batch();
  if (state.samples) state.make_dictionary();
  state.drain(0);
  state.spare.clear();
  state.inverters.clear();
  if (state.stored) {
    state.stored->finish(static_cast<uint32_t>(state.documents));
    state.lucene_stored->finish();
    write_field_infos(state.segment(), state.numbered);
    state.write_postings();
    state.write_norms();
  }
  state.write_keys();
  write_commit(state.part.part(), state.documents, state.with_positions());
  write_blocks(state.part.part());
  state.about["analysis"] = kAnalysis;
  if (state.with_positions()) {  // it has words
    const auto stems = state.about.find("stems");
    state.about["tables"] = word_tables(
        stems_of_text(stems == state.about.end() ? "" : stems->second));
  }
  state.about["documents"] = std::to_string(state.documents);
  write_manifest(state.part.part(), state.about);
  state.part.finish();
}

}  // namespace wax::index
