#include "warc/extract/extractor.h"

#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "io/error.h"
#include "warc/reader/reader.h"

namespace wax::warc {
namespace {

// A fault of an output is none of the archive's.
template <typename Work>
auto as_fatal(Work work) {
  try {
    return work();
  } catch (const IoError& error) {
    throw Error(error.what());
  }
}

}  // namespace

class Extractor::Sink final : public io::Output {
 public:
  using Open = std::function<std::unique_ptr<io::Output>()>;
  // Opened by the first byte, or at the end.
  explicit Sink(Open open) : open_(std::move(open)) {}
  void write(std::string_view bytes) override {
    as_fatal([&] { output().write(bytes); });
    written_ += bytes.size();
  }
  void flush() override {
    as_fatal([&] { output().flush(); });
  }
  void finish() override {
    as_fatal([&] { output().finish(); });
  }

  [[nodiscard]] uint64_t written() const { return written_; }

 private:
  [[nodiscard]] io::Output& output() {
    if (output_ == nullptr) output_ = open_();
    return *output_;
  }

  Open open_;
  std::unique_ptr<io::Output> output_;
  uint64_t written_ = 0;
};

Extractor::Extractor(ExtractOptions options, Open open, ProblemSink& problems)
    : options_(std::move(options)),
      open_(std::move(open)),
      problems_(&problems),
      records_(problems) {}

Extractor::Extractor(ExtractOptions options, std::unique_ptr<io::Output> output,
                     ProblemSink& problems)
    : Extractor(std::move(options), Open(), problems) {
  sink_ = std::make_unique<Sink>(
      [whole = std::make_shared<std::unique_ptr<io::Output>>(
           std::move(output))] { return std::move(*whole); });
}

Extractor::~Extractor() = default;

void Extractor::extract(const std::string& path, uint64_t offset) {
  (void)extract(path, offset, [](const Record&) { return true; });
}

bool Extractor::extract(const std::string& path, uint64_t offset,
                        const std::function<bool(const Record&)>& is_it) {
  bool is_other = false;
  guarded(path, [&] {
    Record record;
    Reader* reader = records_.at(path, offset, record);
    if (reader == nullptr) return;
    is_other = !is_it(record);
    if (!is_other && options_.types.contains(record.type)) {
      write(path, *reader, record);
    }
  });
  return !is_other;
}

void Extractor::scan(const std::string& path,
                     const std::function<bool(std::string_view)>& matches) {
  guarded(path, [&] {
    if (options_.raw && path == "-") {
      throw IoError("<stdin>",
                    "--raw needs to read the input twice, but standard input "
                    "can be read only once");
    }
    auto reader = open_archive(path, *problems_);
    Record record;
    while (reader->next(record)) {
      if (options_.types.contains(record.type) && matches(record.target_uri)) {
        write(path, *reader, record);
      }
    }
  });
}

void Extractor::finish() {
  if (!open_) sink_->finish();
}

template <typename Work>
void Extractor::guarded(const std::string& path, Work work) {
  try {
    work();
  } catch (const IoError& error) {
    problems_->report({Severity::kLost, "unreadable-archive", path,
                       std::nullopt, error.what()});
  }
}

void Extractor::write(const std::string& path, Reader& reader, Record& record) {
  if (open_) {
    sink_ = std::make_unique<Sink>(
        [this, name = record_file_name(path, record)] { return open_(name); });
  }
  if (options_.raw) {
    Extent extent = reader.finish();
    if (!write_stored(records_.stored(path, extent.offset), extent,
                      record.format, *sink_)) {
      problems_->report({Severity::kLost, "no-record-at-offset", path,
                         extent.offset,
                         "--raw: the record shares a compressed member with "
                         "others, so its bytes cannot be copied alone"});
      return;
    }
  } else {
    const uint64_t before = sink_->written();
    const uint64_t offset = record.offset;
    write_part(record, options_.part, path, *sink_, *problems_);
    reader.finish();
    if (record.type == RecordType::kRevisit && sink_->written() == before) {
      problems_->report({Severity::kLost, "revisit-without-payload", path,
                         offset,
                         "this part of a revisit is that of the capture it "
                         "refers to; the record has none of its own"});
      return;
    }
  }
  ++extracted_;
  if (open_) sink_->finish();
}

}  // namespace wax::warc
