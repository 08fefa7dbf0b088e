#include <lucene++/DefaultSimilarity.h>
#include <lucene++/LuceneHeaders.h>
#include <lucene++/OffsetAttribute.h>
#include <lucene++/PositionIncrementAttribute.h>
#include <lucene++/SerialMergeScheduler.h>
#include <lucene++/TermAttribute.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "index/query/fields.h"
#include "index/query/tokens.h"
#include "index/store/compress.h"
#include "index/store/directory.h"
#include "index/store/index_writer.h"
#include "io/byte_source.h"
#include "io/crc32.h"
#include "io/folder.h"
#include "io/new_directory.h"
#include "io/output.h"
#include "warc/record/date.h"

namespace wax::index {
namespace {

namespace fs = std::filesystem;
using LuceneField = Lucene::Field;
using Lucene::newLucene;

// Gives Lucene++ the words of a text.
class WordStream : public Lucene::TokenStream {
 public:
  LUCENE_CLASS(WordStream);

  void initialize() override {
    TokenStream::initialize();
    term_ = addAttribute<Lucene::TermAttribute>();
    term_->resizeTermBuffer(Tokenizer::kLongest);
  }
  void set(std::string_view utf8) { words_.set(utf8); }

  bool incrementToken() override {
    // An exception that is not Lucene++'s own would hang the writer.
    try {
      Token token;
      if (!words_.next(token)) return false;
      wchar_t* out = term_->termBufferArray();
      std::copy(token.text.begin(), token.text.end(), out);
      term_->setTermLength(static_cast<int32_t>(token.text.size()));
      return true;
    } catch (const std::bad_alloc&) {
      boost::throw_exception(Lucene::OutOfMemoryError());
    }
  }

 private:
  Lucene::TermAttributePtr term_;
  Tokenizer words_;
};
using WordStreamPtr = boost::shared_ptr<WordStream>;

// Gives Lucene++ the terms of a field with many values at once, which costs a
// fraction of a field for each.
class TermStream : public Lucene::TokenStream {
 public:
  LUCENE_CLASS(TermStream);

  void initialize() override {
    TokenStream::initialize();
    term_ = addAttribute<Lucene::TermAttribute>();
    term_->resizeTermBuffer(kDigits);
  }
  void clear() {
    terms_.clear();
    next_ = 0;
  }
  // ASCII, kDigits at most, valid until the document is added.
  void add(std::string_view term) { terms_.push_back(term); }
  [[nodiscard]] bool empty() const { return terms_.empty(); }

  bool incrementToken() override {
    if (next_ == terms_.size()) return false;
    std::string_view term = terms_[next_++];
    std::copy(term.begin(), term.end(), term_->termBufferArray());
    term_->setTermLength(static_cast<int32_t>(term.size()));
    return true;
  }

  static constexpr size_t kDigits = 14;

 private:
  Lucene::TermAttributePtr term_;
  std::vector<std::string_view> terms_;
  size_t next_ = 0;
};
using TermStreamPtr = boost::shared_ptr<TermStream>;

Lucene::FieldPtr terms_field(const String& name, const TermStreamPtr& terms) {
  auto field = newLucene<LuceneField>(name, terms);
  field->setOmitNorms(true);
  field->setOmitTermFreqAndPositions(true);
  return field;
}

// Short pages are not better pages: content counts as 1,000 words at least.
// In URLs every further word weighs as much as the first.
class Norms : public Lucene::DefaultSimilarity {
 public:
  LUCENE_CLASS(Norms);
  double lengthNorm(const String& field, int32_t words) override {
    double n = std::max(words, 1);
    if (field == L"content") return 1 / std::sqrt(std::max(n, 1000.0));
    if (field == L"url") return 1 / n;
    return 1 / std::sqrt(n);
  }
};

Lucene::FieldPtr exact_field(const String& name, const String& value,
                             bool stored) {
  auto field = newLucene<LuceneField>(
      name, value, stored ? LuceneField::STORE_YES : LuceneField::STORE_NO,
      LuceneField::INDEX_NOT_ANALYZED_NO_NORMS);
  field->setOmitTermFreqAndPositions(true);
  return field;
}

// What --force may replace: an index, or an empty directory.
void check_replaceable(const std::string& path) {
  std::error_code code;
  if (!fs::is_directory(path, code) || fs::is_empty(path, code)) return;
  if (has_manifest(path) || fs::exists(path + "/segments.gen", code)) return;
  throw UsageError(path + ": is not an index, so it is not replaced");
}

void put_big_endian(uint64_t number, char* out) {
  for (int i = 7; i >= 0; --i, number >>= 8) out[i] = static_cast<char>(number);
}

// Lucene++ numbers commits by the clock. The file of the commit holds a format
// (4 bytes), that number (8 bytes), what the index consists of, and at last the
// CRC-32 of all before (8 bytes), big-endian.
void take_out_the_time(const std::string& path) {
  auto source = io::open_file(path);
  std::string bytes = io::read_all(*source, 1 << 20);
  if (bytes.size() < 20) throw FormatError(path, 0, "is not a commit file");
  size_t end = bytes.size() - 8;
  put_big_endian(1, bytes.data() + 4);
  put_big_endian(io::crc32(std::string_view(bytes).substr(0, end)),
                 bytes.data() + end);
  auto output = io::open_output(path, /*force=*/true);
  output->write(bytes);
  output->finish();
}

void take_out_times(const std::string& directory) {
  std::vector<std::string> commits;
  for (const std::string& path : io::entries_of(directory)) {
    std::string name = fs::path(path).filename().string();
    if (name.starts_with("segments_")) commits.push_back(path);
  }
  for (const std::string& commit : commits) take_out_the_time(commit);
}

}  // namespace

struct IndexWriter::State {
  State(std::string path, const WriterOptions& options)
      : part((make_folders(path), std::move(path)), options.force) {
    directory = newLucene<Directory>(part.part(), nullptr);
    guarded(directory, [&] { open(options.memory); });
    for (const Field& field : fields()) {
      names[field.name] = {&field, wide(field.name), {}};
    }
  }

  ~State() {
    if (!writer) return;
    try {
      writer->rollback();
    } catch (...) {
      // Its files go with the directory.
    }
  }

  static void make_folders(const std::string& path) {
    check_replaceable(path);
    fs::path above = fs::path(path).parent_path();
    if (!above.empty()) io::make_folders(above.string());
  }

  void open(uint64_t memory) {
    writer = newLucene<Lucene::IndexWriter>(
        directory, newLucene<Lucene::KeywordAnalyzer>(), true,
        Lucene::IndexWriter::MaxFieldLengthUNLIMITED);
    // Merges in a thread of their own are a data race in Lucene++.
    writer->setMergeScheduler(newLucene<Lucene::SerialMergeScheduler>());
    writer->setSimilarity(newLucene<Norms>());
    writer->setRAMBufferSizeMB(
        std::clamp(static_cast<double>(memory) / (1 << 20), 1.0, 1024.0));
    writer->setMergeFactor(20);
    writer->setUseCompoundFile(false);
    boost::dynamic_pointer_cast<Lucene::LogMergePolicy>(
        writer->getMergePolicy())
        ->setUseCompoundDocStore(false);
  }

  // After an exception of another kind than its own, Lucene++'s writer would
  // wait for itself for ever: then it is never touched again, nor freed.
  template <typename Work>
  void write(Work&& work) {
    try {
      guarded(directory, work);
    } catch (const Error&) {
      throw;
    } catch (...) {
      new Lucene::IndexWriterPtr(std::move(writer));
      throw;
    }
  }

  struct Name {
    const Field* field;
    String wide_name;
    std::vector<WordStreamPtr> streams;  // one for each value of a document
    size_t used = 0;
  };

  void add_value(const FieldValue& value, Lucene::Document& document);
  void add_words(Name& name, std::string_view value,
                 Lucene::Document& document);

  io::NewDirectory part;
  DirectoryPtr directory;
  Lucene::IndexWriterPtr writer;
  std::map<std::string_view, Name> names;
  TermStreamPtr dates = newLucene<TermStream>();
  TermStreamPtr days = newLucene<TermStream>();
  std::map<std::string, std::string> about;
  uint64_t documents = 0;
  std::string compressed;
};

void IndexWriter::State::add_words(Name& name, std::string_view value,
                                   Lucene::Document& document) {
  if (name.used == name.streams.size()) {
    name.streams.push_back(newLucene<WordStream>());
  }
  const WordStreamPtr& words = name.streams[name.used++];
  words->set(value);
  document.add(newLucene<LuceneField>(name.wide_name, words));
}

void IndexWriter::State::add_value(const FieldValue& value,
                                   Lucene::Document& document) {
  auto found = names.find(value.field);
  if (found == names.end()) {
    throw std::logic_error("no such field: " + std::string(value.field));
  }
  Name& name = found->second;
  const Field& field = *name.field;
  bool stored = field.stored == Stored::kYes;
  if (field.indexed == Indexed::kExact) {
    String text = wide(value.value);
    document.add(exact_field(name.wide_name, text, stored));
    return;
  }
  if (field.stored == Stored::kCompressed) {
    compressed.clear();
    deflate_value(value.value, compressed);
    auto bytes =
        Lucene::ByteArray::newInstance(static_cast<int32_t>(compressed.size()));
    std::memcpy(bytes.get(), compressed.data(), compressed.size());
    document.add(
        newLucene<LuceneField>(name.wide_name, bytes, LuceneField::STORE_YES));
  } else if (stored) {
    document.add(newLucene<LuceneField>(name.wide_name, wide(value.value),
                                        LuceneField::STORE_YES,
                                        LuceneField::INDEX_NO));
  }
  if (field.indexed == Indexed::kWords) {
    // The scheme is in every URL: it is no word of it.
    std::string_view text = value.value;
    if (size_t at = text.find("://");
        field.name == "url" && at != std::string_view::npos) {
      text.remove_prefix(at + 3);
    }
    add_words(name, text, document);
  }
}

IndexWriter::IndexWriter(std::string path, const WriterOptions& options)
    : state_(std::make_unique<State>(std::move(path), options)) {}

IndexWriter::~IndexWriter() = default;

void IndexWriter::add(const std::vector<FieldValue>& values) {
  State& state = *state_;
  // Positions of documents are 31-bit numbers.
  if (state.documents >= INT32_MAX - 1) {
    throw UsageError(state.part.path() +
                     ": an index holds at most 2,147,483,646 documents; make "
                     "several shards");
  }
  for (auto& [key, name] : state.names) name.used = 0;
  state.write([&] {
    auto document = newLucene<Lucene::Document>();
    state.dates->clear();
    state.days->clear();
    std::string_view day;
    for (const FieldValue& value : values) {
      if (value.field == "date" && warc::is_date14(value.value)) {
        document->add(newLucene<LuceneField>(String(L"date"), wide(value.value),
                                             LuceneField::STORE_YES,
                                             LuceneField::INDEX_NO));
        state.dates->add(value.value);
        if (value.value.substr(0, 8) != day) {
          day = value.value.substr(0, 8);
          state.days->add(day);
        }
        continue;
      }
      state.add_value(value, *document);
      if (value.field == "url") {
        state.add_value({"exacturl", value.value}, *document);
      }
    }
    if (!state.dates->empty()) {
      document->add(terms_field(L"date", state.dates));
      document->add(terms_field(L"day", state.days));
    }
    state.writer->addDocument(document);
  });
  ++state.documents;
}

uint64_t IndexWriter::documents() const { return state_->documents; }

void IndexWriter::about(std::string name, std::string value) {
  state_->about[std::move(name)] = std::move(value);
}

void IndexWriter::finish() {
  State& state = *state_;
  state.write([&] { state.writer->close(); });
  state.writer.reset();
  take_out_times(state.part.part());
  state.about["documents"] = std::to_string(state.documents);
  write_manifest(state.part.part(), state.about);
  state.part.finish();
}

}  // namespace wax::index
